import type { RelationMappings } from 'objection';
import { fixed, type Columns } from '../columns';
import { belongsTo, rows } from './base';
import { UserModel } from './tenants';

/** A passkey of a person. */
export interface PasskeyRow {
  readonly uid: string;
  readonly userUid: string;
  readonly credentialId: Buffer;
  /** COSE, as received from the authenticator. */
  readonly publicKey: Buffer;
  /** How many times it signed; always 0 for authenticators that don't count. */
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A passkey of a person: the public key. */
export class PasskeyModel extends rows<PasskeyRow>() {
  static override tableName = 'passkey';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    userUid: fixed('uuid'),
    credentialId: fixed('bytea'),
    publicKey: fixed('bytea'),
    signCount: 'bigint',
    transports: fixed('text[]'),
    name: fixed('text'),
    createdAt: fixed('timestamptz'),
    lastUsedAt: 'timestamptz | null',
  } satisfies Columns<PasskeyRow>;
  static override relationMappings = (): RelationMappings => ({
    user: belongsTo(UserModel, 'passkey.user_uid'),
  });
  declare readonly user?: UserModel;
}

/** A challenge for a browser to sign, once. */
export interface PasskeyChallengeRow {
  readonly uid: string;
  /** Who adds a passkey; `null` for a sign-in. */
  readonly userUid: string | null;
  readonly challengeHash: Buffer;
  readonly expiresAt: Date;
}

/** A challenge for a browser to sign, stored as the hash of the one on its page. */
export class PasskeyChallengeModel extends rows<PasskeyChallengeRow>() {
  static override tableName = 'passkey_challenge';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    userUid: fixed('uuid | null'),
    challengeHash: fixed('bytea'),
    expiresAt: fixed('timestamptz'),
  } satisfies Columns<PasskeyChallengeRow>;
}

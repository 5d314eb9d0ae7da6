import type { RelationMappings } from 'objection';
import { fixed, type Columns } from '../columns';
import { belongsTo, rows } from './base';
import { UserModel } from './tenants';

/** A passkey of a person. */
export interface PasskeyRow {
  readonly uid: string;
  readonly userUid: string;
  readonly credentialId: Buffer;
  /** COSE, as the authenticator gave it. */
  readonly publicKey: Buffer;
  /** How often it signed; 0 for ever of those that do not count. */
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A passkey of a person: its public half. */
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

/** What a browser is to sign, once. */
export interface PasskeyChallengeRow {
  readonly uid: string;
  /** Who adds a passkey; null: somebody signs in. */
  readonly userUid: string | null;
  readonly challengeHash: Buffer;
  readonly expiresAt: Date;
}

/** What a browser is to sign, kept as the hash of what is on its page. */
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

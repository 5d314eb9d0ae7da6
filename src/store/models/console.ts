import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A link by which a person signs in. */
export interface SignInLinkRow {
  readonly uid: string;
  readonly userUid: string;
  readonly tokenHash: Buffer;
  /** The page that they came from; null: the first one. */
  readonly returnPath: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

/** A link by which a person signs in, kept as the hash of what is in the mail. */
export class SignInLinkModel extends rows<SignInLinkRow>() {
  static override tableName = 'sign_in_link';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    userUid: fixed('uuid'),
    tokenHash: fixed('bytea'),
    returnPath: fixed('text | null'),
    createdAt: fixed('timestamptz'),
    expiresAt: fixed('timestamptz'),
    usedAt: 'timestamptz | null',
  } satisfies Columns<SignInLinkRow>;
}

/** A session of a person who signed in. */
export interface SessionRow {
  readonly uid: string;
  readonly userUid: string;
  readonly tokenHash: Buffer;
  /** What the browser calls itself, cut. */
  readonly browser: string;
  readonly signedInAt: Date;
  readonly lastSeenAt: Date;
  /** When it was signed out; idle and old ones end without. */
  readonly endedAt: Date | null;
}

/** A person's session in the console, kept as the hash of what is in the cookie. */
export class ConsoleSessionModel extends rows<SessionRow>() {
  static override tableName = 'console_session';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    userUid: fixed('uuid'),
    tokenHash: fixed('bytea'),
    browser: fixed('text'),
    signedInAt: fixed('timestamptz'),
    lastSeenAt: 'timestamptz',
    endedAt: 'timestamptz | null',
  } satisfies Columns<SessionRow>;
}

/** A sign-in that is under way at an identity provider. */
export interface SingleSignOnRow {
  readonly uid: string;
  readonly secretHash: Buffer;
  /** The page of the console that the person came from; null: its first one. */
  readonly returnPath: string | null;
  readonly expiresAt: Date;
}

/** A sign-in that is under way at an identity provider, kept as the hash of what is in the cookie. */
export class SingleSignOnModel extends rows<SingleSignOnRow>() {
  static override tableName = 'single_sign_on';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    secretHash: fixed('bytea'),
    returnPath: fixed('text | null'),
    expiresAt: fixed('timestamptz'),
  } satisfies Columns<SingleSignOnRow>;
}

import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A sign-in link. */
export interface SignInLinkRow {
  readonly uid: string;
  readonly userUid: string;
  readonly tokenHash: Buffer;
  /** The page that they came from; `null` for the start page. */
  readonly returnPath: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

/** A sign-in link, stored as the hash of the e-mailed token. */
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

/** A session of a signed-in person. */
export interface SessionRow {
  readonly uid: string;
  readonly userUid: string;
  readonly tokenHash: Buffer;
  /** The browser's name, truncated. */
  readonly browser: string;
  readonly signedInAt: Date;
  readonly lastSeenAt: Date;
  /** When it was signed out; idle and expired sessions end without. */
  readonly endedAt: Date | null;
}

/** A person's session in the console, stored as the hash of the cookie's token. */
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

/** A sign-on in progress at an identity provider. */
export interface SingleSignOnRow {
  readonly uid: string;
  readonly secretHash: Buffer;
  /** The console page that the person came from; `null` for the start page. */
  readonly returnPath: string | null;
  readonly expiresAt: Date;
}

/** A sign-on in progress at an identity provider, stored as the hash of the cookie's secret. */
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

/** Which account at the identity provider a person signs in with. */
export interface SignOnIdentityRow {
  readonly issuer: string;
  readonly subject: string;
  readonly userUid: string;
  readonly boundAt: Date;
}

/** A person's account at the identity provider, bound at their first sign-in there. */
export class SignOnIdentityModel extends rows<SignOnIdentityRow>() {
  static override tableName = 'sign_on_identity';
  static override idColumn = ['issuer', 'subject'];
  static override readonly columns = {
    issuer: fixed('text'),
    subject: fixed('text'),
    userUid: fixed('uuid'),
    boundAt: fixed('timestamptz'),
  } satisfies Columns<SignOnIdentityRow>;
}

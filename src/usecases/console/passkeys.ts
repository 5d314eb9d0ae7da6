import { noDetail } from '../../domain/audit-events';
import { hashOfConsoleToken, makeConsoleToken } from '../../access/console-token';
import {
  creationOptions,
  requestOptions,
  verifyCreation,
  verifyRequest,
  type PasskeyPlace,
} from '../../access/passkey-ceremony';
import type { AccountPrincipal } from '../../access/principal';
import { challengeLifeMs, passkeysMax } from '../../domain/console/passkeys';
import { Problem, notFound } from '../../domain/problem';
import { consolePath } from '../../domain/console/paths';
import { passkeySubject, passkeyText } from '../../mail/passkey-text';
import { uuidv7 } from '../../platform/ids';
import {
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  notePasskeyUse,
  takeChallenge,
  type PasskeyRow,
} from '../../store/access/passkeys';
import type { SessionOfUser } from '../../store/access/sign-ins';
import { runChange, type Change } from '../change';
import { noteRefusal } from '../audit-trail';
import { OperatorError } from '../operator-error';
import type { SigningBrowser, SignInParts } from '../sign-in';
import { memberDoor } from './sign-in';

/** The dependencies of passkeys. */
export interface PasskeyParts extends SignInParts {
  /** `undefined` if the deployment has no domain name, and so no passkeys. */
  readonly passkeyPlace: PasskeyPlace | undefined;
}

type Options = Awaited<ReturnType<typeof creationOptions>>;
type RequestedOptions = Awaited<ReturnType<typeof requestOptions>>;
/** A browser's answer after creating a passkey. */
export type CreationAnswer = Parameters<typeof verifyCreation>[1];
/** A browser's answer after signing with a passkey. */
export type RequestAnswer = Parameters<typeof verifyRequest>[1];

/** @throws Problem 404 if there are no passkeys */
function placeOf({ passkeyPlace }: Pick<PasskeyParts, 'passkeyPlace'>): PasskeyPlace {
  if (passkeyPlace === undefined) throw notFound("the deployment's host name doesn't support passkeys");
  return passkeyPlace;
}

function hashOf(challenge: string): Buffer {
  // An invalid challenge maps to a hash that none has.
  return hashOfConsoleToken(challenge) ?? Buffer.alloc(32);
}

/**
 * Creates a challenge of 256 random bits, valid once and for five minutes. Only its hash is stored
 * (CONSOLE-34).
 */
async function newChallenge({ db, clock }: PasskeyParts, userUid: string | null): Promise<string> {
  const challenge = makeConsoleToken();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + challengeLifeMs);
  await insertChallenge(db, { uid: uuidv7(now), userUid, challengeHash: hashOf(challenge), expiresAt });
  return challenge;
}

/** Runs outside the following transaction: a wrong answer uses up the challenge as well. */
function taking({ db, clock }: PasskeyParts, userUid: string | null) {
  return async (challenge: string): Promise<boolean> =>
    takeChallenge(db, hashOf(challenge), userUid, clock.now());
}

/** Returns the options for a person's browser to create a passkey. @throws Problem 404 if there are none */
export async function beginPasskey(parts: PasskeyParts, person: SessionOfUser): Promise<Options> {
  const place = placeOf(parts);
  const known = await listPasskeys(parts.db, person.userUid);
  return creationOptions(place, person, known, await newChallenge(parts, person.userUid));
}

/** A passkey to store. */
export interface PasskeyWish {
  /** The name that its person chose. */
  readonly name: string;
  readonly answer: CreationAnswer;
}

/**
 * Stores a passkey that a person's browser created (CONSOLE-32), and notifies them by e-mail after the
 * response.
 * @returns the e-mail to send
 * @throws Problem `console.passkeyInvalid` for an answer to another page, from elsewhere, or without user
 * verification
 * @throws OperatorError if they have the maximum number, or the passkey already belongs to someone
 */
export async function addPasskey(
  parts: PasskeyParts,
  person: SessionOfUser,
  { name, answer }: PasskeyWish,
  requestId: string,
): Promise<() => Promise<void>> {
  const place = placeOf(parts);
  const { userUid, userName, userEmail: address } = person;
  const principal: AccountPrincipal = { kind: 'account', userUid };
  const made = await verifyCreation(place, answer, taking(parts, userUid));
  if (made === undefined) throw new Problem('console.passkeyInvalid');
  const mailUid = await runChange(
    parts,
    { principal, requestId, event: 'console.addPasskey' },
    async change => {
      const row: PasskeyRow = {
        uid: change.newUid(),
        userUid,
        ...made,
        name,
        transports: answer.response.transports ?? [],
        createdAt: change.now,
        lastUsedAt: null,
      };
      if (!(await insertPasskey(change.tx, row, passkeysMax)))
        throw new OperatorError(
          `You already have ${passkeysMax} passkeys, or this passkey is already registered.`,
        );
      await change.audit(await memberDoor.audited(change, userUid), 'console.addPasskey', noDetail);
      return change.newUid();
    },
  );
  const mail = { uid: mailUid, to: { name: userName, address }, subject: passkeySubject };
  return () =>
    parts.mailer.send({ ...mail, text: passkeyText({ url: parts.urlOf(consolePath('account')) }) });
}

/**
 * Removes a passkey of the requesting person, so that it can't sign in anymore. @throws Problem 404 for one
 * that isn't theirs
 */
export async function removePasskey(change: Change<AccountPrincipal>, passkeyUid: string): Promise<void> {
  const { userUid } = change.principal;
  if (userUid === null) throw new TypeError('nobody is signed in');
  if (!(await deletePasskey(change.tx, passkeyUid, userUid)))
    throw notFound('the person has no such passkey');
  await change.audit(await memberDoor.audited(change, userUid), 'console.removePasskey', noDetail);
}

/** A passkey as shown to its person. */
export type OwnPasskey = Pick<PasskeyRow, 'uid' | 'name' | 'createdAt' | 'lastUsedAt'>;

/** Returns the passkeys of a person; `undefined` if the deployment has none. */
export async function passkeysOf(
  { db, passkeyPlace }: PasskeyParts,
  { userUid }: Pick<SessionOfUser, 'userUid'>,
): Promise<OwnPasskey[] | undefined> {
  if (passkeyPlace === undefined) return undefined;
  const found = await listPasskeys(db, userUid);
  return found.map(({ uid, name, createdAt, lastUsedAt }) => ({ uid, name, createdAt, lastUsedAt }));
}

/** Returns the options for a browser to sign in. @throws Problem 404 if there are no passkeys */
export async function beginPasskeySignIn(parts: PasskeyParts): Promise<RequestedOptions> {
  return requestOptions(placeOf(parts), await newChallenge(parts, null));
}

/** A sign-in with a passkey. */
export interface PasskeySignIn extends SigningBrowser {
  readonly answer: RequestAnswer;
  readonly requestId: string;
}

/**
 * Signs in with a passkey, to the same kind of session as a link (CONSOLE-33).
 * @returns the token for the cookie
 * @throws Problem `console.passkeyInvalid` for an unknown or removed passkey, and for an answer to another
 * page, from elsewhere, without user verification, or with a counter that goes backward; audited
 */
export async function signInByPasskey(
  parts: PasskeyParts,
  { answer, requestId, ...browser }: PasskeySignIn,
): Promise<string> {
  const place = placeOf(parts);
  const passkey = await findPasskey(parts.db, Buffer.from(answer.id, 'base64url'));
  const principal: AccountPrincipal = { kind: 'account', userUid: passkey?.userUid ?? null };
  const act = { principal, requestId, event: 'console.signInByPasskey' };
  try {
    if (passkey === undefined) throw new Problem('console.passkeyInvalid');
    const signCount = await verifyRequest(place, answer, passkey, taking(parts, null));
    if (signCount === undefined) throw new Problem('console.passkeyInvalid');
    return await runChange(parts, act, async change => {
      if (!(await notePasskeyUse(change.tx, passkey, signCount, change.now)))
        throw new Problem('console.passkeyInvalid');
      const sessionToken = await memberDoor.beginSession(change, passkey.userUid, 'passkey', browser);
      const subject = await memberDoor.audited(change, passkey.userUid);
      await change.audit(subject, 'console.signInByPasskey', noDetail);
      return sessionToken;
    });
  } catch (thrown) {
    await noteRefusal(parts, act, thrown);
    throw thrown;
  }
}

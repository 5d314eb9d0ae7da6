import { noDetail } from '../../domain/audit-events';
import { hashOfConsoleToken, newConsoleToken } from '../../access/console-token';
import type { AccountPrincipal } from '../../access/principal';
import type { SignedOnPerson, SingleSignOn } from '../../access/single-sign-on';
import { signOnLifeMs } from '../../domain/console/session';
import { notFound, Problem } from '../../domain/problem';
import { uuidv7 } from '../../platform/ids';
import { memberSignIns } from '../../store/access/sign-ins';
import { bindIdentity, findUserOfIdentity, isSignOnRequired } from '../../store/access/sign-on-identities';
import { insertSingleSignOn, takeSingleSignOn } from '../../store/access/single-sign-on';
import { listCompaniesOfUser } from '../../store/tenants/members';
import { findUserByEmail } from '../../store/tenants/tenants';
import { noteRefusal } from '../audit-trail';
import { resource, runChange } from '../change';
import { createDoor, type BegunSession, type SigningBrowser, type SignInParts } from '../sign-in';

/** The sign-in of members to the console (CONSOLE-1). */
export const memberDoor = createDoor({
  name: 'console',
  signIns: memberSignIns,
  findPerson: findUserByEmail,
  needsProvider: isSignOnRequired,
  principalOf: person => ({ kind: 'account', userUid: person?.uid ?? null }),
  // Audited under their company, if they have one.
  audited: async (change, uid) => {
    const [company, ...others] = await listCompaniesOfUser(change.tx, uid);
    return resource('user', { uid, companyUid: others.length === 0 ? (company?.uid ?? null) : null });
  },
});

/** The dependencies of single sign-on. */
export interface SignOnParts extends SignInParts {
  /** `undefined` if the deployment has none. */
  readonly singleSignOn: SingleSignOn | undefined;
}

const callbackPath = '/console/sign-on/callback';

/** @throws Problem 404 if there is none */
function providerOf({ singleSignOn }: Pick<SignOnParts, 'singleSignOn'>): SingleSignOn {
  if (singleSignOn === undefined) throw notFound('the deployment has no identity provider');
  return singleSignOn;
}

/** A sign-on in progress. */
export interface BegunSignOn {
  /** For a cookie: the response is bound to it. It isn't stored anywhere. */
  readonly secret: string;
  readonly url: URL;
}

/**
 * Returns the URL for signing in at the provider, and the cookie's secret (CONSOLE-35). @throws Problem 404
 * without a provider, `partner.failed`
 */
export async function beginSignOn(parts: SignOnParts, returnPath: string | null): Promise<BegunSignOn> {
  const provider = providerOf(parts);
  const { token: secret, tokenHash: secretHash } = newConsoleToken();
  const url = await provider.urlFor(secret, new URL(parts.urlOf(callbackPath)));
  const now = parts.clock.now();
  const expiresAt = new Date(now.getTime() + signOnLifeMs);
  await insertSingleSignOn(parts.db, { uid: uuidv7(now), secretHash, returnPath, expiresAt });
  return { secret, url };
}

/** A return from the provider. */
export interface SignOnRequest extends SigningBrowser {
  /** The cookie's secret; empty without one. */
  readonly secret: string;
  /** The query of the provider's redirect. */
  readonly query: string;
  readonly requestId: string;
}

function unknown(internal: string): Problem {
  return new Problem('console.signOnUnknown', { internal });
}

/**
 * Returns the member whom an account at the provider is bound to, or else the one with its verified address.
 * @throws Problem `console.signOnUnknown`
 */
async function getMember(
  { db }: SignOnParts,
  { email, isVerified, ...identity }: SignedOnPerson,
): Promise<{ readonly userUid: string; readonly isBound: boolean }> {
  const boundUid = await findUserOfIdentity(db, identity);
  if (boundUid === undefined && !isVerified) throw unknown("the address isn't verified");
  const userUid = boundUid ?? (await findUserByEmail(db, email))?.uid;
  if (userUid === undefined || (await listCompaniesOfUser(db, userUid)).length === 0)
    throw unknown('the account belongs to no member');
  return { userUid, isBound: boundUid !== undefined };
}

/**
 * Signs in the person that the identity provider names, to the same kind of session as a link (CONSOLE-35).
 * The first time, they are known by an address that it verified and that is a member's; from then on only by
 * their account there (CONSOLE-36).
 * @throws Problem `console.signOnInvalid` if it returns to another browser, again, or too late;
 * `console.signOnUnknown` for a nonmember, an unverified address, or another account than the member's;
 * `console.signOnClock`; `partner.failed`; each is audited
 */
export async function signOn(
  parts: SignOnParts,
  { secret, query, requestId, ...browser }: SignOnRequest,
): Promise<BegunSession> {
  const provider = providerOf(parts);
  const event = 'console.signOn';
  let principal: AccountPrincipal = { kind: 'account', userUid: null };
  try {
    const secretHash = hashOfConsoleToken(secret);
    // Used up whatever the outcome, so it runs outside the following transaction.
    const begun =
      secretHash === undefined ? undefined : await takeSingleSignOn(parts.db, secretHash, parts.clock.now());
    if (begun === undefined) throw new Problem('console.signOnInvalid');
    const answered = new URL(parts.urlOf(callbackPath));
    answered.search = query;
    const person = await provider.personOf(secret, answered);
    const { issuer, subject } = person;
    const { userUid, isBound } = await getMember(parts, person);
    principal = { kind: 'account', userUid };
    return await runChange(parts, { principal, requestId, event }, async change => {
      const identity = { issuer, subject, userUid, boundAt: change.now };
      if (!isBound && !(await bindIdentity(change.tx, identity)))
        throw unknown('the member signs in with another account at the provider');
      const sessionToken = await memberDoor.beginSession(change, userUid, 'provider', browser);
      await change.audit(await memberDoor.audited(change, userUid), event, noDetail);
      return { sessionToken, returnPath: begun.returnPath };
    });
  } catch (thrown) {
    await noteRefusal(parts, { principal, requestId, event }, thrown);
    throw thrown;
  }
}

import { hashOfConsoleToken, newConsoleToken } from '../../access/console-token';
import type { AccountPrincipal } from '../../access/principal';
import type { SingleSignOn } from '../../access/single-sign-on';
import { signOnLifeMs } from '../../domain/console/session';
import { notFound, Problem } from '../../domain/problem';
import { uuidv7 } from '../../platform/ids';
import { memberSignIns } from '../../store/access/sign-ins';
import { insertSingleSignOn, takeSingleSignOn } from '../../store/access/single-sign-on';
import { listCompaniesOfUser } from '../../store/tenants/members';
import { findUserByEmail } from '../../store/tenants/tenants';
import { noteRefusal } from '../audit-trail';
import { resource, runChange } from '../change';
import { createDoor, type BegunSession, type SigningBrowser, type SignInParts } from '../sign-in';

/** Where members sign in to the console (CONSOLE-1). */
export const memberDoor = createDoor({
  name: 'console',
  signIns: memberSignIns,
  findPerson: findUserByEmail,
  principalOf: person => ({ kind: 'account', userUid: person?.uid ?? null }),
  // Of their company, where they have one.
  audited: async (change, uid) => {
    const [company, ...others] = await listCompaniesOfUser(change.tx, uid);
    return resource('user', { uid, companyUid: others.length === 0 ? (company?.uid ?? null) : null });
  },
});

/** What signing in at an identity provider needs. */
export interface SignOnParts extends SignInParts {
  /** `undefined`: the deployment has none. */
  readonly singleSignOn: SingleSignOn | undefined;
}

const callbackPath = '/console/sign-on/callback';

/** @throws Problem 404 where there is none */
function providerOf({ singleSignOn }: Pick<SignOnParts, 'singleSignOn'>): SingleSignOn {
  if (singleSignOn === undefined) throw notFound('the deployment has no identity provider');
  return singleSignOn;
}

/** Somebody who goes to the identity provider. */
export interface BegunSignOn {
  /** For a cookie: what comes back is bound to it. It is stored nowhere. */
  readonly secret: string;
  readonly url: URL;
}

/**
 * Where a browser goes to sign in, and what it keeps meanwhile (CONSOLE-35). @throws Problem 404 without a
 * provider, `partner.failed`
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

/** Somebody who comes back. */
export interface SignOnRequest extends SigningBrowser {
  /** What the cookie has; empty without one. */
  readonly secret: string;
  /** The query with which the provider led them back. */
  readonly query: string;
  readonly requestId: string;
}

/** The person of an address who is a member of a company. @throws Problem `console.signOnUnknown` */
async function getMemberUid({ db }: SignOnParts, email: string): Promise<string> {
  const user = await findUserByEmail(db, email);
  if (user === undefined || (await listCompaniesOfUser(db, user.uid)).length === 0)
    throw new Problem('console.signOnUnknown', { internal: 'the address is no member’s' });
  return user.uid;
}

/**
 * Signs in whoever the identity provider says it is, by an address that it has verified and that is a
 * member’s: to the same session as a link (CONSOLE-35, CONSOLE-36).
 * @throws Problem `console.signOnInvalid` for what comes back to another browser, again, or too late;
 *   `console.signOnUnknown` for who is no member or not verified; `partner.failed`; the trail has each
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
    // Used up whatever comes of it: outside of the transaction of what follows.
    const begun =
      secretHash === undefined ? undefined : await takeSingleSignOn(parts.db, secretHash, parts.clock.now());
    if (begun === undefined) throw new Problem('console.signOnInvalid');
    const answered = new URL(parts.urlOf(callbackPath));
    answered.search = query;
    const { email, isVerified } = await provider.personOf(secret, answered);
    if (!isVerified) throw new Problem('console.signOnUnknown', { internal: 'the address is not verified' });
    const userUid = await getMemberUid(parts, email);
    principal = { kind: 'account', userUid };
    return await runChange(parts, { principal, requestId, event }, async change => {
      const sessionToken = await memberDoor.beginSession(change, userUid, browser);
      await change.audit(await memberDoor.audited(change, userUid));
      return { sessionToken, returnPath: begun.returnPath };
    });
  } catch (thrown) {
    await noteRefusal(parts, { principal, requestId, event }, thrown);
    throw thrown;
  }
}

import type { AccountPrincipal, ConsolePrincipal } from '../../access/principal';
import { hashOfConsoleToken } from '../../access/console-token';
import { isInForce, type SessionLimits } from '../../domain/console/session';
import { notFound } from '../../domain/problem';
import type { Environment } from '../../domain/projects/project';
import type { Clock } from '../../platform/clock';
import {
  findSession,
  listSessions as list,
  touchSession,
  type ConsoleSessionRow,
  type SessionOfUser,
} from '../../store/console-sessions';
import type { Executor } from '../../store/database';
import { takeFromRollingMinute } from '../../store/rate-limit';
import { findMemberOfCompany, listCompaniesOfUser, type CompanyOfUser } from '../../store/members';

/** A session is noted as seen so often at most. */
const touchEveryMs = 60_000;
/** The most sessions of a person that are shown. */
const shownMax = 50;

/** What admitting needs. */
export interface AdmitParts {
  readonly db: Executor;
  readonly clock: Clock;
  readonly sessionLimits: SessionLimits;
}

/**
 * The session of a cookie while it is in force, as the database has it at this moment, and notes that it was used.
 * @returns `undefined` for a token that is unknown, signed out, idle or too old, and for a person who was deleted
 */
export async function admitSession(
  { db, clock, sessionLimits }: AdmitParts,
  token: string,
): Promise<SessionOfUser | undefined> {
  const tokenHash = hashOfConsoleToken(token);
  const session = tokenHash === undefined ? undefined : await findSession(db, tokenHash);
  const now = clock.now();
  if (session === undefined || !isInForce(session, sessionLimits, now)) return undefined;
  if (now.getTime() - session.lastSeenAt.getTime() >= Math.min(touchEveryMs, sessionLimits.idleMs / 2))
    await touchSession(db, session.uid, now);
  return session;
}

/**
 * Counts a request of a person who is signed in.
 * @returns the whole seconds after which they may ask again; `undefined`: it was let in
 */
export async function countPerson(
  executor: Executor,
  userUid: string,
  perMinute: number,
): Promise<number | undefined> {
  return takeFromRollingMinute(executor, `console:${userUid}`, perMinute);
}

/** The person of a session, before it is known for which company they act. */
export function accountOf({ userUid }: SessionOfUser): AccountPrincipal {
  return { kind: 'account', userUid };
}

/** A member in the console, and how their company is called. */
export interface AdmittedMember {
  readonly principal: ConsolePrincipal;
  readonly companyName: string;
}

/**
 * The member that the person of a session is of a company, as the database has them at this moment: whoever loses a role loses it
 * with the next page (CONSOLE-9).
 * @throws Problem 404 for a company that is not theirs, as for one that is not there
 */
export async function admitMember(
  { db }: Pick<AdmitParts, 'db'>,
  { userUid }: Pick<SessionOfUser, 'userUid'>,
  { companyId, environment }: { readonly companyId: string; readonly environment: Environment },
): Promise<AdmittedMember> {
  const member = await findMemberOfCompany(db, companyId, userUid);
  if (member === undefined) throw notFound('the person is no member of the company of the path');
  const { companyUid, companyName, membershipUid, seesAllProjects, userName, permissions, roleUid } = member;
  return {
    companyName,
    principal: {
      ...{ kind: 'console', environment, companyUid, companyId, userUid, userName, membershipUid },
      ...{ seesAllProjects, permissions: new Set(permissions), hasRole: roleUid !== null },
    },
  };
}

/** The companies that the person of a session may choose from. */
export async function companiesOf(
  { db }: Pick<AdmitParts, 'db'>,
  { userUid }: Pick<SessionOfUser, 'userUid'>,
): Promise<CompanyOfUser[]> {
  return listCompaniesOfUser(db, userUid);
}

/** The sessions of a person that are in force, the last seen first; at most 50. */
export async function sessionsOf(
  { db, clock, sessionLimits }: AdmitParts,
  { userUid }: Pick<SessionOfUser, 'userUid'>,
): Promise<ConsoleSessionRow[]> {
  const now = clock.now().getTime();
  return list(db, {
    userUid,
    seenAfter: new Date(now - sessionLimits.idleMs),
    signedInAfter: new Date(now - sessionLimits.absoluteMs),
    limit: shownMax,
  });
}

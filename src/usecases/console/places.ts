import { projectScopeOf } from '../../access/authorize';
import type { AccountPrincipal, ConsolePrincipal } from '../../access/principal';
import { notFound } from '../../domain/problem';
import type { Environment, Project } from '../../domain/projects/project';
import { isFirstSession, type SessionOfUser } from '../../store/access/sign-ins';
import type { Executor } from '../../store/database';
import { findFirstFacts, type FirstFacts } from '../../store/tenants/first-steps';
import { findMemberOfCompany, listCompaniesOfUser, type CompanyOfUser } from '../../store/tenants/members';
import { listVisibleOpenProjects, listVisibleProjects } from '../../store/tenants/projects';
import type { AdmitParts } from '../sign-in';

/** Returns the person of a session, before their company is known. */
export function accountOf({ userUid }: SessionOfUser): AccountPrincipal {
  return { kind: 'account', userUid };
}

/** A member in the console, and the name and time zone of their company. */
export interface AdmittedMember {
  readonly principal: ConsolePrincipal;
  readonly companyName: string;
  readonly timeZone: string;
}

/**
 * Returns the session's person as a member of a company, read from the database each time, so a removed role
 * takes effect with the next page (CONSOLE-9).
 * @throws Problem 404 for a company that isn't theirs, as for one that doesn't exist
 */
export async function admitMember(
  { db }: Pick<AdmitParts, 'db'>,
  { userUid }: Pick<SessionOfUser, 'userUid'>,
  { companyId, environment }: { readonly companyId: string; readonly environment: Environment },
): Promise<AdmittedMember> {
  const member = await findMemberOfCompany(db, companyId, userUid);
  if (member === undefined) throw notFound("the person isn't a member of the company in the path");
  const {
    companyUid,
    companyName,
    timeZone,
    membershipUid,
    seesAllProjects,
    userName,
    permissions,
    roleUid,
  } = member;
  return {
    companyName,
    timeZone,
    principal: {
      kind: 'console',
      environment,
      companyUid,
      companyId,
      userUid,
      userName,
      membershipUid,
      seesAllProjects,
      permissions: new Set(permissions),
      hasRole: roleUid !== null,
    },
  };
}

/** Lists the companies that the session's person may choose from. */
export async function companiesOf(
  { db }: Pick<AdmitParts, 'db'>,
  { userUid }: Pick<SessionOfUser, 'userUid'>,
): Promise<CompanyOfUser[]> {
  return listCompaniesOfUser(db, userUid);
}

/** The page that opens if a person opens the console without a page's address. */
export interface Landing {
  readonly companyId: string;
  readonly environment: Environment;
  /** A project by its uid, the form of a new one, or the home page. */
  readonly page: { readonly projectUid: string } | 'newProject' | 'home';
}

async function firstLandingIn(
  parts: Pick<AdmitParts, 'db'>,
  session: Pick<SessionOfUser, 'userUid'>,
  companyId: string,
): Promise<Landing> {
  const place = { companyId, environment: 'sandbox' } as const;
  const { principal } = await admitMember(parts, session, place);
  if (!principal.permissions.has('ViewProjects')) return { ...place, page: 'home' };
  const [oldest] = await listVisibleProjects(parts.db, projectScopeOf(principal), {
    after: undefined,
    limit: 1,
  });
  if (oldest !== undefined) return { ...place, page: { projectUid: oldest.uid } };
  return { ...place, page: principal.permissions.has('ManageProjects') ? 'newProject' : 'home' };
}

/**
 * Returns where the person of a session lands: in their first session in the sandbox, where they can try
 * everything, and later in production (CONSOLE-61).
 * @returns `undefined` for who is a member of no company or of several: they choose
 */
export async function landingOf(
  parts: Pick<AdmitParts, 'db'>,
  session: Pick<SessionOfUser, 'userUid' | 'signedInAt'>,
): Promise<Landing | undefined> {
  const [company, ...others] = await companiesOf(parts, session);
  if (company === undefined || others.length > 0) return undefined;
  return (await isFirstSession(parts.db, session))
    ? firstLandingIn(parts, session, company.id)
    : { companyId: company.id, environment: 'production', page: 'home' };
}

/**
 * Returns a member's progress in the current environment, from facts; nothing is checked off manually
 * (CONSOLE-31).
 */
export async function inspectFirstSteps(
  executor: Executor,
  principal: ConsolePrincipal,
): Promise<FirstFacts> {
  return findFirstFacts(executor, projectScopeOf(principal), principal.userUid);
}

/** The most projects that are listed for selection. */
const listedMax = 500;

/** The projects of an environment that a member sees, oldest first. */
export interface PlaceProjects {
  readonly projects: ReadonlyArray<{ readonly id: string; readonly name: string }>;
  readonly areMoreProjects: boolean;
}

const firstPage = { after: undefined, limit: listedMax + 1 };

function placeProjects(found: readonly Project[]): PlaceProjects {
  return {
    projects: found.slice(0, listedMax).map(({ id, name }) => ({ id, name })),
    areMoreProjects: found.length > listedMax,
  };
}

/** Lists the first 500 projects that a member sees in the current environment. */
export async function listPlaceProjects(
  executor: Executor,
  principal: ConsolePrincipal,
): Promise<PlaceProjects> {
  return placeProjects(await listVisibleProjects(executor, projectScopeOf(principal), firstPage));
}

/** Lists the first 500 of them that take patients: those that aren't closed. */
export async function listOpenProjects(
  executor: Executor,
  principal: ConsolePrincipal,
): Promise<PlaceProjects> {
  return placeProjects(await listVisibleOpenProjects(executor, projectScopeOf(principal), firstPage));
}

/** The requests to the pages of the console, and how people are admitted. */
import { assertRole } from '../../access/authorize';
import type { AccountPrincipal, ConsolePrincipal } from '../../access/principal';
import { notFound } from '../../domain/problem';
import { environments } from '../../domain/projects/project';
import type { BrowseDatabase } from '../../browse/run/database';
import type { DrawingParts } from '../../usecases/page-pictures';
import type { PasskeyParts } from '../../usecases/console/passkeys';
import { accountOf, admitMember } from '../../usecases/console/places';
import { auditReading, type MemberReading } from '../../usecases/reading';
import type { SignOnParts } from '../../usecases/console/sign-in';
import type { Egress } from '../../webhooks/egress/egress';
import type { Entrance } from '../route';
import { visitAs, type SiteParts, type Visit } from '../visit';
import type { ShownPlace } from './components/page';
import { consolePath } from './paths';

/** What the console is built from. */
export interface ConsoleParts extends SiteParts, PasskeyParts, SignOnParts, DrawingParts {
  readonly egress: Egress;
  /** The database that visits, diagnoses, and other clinical rows are read from. */
  readonly browse: BrowseDatabase;
  /** The key of API key fingerprints. */
  readonly fingerprintSecret: Buffer;
  /** The templates of the API's paths. */
  readonly apiPaths: readonly string[];
}

/** A request from a person, before their company is known. */
export type AccountVisit = Visit<ConsoleParts, AccountPrincipal>;

/** A request from a member, in one company and one environment. */
export interface MemberVisit extends Visit<ConsoleParts, ConsolePrincipal> {
  readonly place: ShownPlace;
}

const root = consolePath();

/** Admits a person to the pages of their account. */
export const accountEntrance: Entrance<ConsoleParts, AccountVisit> = {
  root,
  personOf: accountOf,
  admit: async (visit, event) => visitAs(visit, accountOf(visit.open.session), event),
};

/** Admits a member to the pages of their company. */
export const memberEntrance: Entrance<ConsoleParts, MemberVisit> = {
  root,
  personOf: accountOf,
  admit: async (visit, event, actsAs) => {
    const { parts, params, open } = visit;
    const environment = environments.find(known => known === params['environment']);
    if (environment === undefined) throw notFound('there is no such environment');
    const companyId = params['companyId'] ?? '';
    const { principal, companyName, timeZone } = await admitMember(parts, open.session, {
      companyId,
      environment,
    });
    actsAs(principal);
    assertRole(principal);
    const { permissions, seesAllProjects } = principal;
    const time = { timeZone, now: parts.clock.now() };
    return {
      ...visitAs(visit, principal, event),
      place: {
        companyId,
        environment,
        companyName,
        permissions,
        seesAllProjects,
        supportName: parts.help.supportName,
        time,
      },
    };
  },
};

/**
 * Reads data for a page and records the view in the audit log. @param event the name that the API's audit log
 * uses for it
 */
export async function readFor<T>(
  { parts, principal, requestId }: MemberVisit,
  event: string,
  work: (reading: MemberReading) => Promise<T>,
): Promise<T> {
  return auditReading(parts, { principal, requestId, event }, work);
}

/** What needs a member today, counted in the projects that they see. */
import { projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import type { HomeCounts } from '../../domain/console/home-tasks';
import { bulkImportKinds } from '../../domain/bulk-imports/sheets';
import type { AuthorizationNeed } from '../../domain/patients/patient-list';
import { statusesOfView, type RequestView } from '../../domain/record-requests/request-list';
import { findLastVisit, type SessionOfUser } from '../../store/access/sign-ins';
import { countFaultyImports } from '../../store/bulk-imports/bulk-imports';
import type { Executor } from '../../store/database';
import { anyPatient, countSeenPatients } from '../../store/patients/patient-lists';
import { countMovedIn } from '../../store/record-requests/ended-requests';
import { countSeenInView } from '../../store/record-requests/seen-requests';
import { anyRequest, type RequestListFilter } from '../../store/record-requests/request-list-filter';
import { permissionOf } from '../bulk-imports/bulk-imports';
import { countDueReminders } from '../record-requests/reminders';

/** For how many days the home page counts imports with errors. */
const importDays = 7;

/** Returns since when imports with errors are counted. */
export function faultyImportsSince(now: Date): Date {
  return new Date(now.getTime() - importDays * 24 * 60 * 60 * 1000);
}

/** What came for a member since their last visit. */
export interface NewResults {
  /** When they used the console the last time before this session. */
  readonly since: Date;
  /** The requests that were completed, each up to `countedMax` plus one, and those that found no records. */
  readonly completed: number;
  readonly notFound: number;
}

/**
 * Counts the results that came since a member's last visit, in the projects that they see (CONSOLE-101).
 * @returns `undefined` on a first visit, and for a role that doesn't see record requests
 */
export async function countNewResults(
  db: Executor,
  principal: ConsolePrincipal,
  session: Pick<SessionOfUser, 'userUid' | 'signedInAt'>,
  now: Date,
): Promise<NewResults | undefined> {
  if (!principal.permissions.has('ViewRecordRequests')) return undefined;
  const since = await findLastVisit(db, session);
  if (since === undefined) return undefined;
  const scope = projectScopeOf(principal);
  const moved = async (view: RequestView): Promise<number> =>
    countMovedIn(db, scope, statusesOfView[view], { after: since, until: now });
  return { since, completed: await moved('completed'), notFound: await moved('notFound') };
}

/** Counts what a member can see, and what needs those who can do something about it. */
export async function countForHome(
  db: Executor,
  principal: ConsolePrincipal,
  now: Date,
): Promise<HomeCounts> {
  const { permissions } = principal;
  const scope = projectScopeOf(principal);
  const requests = async (view: RequestView, more: Partial<RequestListFilter> = {}): Promise<number> =>
    countSeenInView(db, scope, view, { ...anyRequest, ...more }, { now });
  const patients = async (need: AuthorizationNeed): Promise<number> =>
    countSeenPatients(db, scope, { ...anyPatient, need }, now);
  const kinds = bulkImportKinds.filter(kind => permissions.has(permissionOf[kind]));
  return {
    ...(permissions.has('ViewRecordRequests')
      ? {
          openRequests: await requests('open'),
          overdueRequests: await requests('overdue'),
          myRequests: await requests('mine'),
          remindersDue: await countDueReminders(db, principal, now),
        }
      : {}),
    ...(permissions.has('ViewRecordRequests') && permissions.has('ManageRecordRequests')
      ? {
          requestsNeedYou: await requests('needsYou'),
          followUpsDue: await requests('open', { isFollowUpDue: true }),
        }
      : {}),
    ...(permissions.has('ViewRecordRequests') && permissions.has('ApproveFees')
      ? { feesToApprove: await requests('all', { isFeeWaiting: true }) }
      : {}),
    ...(permissions.has('ViewPatients') && permissions.has('ManagePatients')
      ? {
          withoutDocument: await patients('noDocument'),
          toFix: await patients('needsFix'),
          expiring: await patients('expiresSoon'),
          faultyImports: await countFaultyImports(db, scope, kinds, faultyImportsSince(now)),
        }
      : {}),
  };
}

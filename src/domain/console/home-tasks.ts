/** What needs a member today: on the home page, and in the daily digest. */
import { pathIn, withQuery, type Place } from './paths';

/** The counts of the home page, each up to `countedMax` plus one; absent for what a member can't see. */
export interface HomeCounts {
  readonly requestsNeedYou?: number;
  readonly feesToApprove?: number;
  readonly followUpsDue?: number;
  /** The member's own, about record requests. */
  readonly remindersDue?: number;
  readonly openRequests?: number;
  readonly overdueRequests?: number;
  /** Open ones that are assigned to the member. */
  readonly myRequests?: number;
  readonly withoutDocument?: number;
  readonly toFix?: number;
  readonly expiring?: number;
  readonly faultyImports?: number;
}

/** Something to do, and the path of the list of what it is about. */
export interface HomeTask {
  readonly count: number;
  /** What they are, for this count: `authorizations to fix`. */
  readonly name: string;
  readonly todo: string;
  readonly path: string;
}

/** Returns what needs a member, the most urgent first; nothing for a count of 0. */
export function homeTasks(place: Place, counts: HomeCounts): HomeTask[] {
  const list = (section: string, query: Readonly<Record<string, string>>): string =>
    withQuery(pathIn(place, section), query);
  const tasks = [
    {
      count: counts.toFix,
      one: 'authorization to fix',
      many: 'authorizations to fix',
      todo: 'Fix what was found, or upload another authorization.',
      path: list('patients', { authorization: 'needsFix' }),
    },
    {
      count: counts.requestsNeedYou,
      one: 'record request needs you',
      many: 'record requests need you',
      todo: 'Work continues once you act.',
      path: list('record-requests', { view: 'needsYou' }),
    },
    {
      count: counts.feesToApprove,
      one: 'record request with a fee to approve',
      many: 'record requests with fees to approve',
      todo: 'Approve or reject what the facilities charge, or ask about it.',
      path: list('record-requests', { view: 'all', fee: 'toApprove' }),
    },
    {
      count: counts.followUpsDue,
      one: 'follow-up due',
      many: 'follow-ups due',
      todo: 'The follow-up date is today or earlier.',
      path: list('record-requests', { view: 'open', followUp: 'due', sort: 'followUp' }),
    },
    {
      count: counts.remindersDue,
      one: 'reminder due',
      many: 'reminders due',
      todo: 'The reminder date is today or earlier.',
      path: list('record-requests', { view: 'all', reminder: 'due' }),
    },
    {
      count: counts.withoutDocument,
      one: 'patient without an authorization',
      many: 'patients without an authorization',
      todo: 'Upload a signed authorization.',
      path: list('patients', { authorization: 'noDocument' }),
    },
    {
      count: counts.expiring,
      one: 'authorization expires soon',
      many: 'authorizations expire soon',
      todo: 'Within 30 days. Ask the patient to sign another one.',
      path: list('patients', { authorization: 'expiresSoon' }),
    },
    {
      count: counts.faultyImports,
      one: 'import with errors',
      many: 'imports with errors',
      todo: 'In the last 7 days. Correct the rows, and import them again.',
      path: list('imports', { errors: 'week' }),
    },
  ];
  return tasks.flatMap(({ count = 0, one, many, todo, path }) =>
    count === 0 ? [] : [{ count, name: count === 1 ? one : many, todo, path }],
  );
}

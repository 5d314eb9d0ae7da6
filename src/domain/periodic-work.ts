/** The schedule of a periodic task, and its description for operators. */
interface PeriodicWork {
  /** The id of its schedule. The ids of its runs are this id and their time. */
  readonly scheduleId: string;
  /** What operators read next to each schedule and run. */
  readonly summary: string;
  readonly everySeconds: number;
  /** Each run is delayed by up to this much, so that runs don't all happen in the same second. */
  readonly jitterSeconds: number;
  /** The maximum delay of a run that became due while Temporal was down; later ones are skipped. */
  readonly catchUpSeconds: number;
}

const minute = 60;
const day = 24 * 60 * minute;

// With jitter, a sweep runs at least every 30 seconds, as promised to customers and partners.
const sweep = { everySeconds: 25, jitterSeconds: 5, catchUpSeconds: minute } as const;
const often = { everySeconds: 10 * minute, jitterSeconds: minute, catchUpSeconds: 10 * minute } as const;

/**
 * The periodic tasks, each a Temporal Schedule. Its workflow is the function of that name in `workflows/`,
 * which calls the activity of that name once. A task may run at any time, several times at once, or not for a
 * while.
 */
export const periodicWork = {
  sweepUploads: {
    scheduleId: 'sweep-uploads',
    summary: 'Check a page of the file store for uploads whose notification was lost',
    ...sweep,
  },
  sweepExchanges: {
    scheduleId: 'sweep-exchanges',
    summary: "Check a page of each partner's folder for files without a notification",
    ...sweep,
  },
  endOverdueImports: {
    scheduleId: 'end-overdue-imports',
    summary: 'End bulk imports whose file did not arrive within a day',
    ...often,
  },
  abandonHeldDeliveries: {
    scheduleId: 'abandon-held-deliveries',
    summary: 'Abandon deliveries that waited in a queue for a day, and start lost ones again',
    ...often,
  },
  tellFollowUps: {
    scheduleId: 'tell-follow-ups',
    summary: 'Send reminders for due follow-ups, once a day in the time zone of their company',
    ...often,
  },
  tellExpirations: {
    scheduleId: 'tell-expirations',
    summary: 'Send notices 30 and 7 days before an authorization expires',
    ...often,
  },
  sendDigests: {
    scheduleId: 'send-digests',
    summary:
      'E-mail the daily digests and weekly reports that are due, from 8 a.m. in the time zone of their ' +
      'company',
    ...often,
  },
  findPartners: {
    scheduleId: 'find-partners',
    summary:
      'Review the searches that wait for a partner and have one now, and count the others; count the ' +
      'returned files that wait, and have late ones read',
    ...often,
  },
  removeExpiredRows: {
    scheduleId: 'remove-expired-rows',
    summary:
      'Remove expired rows: idempotency keys, rate limit counts, logged requests, sent commands, and ' +
      'events; erase people who were not accepted as a patient',
    ...often,
  },
  keepDeliveryLog: {
    scheduleId: 'keep-delivery-log',
    summary: "Create the delivery log's partitions for the coming months, and drop expired ones",
    everySeconds: day,
    jitterSeconds: 10 * minute,
    catchUpSeconds: day,
  },
  prepareAuditPartitions: {
    scheduleId: 'prepare-audit-partitions',
    summary: "Create the audit log's partitions for the coming months",
    everySeconds: day,
    jitterSeconds: 10 * minute,
    catchUpSeconds: day,
  },
} as const satisfies Readonly<Record<string, PeriodicWork>>;

/** The name of a periodic task, its workflow, and its activity. */
export type PeriodicWorkName = keyof typeof periodicWork;
/** Returns the periodic tasks of an installation. Partners' folders are swept only if there are partners. */
export function periodicWorkOf(hasExchanges: boolean): PeriodicWorkName[] {
  const all = Object.keys(periodicWork) as PeriodicWorkName[];
  return hasExchanges ? all : all.filter(name => name !== 'sweepExchanges');
}

/** The functions that `workflows/` and the activities must provide, by name. */
export type PeriodicWorkFunctions = Readonly<Record<PeriodicWorkName, () => Promise<void>>>;

/** How often a piece of work is done, and what an operator reads of it. */
interface PeriodicWork {
  /** The id of its schedule; its runs are workflows of this id and their time. */
  readonly scheduleId: string;
  /** What an operator reads beside each schedule and run. */
  readonly summary: string;
  readonly everySeconds: number;
  /** Each run comes up to this much later, so that not everything is done in the same second. */
  readonly jitterSeconds: number;
  /** How late a run may be that fell due while Temporal was away; one that is later is left out. */
  readonly catchUpSeconds: number;
}

const minute = 60;
const day = 24 * 60 * minute;

// With its jitter a sweep comes at least every 30 seconds, which is what customers and partners are told.
const sweep = { everySeconds: 25, jitterSeconds: 5, catchUpSeconds: minute } as const;
const often = { everySeconds: 10 * minute, jitterSeconds: minute, catchUpSeconds: 10 * minute } as const;

/**
 * What is done again and again, each a Temporal Schedule: its workflow is the function of its name in
 * `workflows/`, which calls the activity of its name once. Each may be done at any time, by several at once,
 * or not for a while.
 */
export const periodicWork = {
  sweepUploads: {
    scheduleId: 'sweep-uploads',
    summary: 'Look through a page of the file store for uploads whose notification was lost',
    ...sweep,
  },
  sweepExchanges: {
    scheduleId: 'sweep-exchanges',
    summary: 'Look through a page of each partner’s folder for files that nobody told of',
    ...sweep,
  },
  endOverdueImports: {
    scheduleId: 'end-overdue-imports',
    summary: 'End bulk imports whose file did not come within a day',
    ...often,
  },
  abandonHeldDeliveries: {
    scheduleId: 'abandon-held-deliveries',
    summary: 'Abandon deliveries that a disabled endpoint has held for a day',
    ...often,
  },
  tellFollowUps: {
    scheduleId: 'tell-follow-ups',
    summary: 'Tell follow-ups that are due, once a day by the clock of their company',
    ...often,
  },
  removeExpiredRows: {
    scheduleId: 'remove-expired-rows',
    summary:
      'Remove what is kept for a time only: idempotency keys, counts of calls, sent commands and events',
    ...often,
  },
  keepDeliveryLog: {
    scheduleId: 'keep-delivery-log',
    summary: 'Make the delivery log’s partitions of the months to come, and drop those whose time is over',
    everySeconds: day,
    jitterSeconds: 10 * minute,
    catchUpSeconds: day,
  },
  prepareAuditPartitions: {
    scheduleId: 'prepare-audit-partitions',
    summary: 'Make the audit trail’s partitions of the months to come',
    everySeconds: day,
    jitterSeconds: 10 * minute,
    catchUpSeconds: day,
  },
} as const satisfies Readonly<Record<string, PeriodicWork>>;

/** A piece of periodic work, by the name of its workflow and activity. */
export type PeriodicWorkName = keyof typeof periodicWork;
/** The periodic work of an installation: folders of partners are swept where there are partners. */
export function periodicWorkOf(hasExchanges: boolean): PeriodicWorkName[] {
  const all = Object.keys(periodicWork) as PeriodicWorkName[];
  return hasExchanges ? all : all.filter(name => name !== 'sweepExchanges');
}

/** What `workflows/` must hold, and the activities: a function of each name. */
export type PeriodicWorkFunctions = Readonly<Record<PeriodicWorkName, () => Promise<void>>>;

/** Compares the webhooks that arrived with the events promised for a sandbox retrieval. Pure. */
import type { Envelope, Receipt } from './receipt';

/** What the demo did through the API. */
export interface Retrieval {
  readonly companyId: string;
  readonly projectId: string;
  readonly patientId: string;
  /** The paths of the records without `/v0/`, as in `resource`. */
  readonly patientResource: string;
  readonly requestResources: readonly string[];
  /** Whether the upload changed the authorization's status. Only then is there an event for it. */
  readonly isAuthorizationMoved: boolean;
}

/** A promise; `problem` says how it was broken. */
export interface Finding {
  readonly promise: string;
  readonly problem: string | undefined;
}

const searchFlags = ['siteSonar', 'patientHistories', 'ehrSearch'] as const;

const patientEvents = [
  'patient.created',
  ...searchFlags.flatMap(kind => [`${kind}.started`, `${kind}.completed`]),
  'patient.searchStatusChanged',
];
const authorizationEvents = ['authorization.statusChanged', 'authorization.needsAttention'];
// Submitted → Processing → Completed; the last two have their own events.
const requestEvents = [
  'recordRequest.created',
  'recordRequest.statusChanged',
  'recordRequest.processing',
  'recordRequest.statusChanged',
  'recordRequest.completed',
];
const requestMove = { may: ['status', 'lastContactDate', 'completionDate', 'updatedAt'], isMove: true };

/** Returns the number of deliveries once all have arrived. */
export function expectedCount(retrieval: Omit<Retrieval, 'requestResources'>, requests: number): number {
  const moved = retrieval.isAuthorizationMoved ? authorizationEvents.length : 0;
  return patientEvents.length + moved + requests * requestEvents.length;
}

/** Returns the receipts of one retrieval. The endpoint also gets events about other records. */
export function receiptsOf(retrieval: Retrieval, receipts: readonly Receipt[]): Receipt[] {
  const resources = new Set([retrieval.patientResource, ...retrieval.requestResources]);
  return receipts.filter(({ envelope }) => envelope !== undefined && resources.has(envelope.resource));
}

// The data of each event group.
const owner = ['projectId', 'companyId'];
const fieldsByGroup: Readonly<Record<string, readonly string[]>> = {
  patient: [
    ...['id', 'firstName', 'lastName', 'dateOfBirth', 'sex', 'zipCodes', 'mobile', 'email', 'createdAt'],
    ...['searchStatus', 'authorizationStatus', ...owner],
  ],
  ...Object.fromEntries(searchFlags.map(kind => [kind, ['id', kind, 'searchStatus', ...owner]])),
  authorization: ['id', 'authorizationStatus', ...owner],
  recordRequest: [
    ...['id', 'status', 'requestType', 'submittedSiteName', 'followUpDate', 'lastContactDate'],
    ...['completionDate', 'startDateOfService', 'endDateOfService', 'createdAt', 'updatedAt', 'patientId'],
    ...owner,
  ],
};

/** The fields that may be in `changed`; at least one of them if `isMove`. */
const changedByEvent: Readonly<
  Record<string, { readonly may: readonly string[]; readonly isMove: boolean }>
> = {
  'patient.searchStatusChanged': { may: ['searchStatus'], isMove: true },
  ...Object.fromEntries(
    searchFlags.map(kind => [`${kind}.completed`, { may: ['searchStatus'], isMove: true }]),
  ),
  'authorization.statusChanged': { may: ['authorizationStatus'], isMove: true },
  'authorization.needsAttention': { may: ['authorizationStatus'], isMove: true },
  'recordRequest.statusChanged': requestMove,
  'recordRequest.processing': requestMove,
  'recordRequest.completed': requestMove,
};

function tally(names: readonly string[]): string {
  const counts = Map.groupBy(names, name => name);
  return [...counts]
    .map(([name, all]) => `${name} × ${all.length}`)
    .sort()
    .join(', ');
}

function first(problems: ReadonlyArray<string | undefined>): string | undefined {
  return problems.find(problem => problem !== undefined);
}

function multisetProblem(
  resource: string,
  wanted: readonly string[],
  seen: readonly Envelope[],
): string | undefined {
  const [expected, arrived] = [tally(wanted), tally(seen.map(({ eventType }) => eventType))];
  return expected === arrived ? undefined : `${resource}: expected ${expected}; arrived: ${arrived}`;
}

function orderProblem(resource: string, seen: readonly Envelope[]): string | undefined {
  const names = seen.map(({ eventType }) => eventType);
  const [begin = ''] = names;
  if (!begin.endsWith('.created')) return `${resource}: the first event was ${begin}`;
  for (const kind of searchFlags) {
    if (names.indexOf(`${kind}.completed`) < names.indexOf(`${kind}.started`))
      return `${resource}: ${kind}.completed came before ${kind}.started`;
  }
  const over = names.indexOf('recordRequest.completed');
  return over >= 0 && over !== names.length - 1
    ? `${resource}: recordRequest.completed was not the last`
    : undefined;
}

function dataProblem({ eventType, data }: Envelope, retrieval: Retrieval): string | undefined {
  const wanted = [...(fieldsByGroup[eventType.split('.')[0] ?? ''] ?? [])].sort().join(', ');
  const sent = Object.keys(data).sort().join(', ');
  if (wanted !== sent) return `${eventType}: expected ${wanted}; sent: ${sent}`;
  const isOurs = data['projectId'] === retrieval.projectId && data['companyId'] === retrieval.companyId;
  if (!isOurs) return `${eventType}: another project or company`;
  return /https?:|X-Amz-/i.test(JSON.stringify(data)) ? `${eventType}: data contains a URL` : undefined;
}

function changedProblem({ eventType, changed, data }: Envelope): string | undefined {
  const { may, isMove } = changedByEvent[eventType] ?? { may: [], isMove: false };
  const stray = changed.find(field => !may.includes(field) || !(field in data));
  if (stray !== undefined) return `${eventType}: \`changed\` contains ${stray}`;
  return isMove && changed.length === 0 ? `${eventType}: \`changed\` is empty` : undefined;
}

/** Compares what arrived with what's promised. */
export function checkEvents(retrieval: Retrieval, all: readonly Receipt[]): Finding[] {
  const receipts = receiptsOf(retrieval, all);
  const envelopes = receipts.flatMap(({ envelope }) => (envelope === undefined ? [] : [envelope]));
  const ofRecord = (resource: string): Envelope[] =>
    envelopes.filter(envelope => envelope.resource === resource);
  const patient = [...patientEvents, ...(retrieval.isAuthorizationMoved ? authorizationEvents : [])];
  const records = [
    { resource: retrieval.patientResource, wanted: patient },
    ...retrieval.requestResources.map(resource => ({ resource, wanted: requestEvents })),
  ];
  const refused = all.filter(({ isPost, isFresh, isGenuine, envelope }) => {
    return !(isPost && isFresh && isGenuine && envelope !== undefined);
  });
  const outcomes = ofRecord(retrieval.patientResource)
    .filter(({ eventType }) => eventType.endsWith('.completed'))
    .map(({ data }) => data['searchStatus']);
  return [
    {
      promise: `every event arrived exactly once (${envelopes.length} deliveries)`,
      problem: first(
        records.map(({ resource, wanted }) => multisetProblem(resource, wanted, ofRecord(resource))),
      ),
    },
    {
      promise: 'the events of each record arrived in order',
      problem: first(records.map(({ resource }) => orderProblem(resource, ofRecord(resource)))),
    },
    {
      promise: 'every delivery was a POST with a valid, recent signature and the specified envelope',
      problem: refused.length === 0 ? undefined : `${refused.length} were not`,
    },
    {
      promise: 'every delivery has a unique ID, which is also in X-Webhook-Id',
      problem:
        new Set(envelopes.map(({ id }) => id)).size !== envelopes.length
          ? 'two events had the same ID'
          : first(
              receipts.map(({ headerId, envelope }) =>
                headerId === envelope?.id ? undefined : `${headerId} doesn't match`,
              ),
            ),
    },
    {
      promise: '`data` has the fields of its event group and no URLs',
      problem: first(envelopes.map(envelope => dataProblem(envelope, retrieval))),
    },
    {
      promise: '`changed` lists what changed, and is empty for created events',
      problem: first(envelopes.map(changedProblem)),
    },
    {
      promise: 'each search reports that it is `Completed`',
      problem: outcomes.every(outcome => outcome === 'Completed')
        ? undefined
        : `they reported ${outcomes.join(', ')}`,
    },
  ];
}

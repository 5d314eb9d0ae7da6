import { environmentOf, type Environment, type Project } from './projects/project';

/**
 * The task queues, by their short names. Apart from `core`, so that they cannot slow a search: `webhooks`,
 * where receivers are slow; `documents`, whose work takes all of a core for seconds a page, and reads whole
 * charts, and can have machines of its own; and `bulk`, whose files of patients keep the database busy.
 */
export const workflowQueues = ['core', 'webhooks', 'documents', 'bulk'] as const;
/** A task queue's short name. */
export type WorkflowQueue = (typeof workflowQueues)[number];

/**
 * The task queue of this short name beside the one that a workflow is on: queues end in their short names,
 * and what stands before is the deployment's.
 */
export function queueBeside(taskQueue: string, queue: WorkflowQueue): string {
  const own = workflowQueues.find(short => taskQueue.endsWith(short)) ?? '';
  return taskQueue.slice(0, taskQueue.length - own.length) + queue;
}

/** What is fixed for a kind of workflow: everything that ties PostgreSQL to Temporal by name. */
export interface WorkflowKind<Type extends string, Input, Signal extends string> {
  /** The name of its function in `workflows/`. */
  readonly type: Type;
  readonly queue: WorkflowQueue;
  /** What an operator reads in the list of workflows. */
  readonly summary: string;
  /** Whether a command after the end starts the workflow anew; else a repeat of its start is ignored. */
  readonly isRestartable: boolean;
  /** The signals it takes; none of them has an argument: a workflow reads what is true from PostgreSQL. */
  readonly signals: readonly Signal[];
  /** The id of the one execution for an input: identifiers of ours, never patient data. */
  readonly id: (input: Input) => string;
}

/** Writes a kind so that its names survive as literals and its input as a type. */
function kindOf<Input>() {
  return <const Type extends string, const Signal extends string = never>(
    kind: WorkflowKind<Type, Input, Signal>,
  ): WorkflowKind<Type, Input, Signal> => kind;
}

/**
 * Every kind of workflow, each once: workflows take their signals from here, and whoever starts or signals
 * one too.
 */
export const workflows = {
  /** Analyses one upload of a document. */
  authCheck: kindOf<{ readonly documentUid: string; readonly run: number }>()({
    type: 'authCheck',
    queue: 'documents',
    summary: 'Analysis of one authorization',
    isRestartable: false,
    signals: ['lookAgain', 'discard'],
    id: ({ documentUid, run }) => `auth-check/${documentUid}/${run}`,
  }),
  /** Works off one file of patients. */
  bulkImport: kindOf<{ readonly importUid: string }>()({
    type: 'bulkImport',
    queue: 'bulk',
    summary: 'One file of patients',
    isRestartable: false,
    signals: [],
    id: ({ importUid }) => `bulk-import/${importUid}`,
  }),
  /** Does one thing to many that wait at the desk. */
  deskBulk: kindOf<{ readonly bulkUid: string }>()({
    type: 'deskBulk',
    queue: 'core',
    summary: 'One thing done to many at the desk',
    isRestartable: false,
    signals: [],
    id: ({ bulkUid }) => `desk-bulk/${bulkUid}`,
  }),
  /** Mails one notice to the owner of a webhook endpoint. */
  endpointNotice: kindOf<{ readonly noticeUid: string }>()({
    type: 'endpointNotice',
    queue: 'webhooks',
    summary: 'One e-mail to the owner of a webhook endpoint',
    isRestartable: false,
    signals: [],
    id: ({ noticeUid }) => `webhook-notice/${noticeUid}`,
  }),
  /** Looks after the three searches of one patient. */
  patientSearch: kindOf<{ readonly patientUid: string }>()({
    type: 'patientSearch',
    queue: 'core',
    summary: 'Searches of one patient',
    isRestartable: true,
    signals: ['searchesChanged'],
    id: ({ patientUid }) => `patient-search/${patientUid}`,
  }),
  /** Looks after one record request. */
  recordRequest: kindOf<{
    readonly recordRequestUid: string;
    /** Whether its channel has the rest of what it returned still to send. */
    readonly isMoreToCome?: boolean | undefined;
  }>()({
    type: 'recordRequest',
    queue: 'core',
    summary: 'One kind of record, asked of one site',
    isRestartable: true,
    signals: ['requestChanged'],
    id: ({ recordRequestUid }) => `record-request/${recordRequestUid}`,
  }),
  /** Exchanges files with one partner. */
  rosterExchange: kindOf<{ readonly partner: string }>()({
    type: 'rosterExchange',
    queue: 'core',
    summary: 'Files exchanged with one partner',
    isRestartable: true,
    signals: ['searchQueued', 'fileArrived'],
    id: ({ partner }) => `roster-exchange/${partner}`,
  }),
  /** Has one site researched. */
  siteResearch: kindOf<{ readonly researchUid: string }>()({
    type: 'siteResearch',
    queue: 'core',
    summary: 'Research about one site',
    isRestartable: true,
    signals: ['askAgain'],
    id: ({ researchUid }) => `site-research/${researchUid}`,
  }),
  /** Reads one upload of a supporting document. */
  supportingDocument: kindOf<{ readonly documentUid: string; readonly run: number }>()({
    type: 'supportingDocument',
    queue: 'documents',
    summary: 'Reading of one supporting document',
    isRestartable: false,
    signals: ['lookAgain', 'discard'],
    id: ({ documentUid, run }) => `supporting-document/${documentUid}/${run}`,
  }),
  /** Delivers one event to one endpoint. */
  webhookDelivery: kindOf<{
    readonly deliveryUid: string;
    /** When its event happened, Unix milliseconds. */
    readonly emittedAtMs?: number | undefined;
  }>()({
    type: 'webhookDelivery',
    queue: 'webhooks',
    summary: 'One event to one webhook endpoint',
    isRestartable: false,
    signals: ['retryNow', 'endpointChanged', 'cancel'],
    id: ({ deliveryUid }) => `webhook-delivery/${deliveryUid}`,
  }),
  /** Sends deliveries that are over once more. */
  webhookReplay: kindOf<{ readonly replayUid: string }>()({
    type: 'webhookReplay',
    queue: 'webhooks',
    summary: 'Deliveries of one endpoint, sent once more',
    isRestartable: false,
    signals: [],
    id: ({ replayUid }) => `webhook-replay/${replayUid}`,
  }),
} as const;

/** A kind of workflow, by its name. */
export type WorkflowType = keyof typeof workflows;
/** Any kind. */
export type AnyWorkflow = (typeof workflows)[WorkflowType];
/** What a kind begins with: identifiers only. */
export type InputOf<W extends AnyWorkflow> = Parameters<W['id']>[0];
/** A signal that a kind takes. */
export type SignalOf<W extends AnyWorkflow> = W['signals'][number];
/** What `workflows/` must hold: a function of each name that takes what its kind begins with. */
export type WorkflowFunctions = {
  readonly [Type in WorkflowType]: (input: InputOf<(typeof workflows)[Type]>) => Promise<void>;
};

/**
 * The search attributes by which the list of workflows can be filtered; stored in clear, so ids and closed
 * sets only: of a project the customer's own id as well, of a patient never. All are keywords, of which
 * Temporal's SQL stores have ten for a namespace.
 */
export const searchAttributeNames = {
  company: 'RecordwellCompany',
  environment: 'RecordwellEnvironment',
  kind: 'RecordwellKind',
  patient: 'RecordwellPatient',
  project: 'RecordwellProject',
  projectUid: 'RecordwellProjectUid',
  status: 'RecordwellStatus',
} as const;

/** What an execution can be found by; what is left out is not set. */
export interface WorkflowAttributes {
  /** The company, as it is called. */
  readonly company?: string;
  readonly environment: Environment;
  /** The name of the workflow, unless something narrower is said: an event, a kind of record. */
  readonly kind?: string;
  /** The patient's uid, which is ours; never the id that the customer chose. */
  readonly patient?: string | undefined;
  /** The project, as the customer calls it. */
  readonly project?: string | undefined;
  readonly projectUid?: string;
  readonly status?: string;
}

/** The attributes of a workflow about something in a project. */
export function attributesOf(
  { companyId, id, uid, status }: Pick<Project, 'companyId' | 'id' | 'status' | 'uid'>,
  rest: Pick<WorkflowAttributes, 'kind' | 'patient' | 'status'> = {},
): WorkflowAttributes {
  return { company: companyId, environment: environmentOf(status), project: id, projectUid: uid, ...rest };
}

/** A start or a signal on its way to Temporal. */
export interface WorkflowCommand {
  readonly workflowType: WorkflowType;
  readonly workflowId: string;
  /** Given: signal with start. `null`: start only, harmless when the workflow exists. */
  readonly signal: string | null;
  /** The arguments of the workflow: identifiers, never patient data. */
  readonly args: readonly unknown[];
  readonly searchAttributes: WorkflowAttributes;
  /** Of two commands with the same key the second is ignored; `null`: this one is like no other. */
  readonly dedupeKey: string | null;
}

/** The start of an execution; a repeat is ignored, however often it is written. */
export function startOf<W extends AnyWorkflow>(
  workflow: W,
  input: InputOf<W>,
  attributes: WorkflowAttributes,
): WorkflowCommand {
  const command = commandOf(workflow, input, null, attributes);
  return { ...command, dedupeKey: command.workflowId };
}

/** A signal to an execution, which is started when it does not run. */
export function signalOf<W extends AnyWorkflow>(
  workflow: W,
  signal: SignalOf<W>,
  input: InputOf<W>,
  attributes: WorkflowAttributes,
): WorkflowCommand {
  return commandOf(workflow, input, signal, attributes);
}

function commandOf<W extends AnyWorkflow>(
  { type, id }: W,
  input: InputOf<W>,
  signal: string | null,
  attributes: WorkflowAttributes,
): WorkflowCommand {
  // The compiler knows the input of each kind, but not which kind this one is.
  const idOf = id as (input: InputOf<W>) => string;
  return {
    workflowType: type,
    workflowId: idOf(input),
    signal,
    args: [input],
    searchAttributes: { kind: type, ...attributes },
    dedupeKey: null,
  };
}

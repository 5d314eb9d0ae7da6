import { environmentOf, type Environment, type Project } from './projects/project';

/**
 * The task queues, by their short names. Three are separate from `core` so that they can't slow a search:
 * `webhooks`, because receivers are slow; `documents`, whose work uses a whole core for seconds per page,
 * reads whole charts, and can have its own machines; and `bulk`, whose files of patients keep the database
 * busy.
 */
export const workflowQueues = ['core', 'webhooks', 'documents', 'bulk'] as const;
/** A task queue's short name. */
export type WorkflowQueue = (typeof workflowQueues)[number];

/**
 * Returns the task queue with this short name next to a workflow's own queue. Queue names end in their short
 * names; the part in front belongs to the deployment.
 */
export function queueBeside(taskQueue: string, queue: WorkflowQueue): string {
  const own = workflowQueues.find(short => taskQueue.endsWith(short)) ?? '';
  return taskQueue.slice(0, taskQueue.length - own.length) + queue;
}

/** The fixed properties of a kind of workflow: everything that ties PostgreSQL to Temporal by name. */
export interface WorkflowKind<Type extends string, Input, Signal extends string> {
  /** The name of its function in `workflows/`. */
  readonly type: Type;
  readonly queue: WorkflowQueue;
  /** What operators read in the list of workflows. */
  readonly summary: string;
  /** Whether a command after the end restarts the workflow. Otherwise a repeated start is ignored. */
  readonly isRestartable: boolean;
  /** The signals it takes. None has an argument: a workflow reads the current state from PostgreSQL. */
  readonly signals: readonly Signal[];
  /**
   * Returns the id of the only execution for an input, made of our own identifiers, never of patient data.
   */
  readonly id: (input: Input) => string;
}

/** Returns a definer of kinds that keeps names as literals and the input as a type. */
function kindOf<Input>() {
  return <const Type extends string, const Signal extends string = never>(
    kind: WorkflowKind<Type, Input, Signal>,
  ): WorkflowKind<Type, Input, Signal> => kind;
}

/**
 * The catalog of workflows. Workflows and the code that starts or signals them take names and signals from
 * here.
 */
export const workflows = {
  /** Analyzes one upload of a document. */
  authCheck: kindOf<{ readonly documentUid: string; readonly run: number }>()({
    type: 'authCheck',
    queue: 'documents',
    summary: 'Analysis of one authorization',
    isRestartable: false,
    signals: ['lookAgain', 'discard'],
    id: ({ documentUid, run }) => `auth-check/${documentUid}/${run}`,
  }),
  /** Imports one file of patients. */
  bulkImport: kindOf<{ readonly importUid: string }>()({
    type: 'bulkImport',
    queue: 'bulk',
    summary: 'Bulk import of one file',
    isRestartable: false,
    signals: [],
    id: ({ importUid }) => `bulk-import/${importUid}`,
  }),
  /** Applies one action to many items at the desk. */
  deskBulk: kindOf<{ readonly bulkUid: string }>()({
    type: 'deskBulk',
    queue: 'core',
    summary: 'Bulk action at the desk',
    isRestartable: false,
    signals: [],
    id: ({ bulkUid }) => `desk-bulk/${bulkUid}`,
  }),
  /** E-mails one notice to the owner of a webhook endpoint, or to a member who approves fees. */
  endpointNotice: kindOf<{ readonly noticeUid: string }>()({
    type: 'endpointNotice',
    queue: 'webhooks',
    summary: 'One e-mail to a member',
    isRestartable: false,
    signals: [],
    id: ({ noticeUid }) => `webhook-notice/${noticeUid}`,
  }),
  /** Runs the three searches of one patient. */
  patientSearch: kindOf<{ readonly patientUid: string }>()({
    type: 'patientSearch',
    queue: 'core',
    summary: 'Searches of one patient',
    isRestartable: true,
    signals: ['searchesChanged'],
    id: ({ patientUid }) => `patient-search/${patientUid}`,
  }),
  /** Handles one record request. */
  recordRequest: kindOf<{
    readonly recordRequestUid: string;
    /** Whether its channel still has more to return. */
    readonly isMoreToCome?: boolean | undefined;
  }>()({
    type: 'recordRequest',
    queue: 'core',
    summary: 'One kind of record, requested from one site',
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
  /** Researches one site. */
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
    /** When its event happened, in Unix milliseconds. */
    readonly emittedAtMs?: number | undefined;
  }>()({
    type: 'webhookDelivery',
    queue: 'webhooks',
    summary: 'Delivery of one event to one webhook endpoint',
    isRestartable: false,
    signals: ['retryNow', 'admitted', 'endpointChanged', 'cancel'],
    id: ({ deliveryUid }) => `webhook-delivery/${deliveryUid}`,
  }),
  /** Resends finished deliveries. */
  webhookReplay: kindOf<{ readonly replayUid: string }>()({
    type: 'webhookReplay',
    queue: 'webhooks',
    summary: 'Replay of deliveries to one endpoint',
    isRestartable: false,
    signals: [],
    id: ({ replayUid }) => `webhook-replay/${replayUid}`,
  }),
} as const;

/** A kind of workflow, by its name. */
export type WorkflowType = keyof typeof workflows;
export type AnyWorkflow = (typeof workflows)[WorkflowType];
/** The input of a kind: identifiers only. */
export type InputOf<W extends AnyWorkflow> = Parameters<W['id']>[0];
/** A signal that a kind takes. */
export type SignalOf<W extends AnyWorkflow> = W['signals'][number];
/** The functions that `workflows/` must export: one of each name, with the input of its kind. */
export type WorkflowFunctions = {
  readonly [Type in WorkflowType]: (input: InputOf<(typeof workflows)[Type]>) => Promise<void>;
};

/**
 * The search attributes that filter the list of workflows. They are stored unencrypted, so they hold only ids
 * and values of fixed sets. For a project, that includes the customer's own id; for a patient, never. All are
 * keywords, and Temporal's SQL stores have ten of those per namespace.
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

/** The attributes for finding an execution. Omitted ones are not set. */
export interface WorkflowAttributes {
  /** The company's name. */
  readonly company?: string;
  readonly environment: Environment;
  /** The name of the workflow, or something more specific: an event, a kind of record. */
  readonly kind?: string;
  /** The patient's uid, which is ours; never the id that the customer chose. */
  readonly patient?: string | undefined;
  /** The project's id, as the customer knows it. */
  readonly project?: string | undefined;
  readonly projectUid?: string;
  readonly status?: string;
}

/** Returns the attributes of a workflow about something in a project. */
export function attributesOf(
  { companyId, id, uid, status }: Pick<Project, 'companyId' | 'id' | 'status' | 'uid'>,
  rest: Pick<WorkflowAttributes, 'kind' | 'patient' | 'status'> = {},
): WorkflowAttributes {
  return { company: companyId, environment: environmentOf(status), project: id, projectUid: uid, ...rest };
}

/** A start or a signal to send to Temporal. */
export interface WorkflowCommand {
  readonly workflowType: WorkflowType;
  readonly workflowId: string;
  /**
   * The signal of a signal-with-start, or `null` for a start only, which does nothing if the workflow exists.
   */
  readonly signal: string | null;
  /** The arguments of the workflow: identifiers, never patient data. */
  readonly args: readonly unknown[];
  readonly searchAttributes: WorkflowAttributes;
  /**
   * The second of two commands with the same key is ignored. `null` means that the command is always sent.
   */
  readonly dedupeKey: string | null;
}

/** Returns the command that starts an execution. Repeats are ignored. */
export function startOf<W extends AnyWorkflow>(
  workflow: W,
  input: InputOf<W>,
  attributes: WorkflowAttributes,
): WorkflowCommand {
  const command = commandOf(workflow, input, null, attributes);
  return { ...command, dedupeKey: command.workflowId };
}

/** Returns the command that signals an execution, and starts it if it isn't running. */
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

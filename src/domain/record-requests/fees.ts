/** The fees that facilities ask for records: who decides on each, and what follows. */
import type { Actor } from '../actor';
import type { CalendarDate } from '../clinical/calendar-date';
import { contentTypeOf, fileNameFault } from './file-name';
import { deliveredStatuses, openStatuses, type RecordRequestStatus } from './record-request';

/** The largest fee, and the largest limit of a company, in cents. */
export const feeCentsMax = 1_000_000;
/** The most characters of a note, a message, a question, and an answer about a fee. */
export const feeTextMax = 1_000;
/** After this many rejected fees, support cancels the request or calls the customer. */
export const rejectionsMax = 2;

/** What a facility bases its fee on. */
export const feeBases = ['perPage', 'flat', 'stateCap', 'searchFee'] as const;
/** What a fee is based on. */
export type FeeBasis = (typeof feeBases)[number];

/** The statuses of a fee. */
export const feeStatuses = ['WaitingForApproval', 'Approved', 'Rejected', 'Questioned', 'Withdrawn'] as const;
/** The status of a fee. */
export type FeeStatus = (typeof feeStatuses)[number];

/** What support enters about a fee. */
export interface FeeEntry {
  /** From 1 to {@link feeCentsMax}. */
  readonly amountCents: number;
  readonly basis: FeeBasis;
  /** Whether the facility waits for the payment before it sends the records. */
  readonly needsPrepayment: boolean;
  /** For the customer; without patient data. */
  readonly note: string | null;
}

/** A fee of a record request. */
export interface Fee extends FeeEntry {
  readonly uid: string;
  readonly companyUid: string;
  readonly recordRequestUid: string;
  /** The file with the facility's invoice. */
  readonly invoiceFileUid: string | null;
  readonly status: FeeStatus;
  /** Whether the limit of the company approved it, not a member. */
  readonly isWithinLimit: boolean;
  /** The member who approved, rejected, or asked last, and when. */
  readonly responder: Actor | null;
  readonly respondedAt: Date | null;
  /** Why a member rejected it. */
  readonly message: string | null;
  /** The latest question of a member, and support's answer. */
  readonly question: string | null;
  readonly answer: string | null;
  /** When support entered another fee after a rejection, or closed the rejected one. */
  readonly settledAt: Date | null;
  /** The day on which support paid it. */
  readonly paidOn: CalendarDate | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const statusesWithFees: readonly RecordRequestStatus[] = [...openStatuses, ...deliveredStatuses];
/** The statuses of record requests whose fees are entered and decided: open, or with records. */
export const feeTakingStatuses: readonly RecordRequestStatus[] = [...new Set(statusesWithFees)];

/** Whether fees of a record request are entered and decided. */
export function takesFees(status: RecordRequestStatus): boolean {
  return feeTakingStatuses.includes(status);
}

/** Whether the limit of a company approves an amount at once. @param limitCents `null` without a limit */
export function isWithin(limitCents: number | null, amountCents: number): boolean {
  return limitCents !== null && amountCents <= limitCents;
}

/** Returns a new fee: approved at once within the limit of the company, else for a member to decide. */
export function newFee(
  entry: FeeEntry & Pick<Fee, 'uid' | 'companyUid' | 'recordRequestUid' | 'createdAt'>,
  limitCents: number | null,
): Fee {
  const isWithinLimit = isWithin(limitCents, entry.amountCents);
  return {
    ...entry,
    invoiceFileUid: null,
    status: isWithinLimit ? 'Approved' : 'WaitingForApproval',
    isWithinLimit,
    responder: null,
    respondedAt: null,
    message: null,
    question: null,
    answer: null,
    settledAt: null,
    paidOn: null,
    version: 1,
    updatedAt: entry.createdAt,
  };
}

/** What a member does about a fee. */
export type FeeResponse =
  | { readonly kind: 'approve' }
  | { readonly kind: 'reject'; readonly message: string }
  | { readonly kind: 'ask'; readonly question: string };

/** What support does about a fee. */
export type FeeWork =
  | { readonly kind: 'answer'; readonly answer: string }
  | { readonly kind: 'withdraw' }
  /** Closes a rejected fee that no other fee replaces. */
  | { readonly kind: 'close' }
  | { readonly kind: 'pay'; readonly paidOn: CalendarDate };

type Kind = FeeResponse['kind'] | FeeWork['kind'];

const statusesFor: Readonly<Record<Kind, readonly FeeStatus[]>> = {
  approve: ['WaitingForApproval', 'Questioned'],
  reject: ['WaitingForApproval', 'Questioned'],
  ask: ['WaitingForApproval'],
  answer: ['Questioned'],
  withdraw: ['WaitingForApproval', 'Questioned', 'Approved'],
  close: ['Rejected'],
  pay: ['Approved'],
};

/** Whether something can be done about a fee in its status. */
export function canDo(
  kind: Kind,
  { status, settledAt, paidOn }: Pick<Fee, 'status' | 'settledAt' | 'paidOn'>,
): boolean {
  if (kind === 'withdraw' && paidOn !== null) return false;
  if (kind === 'close' && settledAt !== null) return false;
  return statusesFor[kind].includes(status);
}

const changed = (fee: Fee, changes: Partial<Fee>, at: Date): Fee => ({
  ...fee,
  ...changes,
  version: fee.version + 1,
  updatedAt: at,
});

/** Returns the fee after a member's response; `undefined` if its status doesn't allow it. */
export function respond(fee: Fee, response: FeeResponse, responder: Actor, at: Date): Fee | undefined {
  if (!canDo(response.kind, fee)) return undefined;
  const responded = { responder, respondedAt: at };
  switch (response.kind) {
    case 'approve':
      return changed(fee, { ...responded, status: 'Approved' }, at);
    case 'reject':
      return changed(fee, { ...responded, status: 'Rejected', message: response.message }, at);
    case 'ask':
      return changed(
        fee,
        { ...responded, status: 'Questioned', question: response.question, answer: null },
        at,
      );
  }
}

/** Returns the fee after support's work; `undefined` if its status doesn't allow it. */
export function workOnFee(fee: Fee, work: FeeWork, at: Date): Fee | undefined {
  if (!canDo(work.kind, fee)) return undefined;
  switch (work.kind) {
    case 'answer':
      return changed(fee, { status: 'WaitingForApproval', answer: work.answer }, at);
    case 'withdraw':
      return changed(fee, { status: 'Withdrawn' }, at);
    case 'close':
      return changed(fee, { settledAt: at }, at);
    case 'pay':
      return changed(fee, { paidOn: work.paidOn }, at);
  }
}

/** Returns the rejected fees of a request as another fee settles them. */
export function settledBy(fees: readonly Fee[], at: Date): Fee[] {
  return fees.flatMap(fee => workOnFee(fee, { kind: 'close' }, at) ?? []);
}

/** Returns when a fee was approved or rejected; `null` if it wasn't. */
export function decidedAtOf({ status, respondedAt, createdAt }: Fee): Date | null {
  return status === 'Approved' || status === 'Rejected' ? (respondedAt ?? createdAt) : null;
}

/** Whether a customer rejected so many fees of a request that another one is no answer. */
export function isRejectedTooOften(fees: ReadonlyArray<Pick<Fee, 'status'>>): boolean {
  return fees.filter(({ status }) => status === 'Rejected').length >= rejectionsMax;
}

/** What a fee waits for: the customer's approval, or support's clarification or payment. */
export type FeeTurn = 'approval' | 'clarification' | 'payment';

/** What decides what a fee waits for. */
export type FeeInTurn = Pick<Fee, 'status' | 'settledAt' | 'paidOn' | 'needsPrepayment' | 'updatedAt'>;

/** Returns what a fee waits for; `null` for nothing. */
export function turnOf({ status, settledAt, paidOn }: Omit<FeeInTurn, 'updatedAt'>): FeeTurn | null {
  if (status === 'WaitingForApproval') return 'approval';
  if (status === 'Questioned' || (status === 'Rejected' && settledAt === null)) return 'clarification';
  return status === 'Approved' && paidOn === null ? 'payment' : null;
}

const turns: readonly FeeTurn[] = ['approval', 'clarification', 'payment'];

/**
 * Returns what the fees of a request make it wait for, the customer first, and since when. A payment that the
 * facility doesn't wait for holds nothing up.
 */
export function holdOfFees(
  fees: readonly FeeInTurn[],
): { readonly turn: FeeTurn; readonly since: Date } | undefined {
  for (const turn of turns) {
    const fee = fees.find(one => turnOf(one) === turn && (turn !== 'payment' || one.needsPrepayment));
    if (fee !== undefined) return { turn, since: fee.updatedAt };
  }
  return undefined;
}

/** The types of files that an invoice can be. */
export const invoiceTypes: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/tiff',
]);

/** Returns why an invoice can't have a file name, as a sentence; `undefined` if it can. */
export function invoiceFault(fileName: string): string | undefined {
  const fault = fileNameFault(fileName.normalize('NFC'));
  if (fault !== undefined) return `The file name ${fault}. Choose another one.`;
  return invoiceTypes.has(contentTypeOf(fileName)) ? undefined : wrongInvoiceType;
}

/** What a person sees for a file that is no invoice. */
export const wrongInvoiceType = 'An invoice must be a PDF, JPEG, PNG, or TIFF file.';

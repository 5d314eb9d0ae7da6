/** What speaks against an approval, and the reasons for which an operator approves anyway. */
import type { AuthCheck } from '../auth-checks/auth-check';
import { failedChecks, type FailedCheck } from '../auth-checks/failed-checks';
import type { CalendarDate } from '../clinical/calendar-date';
import type { AuthorizationStatus } from './authorization-status';

/** What speaks against an approval. */
export const approvalConcerns = [
  /** No document is on file, although the project needs one. */
  'noDocument',
  /** The operator didn't see the document: it can't be displayed, or they didn't open it. */
  'notShown',
  /** The document on file isn't analyzed yet. */
  'notAnalyzed',
  /** A check of the analysis failed. */
  'failedCheck',
] as const;

/** What speaks against an approval. */
export type ApprovalConcern = (typeof approvalConcerns)[number];

/** The reasons to approve anyway. With `other`, an explanation is required. */
export const overrideReasons = [
  'analysisIsWrong',
  'seenElsewhere',
  'supportingDocument',
  'confirmedWithCustomer',
  'noAuthorizationNeeded',
  'other',
] as const;

/** A reason to approve anyway. */
export type OverrideReason = (typeof overrideReasons)[number];

/** The analysis of a document, as far as an approval depends on it. */
export type ApprovedCheck = Pick<AuthCheck, 'run' | 'status' | 'etag' | 'verdicts' | 'suggestedStatus'> & {
  readonly engineVersion: string;
};

/** What an approval is based on. */
export interface ApprovalFacts {
  /** Whether the project's patients need a document. */
  readonly needsDocument: boolean;
  /** The document on file; `null` if there is none. */
  readonly etag: string | null;
  /** How many of its pages the operator saw. */
  readonly pagesShown: number;
  readonly check: ApprovedCheck | undefined;
}

/** What speaks against an approval, with the failed checks. */
export interface ApprovalQuestion {
  readonly concerns: readonly ApprovalConcern[];
  readonly failed: readonly FailedCheck[];
}

/** Returns what speaks against an approval (AUTH-28); no concerns if it needs no reason. */
export function questionOf({ needsDocument, etag, pagesShown, check }: ApprovalFacts): ApprovalQuestion {
  if (etag === null) return { concerns: needsDocument ? ['noDocument'] : [], failed: [] };
  const isAnalyzed = check?.status === 'judged' && check.etag === etag;
  const failed = isAnalyzed ? failedChecks(check.verdicts) : [];
  const concerns: ApprovalConcern[] = [
    ...(pagesShown === 0 ? (['notShown'] as const) : []),
    ...(isAnalyzed ? [] : (['notAnalyzed'] as const)),
    ...(failed.length === 0 ? [] : (['failedCheck'] as const)),
  ];
  return { concerns, failed };
}

/** Returns a question as one line: the operator confirms exactly this one. */
export function questionLine({ concerns, failed }: ApprovalQuestion): string {
  return [...concerns, ...failed].join(' ');
}

/** Whether a decision makes an authorization valid: it approves it, or changes how long it is approved. */
export function isApproval(
  before: {
    readonly authorizationStatus: AuthorizationStatus;
    readonly authorizationExpiresOn: CalendarDate | null;
  },
  {
    status,
    expiresOn,
  }: { readonly status: AuthorizationStatus; readonly expiresOn?: CalendarDate | null | undefined },
): boolean {
  if (status !== 'Approved') return false;
  const isSameTerm = expiresOn === undefined || expiresOn === before.authorizationExpiresOn;
  return before.authorizationStatus !== 'Approved' || !isSameTerm;
}

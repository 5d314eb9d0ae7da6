import type { AuthorizationStatus } from '../authorizations/authorization-status';
import type { Refusal } from './document-layout';
import type { Extraction } from './extract';
import type { VerdictCounts, Verdicts } from './judge';

/** A place in the object store whose bytes are analysed; a later upload to it is the same document. */
export interface AuthorizationDocument {
  readonly uid: string;
  readonly companyUid: string;
  readonly patientUid: string;
  readonly storageKey: string;
}

/** Where a run stands: `pending` until the document is read, `read` until it is judged. */
export type AuthCheckStatus = 'pending' | 'read' | 'judged' | 'discarded';

/** One run of the analysis of a document. */
export interface AuthCheck {
  readonly documentUid: string;
  /** From 1. */
  readonly run: number;
  readonly status: AuthCheckStatus;
  /** What the object store calls the bytes that this run reads. */
  readonly etag: string;
  readonly refusal: Refusal | null;
  readonly extraction: Extraction | null;
  readonly verdicts: Verdicts | null;
  readonly verdictCounts: VerdictCounts | null;
  readonly suggestedStatus: AuthorizationStatus | null;
  readonly judgedAt: Date | null;
}

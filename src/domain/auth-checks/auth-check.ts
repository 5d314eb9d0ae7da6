import type { AuthorizationStatus } from '../authorizations/authorization-status';
import type { Refusal, Extraction } from './extraction';
import type { VerdictCounts, Verdicts } from './judge';

/** A place in the object store whose bytes are analyzed. A later upload to it is the same document. */
export interface AuthorizationDocument {
  readonly uid: string;
  readonly companyUid: string;
  /** `null` for a document outside any patient. */
  readonly patientUid: string | null;
  readonly storageKey: string;
}

/** The status of a run: `pending` until the document is read, `read` until it is judged. */
export type AuthCheckStatus = 'pending' | 'read' | 'judged' | 'discarded';

/** One run of the analysis of a document. */
export interface AuthCheck {
  readonly documentUid: string;
  /** From 1. */
  readonly run: number;
  readonly status: AuthCheckStatus;
  /** The object store's etag of the bytes that this run reads. */
  readonly etag: string;
  readonly refusal: Refusal | null;
  readonly extraction: Extraction | null;
  readonly verdicts: Verdicts | null;
  readonly verdictCounts: VerdictCounts | null;
  readonly suggestedStatus: AuthorizationStatus | null;
  readonly judgedAt: Date | null;
}

/**
 * What starts a run: which bytes it reads with which engine, and whether it may keep the previous run's
 * reading.
 */
export interface RunRequest {
  readonly etag: string;
  readonly engineVersion: string;
  /** Whether to keep the previous run's reading, if it read the same bytes with the same engine. */
  readonly keepsReading: boolean;
}

/** What a run starts with: nothing, or the previous run's reading. */
export type RunBeginning = Pick<AuthCheck, 'etag' | 'refusal' | 'extraction'> & {
  readonly status: 'pending' | 'read';
  readonly engineVersion: string;
};

/**
 * Returns what the next run of a document starts with. @param before the run that it discards; `undefined`
 * for the first
 */
export function beginRun(
  before:
    | (Pick<AuthCheck, 'etag' | 'refusal' | 'extraction' | 'status'> & { readonly engineVersion: string })
    | undefined,
  { etag, engineVersion, keepsReading }: RunRequest,
): RunBeginning {
  const isKept =
    keepsReading &&
    before !== undefined &&
    before.etag === etag &&
    before.engineVersion === engineVersion &&
    before.status !== 'pending';
  return isKept
    ? { status: 'read', etag, engineVersion, refusal: before.refusal, extraction: before.extraction }
    : { status: 'pending', etag, engineVersion, refusal: null, extraction: null };
}

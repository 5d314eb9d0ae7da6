/** What happened to each upload of a patient's authorization: stored as steps, and shown as a history. */
import type { Actor } from '../actor';
import { failedChecks, type FailedCheck } from '../auth-checks/failed-checks';
import type { Verdicts } from '../auth-checks/judge';
import { suggest } from '../auth-checks/suggestion';
import type { CalendarDate } from '../clinical/calendar-date';
import type { AuthorizationStatus } from './authorization-status';
import type { AuthorizationTerm } from './authorization-term';
import type { RefusalReason } from './refusal-reason';

/** The most uploads that are shown. */
export const uploadsShownMax = 20;
/** The most decisions on an upload that are shown. */
export const decisionsShownMax = 5;

/** What can happen to an upload. */
export type StepKind =
  | 'uploaded'
  /** The check judged it. */
  | 'checked'
  /** It was approved, refused, or sent back to review. */
  | 'decided'
  /** The last day on which it is valid became known, or changed. */
  | 'dated'
  | 'revoked'
  /** The file was too large to keep. */
  | 'removed';

/** A step of an upload, without a value that was read from the document but its last day. */
export interface AuthorizationStep {
  readonly patientUid: string;
  /** The number of the upload among those of the patient, from 1. */
  readonly upload: number;
  /** From 1. */
  readonly step: number;
  readonly kind: StepKind;
  readonly at: Date;
  /** The object store's etag of an upload; `null` for other steps. */
  readonly etag: string | null;
  /** `null` if unknown. */
  readonly actor: Actor | null;
  /** Suggested by the check, or decided. */
  readonly status: AuthorizationStatus | null;
  readonly reason: RefusalReason | null;
  /** Only of a check. */
  readonly failed: readonly FailedCheck[] | null;
  /** The last day on which it is valid, or the day on which the patient revoked it. */
  readonly day: CalendarDate | null;
}

/** A step that isn't stored yet. */
export type NewStep = Omit<AuthorizationStep, 'patientUid' | 'upload' | 'step'>;

const nothing = { etag: null, actor: null, status: null, reason: null, failed: null, day: null } as const;

/** A document on file. */
export interface OnFile {
  readonly etag: string;
  readonly uploadedAt: Date;
}

/** Returns the step of an upload. @param actor who uploaded it; `null` if unknown */
export function uploadedStep({ etag, uploadedAt }: OnFile, actor: Actor | null): NewStep {
  return { ...nothing, kind: 'uploaded', at: uploadedAt, etag, actor };
}

/** Returns the step of a file that was too large to keep. */
export function removedStep(at: Date): NewStep {
  return { ...nothing, kind: 'removed', at };
}

/** Returns the step of a check. */
export function checkedStep(verdicts: Verdicts, at: Date): NewStep {
  return { ...nothing, kind: 'checked', at, ...suggest(verdicts), failed: failedChecks(verdicts) };
}

/** What a patient's record says about the authorization. */
export interface RecordedAuthorization extends Pick<
  AuthorizationTerm,
  'authorizationExpiresOn' | 'authorizationRevokedOn'
> {
  readonly authorizationStatus: AuthorizationStatus;
  readonly authorizationReason: RefusalReason | null;
  readonly authorizationEtag: string | null;
  readonly authorizationUploadedAt: Date | null;
}

/** Returns the document on file; `undefined` if there is none. */
export function onFile({
  authorizationEtag: etag,
  authorizationUploadedAt: uploadedAt,
}: RecordedAuthorization): OnFile | undefined {
  return etag === null || uploadedAt === null ? undefined : { etag, uploadedAt };
}

/**
 * Returns the steps of a change that leaves the document as it is. Another document starts without a status
 * and a term, which is no decision about it.
 */
export function stepsOfChange(
  before: RecordedAuthorization,
  after: RecordedAuthorization,
  actor: Actor,
  at: Date,
): readonly NewStep[] {
  const [had, has] = [onFile(before), onFile(after)];
  if (had?.etag !== has?.etag || had?.uploadedAt.getTime() !== has?.uploadedAt.getTime()) return [];
  if (has === undefined) return [];
  const {
    authorizationStatus: status,
    authorizationReason: reason,
    authorizationRevokedOn: revokedOn,
  } = after;
  const isDecided = before.authorizationStatus !== status || before.authorizationReason !== reason;
  const isDated = before.authorizationExpiresOn !== after.authorizationExpiresOn;
  const isRevoked = before.authorizationRevokedOn !== revokedOn;
  return [
    ...(isDecided ? [{ ...nothing, kind: 'decided', at, actor, status, reason } as const] : []),
    ...(isDated
      ? [{ ...nothing, kind: 'dated', at, actor, day: after.authorizationExpiresOn } as const]
      : []),
    ...(isRevoked ? [{ ...nothing, kind: 'revoked', at, actor, day: revokedOn } as const] : []),
  ];
}

/** Whether the latest upload with a step is the document on file, which may be the same file again. */
export function isUploadOf(uploaded: AuthorizationStep | undefined, document: OnFile): boolean {
  return uploaded?.etag === document.etag && uploaded.at.getTime() === document.uploadedAt.getTime();
}

/**
 * Returns the steps of the document on file that aren't kept, because an earlier release checked or decided
 * it. Who decided, and when, isn't known.
 * @param steps of the latest uploads, oldest first
 * @param verdicts of the document; `null` if it isn't judged
 */
export function missingSteps(
  steps: readonly AuthorizationStep[],
  recorded: RecordedAuthorization,
  verdicts: Verdicts | null,
  at: Date,
): readonly NewStep[] {
  const document = onFile(recorded);
  if (document === undefined) return [];
  const uploaded = lastOf(steps, 'uploaded');
  const kept = isUploadOf(uploaded, document)
    ? steps.filter(({ upload }) => upload === uploaded?.upload)
    : [];
  const { authorizationExpiresOn: expiresOn, authorizationRevokedOn: revokedOn } = recorded;
  const hasCheck = verdicts === null || lastOf(kept, 'checked') !== undefined;
  const hasTerm = (lastOf(kept, 'dated')?.day ?? null) === expiresOn;
  const hasRevocation = (lastOf(kept, 'revoked')?.day ?? null) === revokedOn;
  return [
    ...(hasCheck ? [] : [checkedStep(verdicts, at)]),
    ...unkeptDecision(decisionsIn(kept), recorded).map(
      ({ status, reason }) => ({ ...nothing, kind: 'decided', at, status, reason }) as const,
    ),
    ...(hasTerm ? [] : [{ ...nothing, kind: 'dated', at, day: expiresOn } as const]),
    ...(hasRevocation ? [] : [{ ...nothing, kind: 'revoked', at, day: revokedOn } as const]),
  ];
}

/** Whether a check says the same as an earlier one. */
export function isSameCheck(a: NewStep, b: NewStep): boolean {
  return (
    a.status === b.status &&
    a.reason === b.reason &&
    (a.failed ?? []).join(' ') === (b.failed ?? []).join(' ')
  );
}

/** The result of a check, as kept. */
export interface PastCheck {
  readonly status: AuthorizationStatus | null;
  readonly reason: RefusalReason | null;
  readonly failed: readonly FailedCheck[];
}

/** A decision on an upload. */
export interface PastDecision {
  readonly status: AuthorizationStatus;
  readonly reason: RefusalReason | null;
  /** `null` if it isn't known, as before the history was kept. */
  readonly made: { readonly at: Date; readonly by: Actor | null } | null;
}

/** An upload of a patient's authorization, and what happened to it. */
export interface PastUpload {
  readonly uploadedAt: Date;
  /** `null` if unknown: an upload URL doesn't say who uses it. */
  readonly uploadedBy: Actor | null;
  readonly isOnFile: boolean;
  /** Whether it is the same file as the upload before. */
  readonly isSameFile: boolean;
  readonly isTooLarge: boolean;
  /** `null` if it wasn't checked, or not yet. */
  readonly check: PastCheck | null;
  /** The latest ones, oldest first. */
  readonly decisions: readonly PastDecision[];
  readonly validThrough: CalendarDate | null;
  readonly revokedOn: CalendarDate | null;
}

/** The uploads of a patient's authorization, newest first. */
export interface UploadHistory {
  readonly uploads: readonly PastUpload[];
  /** Whether there are earlier ones. */
  readonly isCut: boolean;
}

function lastOf(steps: readonly AuthorizationStep[], kind: StepKind): AuthorizationStep | undefined {
  return steps.findLast(step => step.kind === kind);
}

function checkIn(steps: readonly AuthorizationStep[]): PastCheck | null {
  const checked = lastOf(steps, 'checked');
  return checked === undefined
    ? null
    : { status: checked.status, reason: checked.reason, failed: checked.failed ?? [] };
}

function decisionsIn(steps: readonly AuthorizationStep[]): PastDecision[] {
  return steps.flatMap(({ kind, status, reason, at, actor: by }): PastDecision[] =>
    kind === 'decided' && status !== null ? [{ status, reason, made: by === null ? null : { at, by } }] : [],
  );
}

/** Returns the decision that the record says, unless the latest one that is kept is the same. */
function unkeptDecision(
  kept: readonly PastDecision[],
  { authorizationStatus: status, authorizationReason: reason }: RecordedAuthorization,
): readonly PastDecision[] {
  const last = kept.at(-1) ?? { status: 'NeedsApproval', reason: null };
  return last.status === status && last.reason === reason ? [] : [{ status, reason, made: null }];
}

/** An upload with its file, which the next one is compared with. */
interface NamedUpload {
  readonly etag: string | null;
  readonly past: PastUpload;
}

/** Returns an upload from its steps. @param before the upload before */
function pastUpload(
  steps: readonly AuthorizationStep[],
  before: NamedUpload | undefined,
): NamedUpload | undefined {
  const uploaded = lastOf(steps, 'uploaded');
  if (uploaded === undefined) return undefined;
  const isSameFile = before?.etag === uploaded.etag && !before.past.isTooLarge;
  const past = {
    uploadedAt: uploaded.at,
    uploadedBy: uploaded.actor,
    isOnFile: false,
    isSameFile,
    isTooLarge: lastOf(steps, 'removed') !== undefined,
    // The same bytes aren't checked again.
    check: checkIn(steps) ?? (isSameFile ? before.past.check : null),
    decisions: decisionsIn(steps),
    validThrough: lastOf(steps, 'dated')?.day ?? null,
    revokedOn: lastOf(steps, 'revoked')?.day ?? null,
  };
  return { etag: uploaded.etag, past };
}

/** Returns the current upload as the record says it, whatever was kept of it. */
function currentUpload(
  recorded: RecordedAuthorization,
  document: OnFile,
  verdicts: Verdicts | null,
  kept: PastUpload | undefined,
): PastUpload {
  const decisions = kept?.decisions ?? [];
  return {
    uploadedAt: document.uploadedAt,
    uploadedBy: kept?.uploadedBy ?? null,
    isOnFile: true,
    isSameFile: kept?.isSameFile ?? false,
    isTooLarge: false,
    check: verdicts === null ? null : { ...suggest(verdicts), failed: failedChecks(verdicts) },
    decisions: [...decisions, ...unkeptDecision(decisions, recorded)],
    validThrough: recorded.authorizationExpiresOn,
    revokedOn: recorded.authorizationRevokedOn,
  };
}

/**
 * Returns the history of a patient's uploads, newest first. The one on file is shown as the record and its
 * analysis say, since they are newer than the steps of an upload that an earlier release recorded.
 * @param steps of the latest uploads, oldest first
 * @param verdicts of the document on file; `null` if it isn't judged yet
 */
export function uploadHistory(
  steps: readonly AuthorizationStep[],
  recorded: RecordedAuthorization,
  verdicts: Verdicts | null,
): UploadHistory {
  const byNumber = Map.groupBy(steps, ({ upload }) => upload);
  const named: NamedUpload[] = [];
  for (const ofUpload of byNumber.values()) {
    const found = pastUpload(ofUpload, named.at(-1));
    if (found !== undefined) named.push(found);
  }
  const past = named.map(({ past: shown }) => shown);
  const document = onFile(recorded);
  const isKept =
    document !== undefined &&
    isUploadOf(lastOf(steps, 'uploaded'), document) &&
    past.at(-1)?.isTooLarge === false;
  const current =
    document === undefined
      ? []
      : [currentUpload(recorded, document, verdicts, isKept ? past.at(-1) : undefined)];
  const uploads = [...(isKept ? past.slice(0, -1) : past), ...current].toReversed();
  const first = steps[0]?.upload ?? 1;
  return { uploads: uploads.slice(0, uploadsShownMax), isCut: first > 1 || uploads.length > uploadsShownMax };
}

import {
  isApproval,
  questionLine,
  questionOf,
  type ApprovalConcern,
  type ApprovalFacts,
  type ApprovalQuestion,
  type OverrideReason,
} from '../../domain/authorizations/approval';
import {
  mayDecideStatus,
  needsDocument,
  type AuthorizationStatus,
} from '../../domain/authorizations/authorization-status';
import { refusalFacts, type RefusalReason } from '../../domain/authorizations/refusal-reason';
import type { DecidedAuthorization } from '../../domain/audit-events';
import { etagOf, instantOf } from '../../domain/changes';
import type { CalendarDate } from '../../domain/clinical/calendar-date';
import { review, type Patient } from '../../domain/patients/patient';
import { authorizationKey } from '../../files/key-layout';
import type { ObjectStore } from '../../files/object-store';
import { hasReadAuthorization } from '../../store/audit/audit';
import { findPatientApprovedCheck } from '../../store/auth-checks/auth-checks';
import { closeReread } from '../../store/auth-checks/rereads';
import { resource, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { lockReviewedPatient, type OperatorsPatient, type PatientRef } from '../operators';
import { commitPatient } from './commit-patient';

/** An approval that needs a reason, or a reason that doesn't match what speaks against the approval. */
export class ApprovalQuestioned extends OperatorError {
  /** @param question what speaks against the approval now */
  constructor(
    readonly question: ApprovalQuestion,
    sentence: string,
    hint?: string,
  ) {
    super(sentence, hint === undefined ? {} : { hint });
  }
}

/** A decision on an authorization. */
export interface AuthorizationDecision {
  readonly status: AuthorizationStatus;
  /** The patient's version that was seen: this document, and this status. */
  readonly version: number;
  /**
   * The last day on which the document is valid, `null` if it has no date, and `undefined` to go by what was
   * read.
   */
  readonly expiresOn?: CalendarDate | null | undefined;
  /** Why the document isn't accepted, where the status doesn't say it. It has this status. */
  readonly refusal?: RefusalReason | undefined;
  /** The operator's words, which only the audit log keeps. */
  readonly explanation?: string | undefined;
  /** Approves against everything that speaks against it. */
  readonly override?:
    | {
        readonly reason: OverrideReason;
        /** The question that the operator confirmed, from `questionLine`; `undefined` for any. */
        readonly confirmed?: string | undefined;
      }
    | undefined;
}

/** What an operator saw of the document on file. */
export interface Sight {
  readonly pagesShown: number;
  /** Whether it could have been shown; then an approval without a look at it is refused. */
  readonly isShowable: boolean;
}

/** Returns what the operator saw of a patient's document on file, by its ETag. */
export type SightOf = (patient: Patient, etag: string) => Promise<Sight>;

/**
 * Returns what an operator saw with the admin command, which shows no pictures: whether they got the download
 * URL of this version of the document.
 */
export function sightOfCommand({ tx, principal }: OperatorChange): SightOf {
  return async ({ uid: resourceUid }, etag) => {
    const isRead = await hasReadAuthorization(tx, { actorName: principal.name, resourceUid, etag });
    return { pagesShown: isRead ? 1 : 0, isShowable: false };
  };
}

const concernTexts: Readonly<Record<ApprovalConcern, string>> = {
  noDocument: 'there is no authorization on file, and the project requires one',
  notShown: "you haven't seen this version of the document",
  notAnalyzed: "the document isn't analyzed yet",
  failedCheck: 'checks of the document failed',
};

function sentenceOf({ concerns }: ApprovalQuestion): string {
  return `This approval needs a reason: ${concerns.map(concern => concernTexts[concern]).join('; ')}.`;
}

function hintOf({ failed }: ApprovalQuestion): string {
  const names = failed.length === 0 ? '' : `Failed checks: ${failed.join(', ')}. `;
  return (
    `${names}Look at the document with \`patient document\`. To approve anyway, add --override and ` +
    '--reason CODE.'
  );
}

/** @throws ApprovalQuestioned unless the override answers exactly what speaks against the approval */
function assertAnswered(question: ApprovalQuestion, { override, explanation }: AuthorizationDecision): void {
  const isQuestioned = question.concerns.length > 0;
  if (!isQuestioned && override === undefined) return;
  if (!isQuestioned)
    throw new ApprovalQuestioned(
      question,
      'This approval needs no reason anymore. Look at the document again, then approve it.',
      'Run the command again without --override and --reason.',
    );
  if (override === undefined) throw new ApprovalQuestioned(question, sentenceOf(question), hintOf(question));
  const { confirmed, reason } = override;
  if (confirmed !== undefined && confirmed !== questionLine(question))
    throw new ApprovalQuestioned(
      question,
      `The analysis has changed since you opened the page. ${sentenceOf(question)}`,
    );
  if (reason === 'other' && explanation === undefined)
    throw new ApprovalQuestioned(
      question,
      'Enter an explanation, because the reason is “Other”.',
      'Add --explanation TEXT.',
    );
}

/** What a decision is based on, and how much of it was seen. */
interface Basis extends ApprovalFacts {
  readonly uploadedAt: Date | null;
  readonly isShowable: boolean;
}

async function readBasis(
  { tx }: OperatorChange,
  { project, patient }: OperatorsPatient,
  sightOf: SightOf,
): Promise<Basis> {
  const { authorizationEtag: etag, authorizationUploadedAt: uploadedAt } = patient;
  const sight = etag === null ? { pagesShown: 0, isShowable: false } : await sightOf(patient, etag);
  const check = await findPatientApprovedCheck(tx, patient.uid);
  return { needsDocument: needsDocument(project), etag, uploadedAt, check, ...sight };
}

/** Returns what speaks against an approval now. */
export async function approvalQuestion(
  change: OperatorChange,
  found: OperatorsPatient,
  sightOf: SightOf,
): Promise<ApprovalQuestion> {
  return questionOf(await readBasis(change, found, sightOf));
}

/** @throws OperatorError for an approval that isn't possible; ApprovalQuestioned if it needs a reason */
function assertMayApprove(
  { patient }: OperatorsPatient,
  basis: Basis,
  decision: AuthorizationDecision,
): void {
  if (patient.authorizationRevokedOn !== null)
    throw new OperatorError(
      'The patient revoked this authorization, and that is final. Wait for another document.',
    );
  if (!isApproval(patient, decision)) {
    if (decision.override !== undefined)
      throw new OperatorError('This authorization is already approved, so there is nothing to override.');
    return;
  }
  if (basis.etag !== null && basis.pagesShown === 0 && basis.isShowable)
    throw new OperatorError(
      "You haven't seen this version of the document in this session. Wait until its first page is shown, " +
        'then approve it.',
    );
  assertAnswered(questionOf(basis), decision);
}

/** Returns the decision as the audit log keeps it. */
function decidedChanges(
  before: Patient,
  after: Patient,
  { etag, uploadedAt, check, pagesShown, ...facts }: Basis,
  { override }: AuthorizationDecision,
): DecidedAuthorization {
  const { concerns, failed } = questionOf({ ...facts, etag, check, pagesShown });
  return {
    status: { from: before.authorizationStatus, to: after.authorizationStatus },
    refusal: after.authorizationReason,
    ...(before.authorizationExpiresOn === after.authorizationExpiresOn
      ? {}
      : { authorizationExpiresOn: null }),
    document:
      etag === null || uploadedAt === null
        ? null
        : { etag: etagOf(etag), uploadedAt: instantOf(uploadedAt), version: before.version },
    check:
      check === undefined
        ? null
        : {
            run: check.run,
            engine: Number(check.engineVersion),
            status: check.status,
            failed,
            suggested: check.suggestedStatus,
          },
    override: override === undefined ? null : { concerns, reason: override.reason },
    pagesShown,
  };
}

/**
 * Decides on a patient's authorization for an operator: approves it, or names its fault. Any status can
 * follow any other, so a wrong approval is corrected the same way. Searches that wait for the approval start
 * right away. An approval against a failed check, of a document that wasn't shown or analyzed, or without a
 * required document needs an override with a reason (AUTH-28).
 * @param sightOf returns what the operator saw of the document
 * @throws OperatorError for an unknown patient, one that changed since, a project whose patients operators
 * don't review, an approval of a revoked document, and an approval of a document that wasn't looked at;
 * ApprovalQuestioned for an approval that needs a reason
 */
export async function decideAuthorization(
  change: OperatorChange,
  ref: PatientRef,
  decision: AuthorizationDecision,
  sightOf: SightOf,
): Promise<OperatorsPatient> {
  const { status, version, expiresOn, explanation, override, refusal } = decision;
  const found = await lockReviewedPatient(change.tx, ref, version);
  if (!mayDecideStatus('operator', found.project.status)) {
    throw new OperatorError(
      'This is a sandbox project, where the customer sets the status by updating the patient. ' +
        'Operators review live projects only.',
    );
  }
  if (refusal !== undefined && refusalFacts(refusal).status !== status)
    throw new OperatorError(`Use this reason only with the status ${refusalFacts(refusal).status}.`);
  const basis = await readBasis(change, found, sightOf);
  if (status === 'Approved') assertMayApprove(found, basis, decision);
  else if (override !== undefined)
    throw new OperatorError('Only an approval can be overridden.', {
      hint: 'Run the command again without --override and --reason.',
    });
  const { project, patient: before } = found;
  await closeReread(change.tx, before.uid, change.now);
  const decided = review(before, status, project, { expiresOn, reason: refusal });
  const patient = await commitPatient(change, project, decided);
  const subject = resource('patient', patient);
  if (patient === before) await change.auditLook(subject, { as: 'patient.read' });
  else {
    const changes = decidedChanges(before, patient, basis, decision);
    await change.audit(subject, 'authorization.decide', changes, explanation);
  }
  return { ...found, patient };
}

/**
 * Checks that the store still has the upload that is on record, before a decision on it. Call it outside any
 * transaction.
 * @throws OperatorError if another document was uploaded, which isn't noticed yet
 */
export async function assertStoredAsOnRecord(
  files: Pick<ObjectStore, 'head'>,
  patient: Patient,
): Promise<void> {
  const { companyUid, projectUid, uid: patientUid } = patient;
  const facts = await files.head(authorizationKey({ companyUid, projectUid, patientUid }));
  // The same bytes again are the same document, and one that is gone can't be shown.
  if (facts === undefined || facts.etag === patient.authorizationEtag) return;
  throw new OperatorError(
    'Another document was uploaded in the meantime. Wait until it is analyzed, and look at it before ' +
      'you decide.',
  );
}

import { z } from 'zod';
import { authorizationStatuses } from '../../domain/authorizations/authorization-status';
import { overrideReasons, questionLine } from '../../domain/authorizations/approval';
import { refusalFacts, refusalReasons } from '../../domain/authorizations/refusal-reason';
import { suggest } from '../../domain/auth-checks/suggestion';
import { isRealDate } from '../../domain/clinical/calendar-date';
import { notFound } from '../../domain/problem';
import { listChecks } from '../../embeds/auth-check/reading';
import { openDocuments, showPage } from '../../usecases/desk/document-pages';
import { admitToPage, decideReview, findReviewed, showReview } from '../../usecases/desk/reviews';
import { ApprovalQuestioned, assertStoredAsOnRecord } from '../../usecases/patients/authorization-decisions';
import { field, FormProblem, formOf, offeredField, typedIn, version } from '../forms';
import { messageFor, redirectDone } from '../messages';
import { page, type Reply } from '../reply';
import type { Refusal } from '../route';
import { uidIn } from '../visit';
import { becauseOf, reasonMax } from './components/authorization-decision';
import { lineOf } from './lines';
import { renderReviewPage } from './pages/review-page';
import { deskPath } from './paths';
import { auditedLook, decision, type DeskRoute } from './routes';
import type { DeskVisit } from './visit';

const doneTexts = {
  decided: 'Decision saved. This is the next authorization.',
  take: 'Assigned to you.',
} as const;

async function reviewPage(visit: DeskVisit, refusal?: Refusal): Promise<Reply> {
  const { parts, principal, viewer, form } = visit;
  const uid = uidIn(visit);
  const { uid: sessionUid } = visit.open.session;
  const { project, patient, analysis, statedDeath, item, nextUid, question } = await visit.change(
    change => showReview(change, visit.parts.timeZone, uid, sessionUid),
    'patient.read',
  );
  const documents = await openDocuments(parts, patient, sessionUid);
  const verdicts = analysis?.status === 'judged' ? analysis.verdicts : null;
  const checks = verdicts === null ? [] : listChecks(verdicts);
  const shown = {
    patient: {
      ...patient,
      statedDeath,
      uploadedAt: patient.authorizationUploadedAt,
      names: [patient.firstName, ...patient.lastNames].join(' ').trim(),
    },
    project,
    documents,
    analysis:
      analysis === undefined || verdicts === null || analysis.verdictCounts === null
        ? undefined
        : {
            refusal: analysis.refusal,
            checks: checks.map(({ standing: status, ...check }) => ({ ...check, status })),
            counts: analysis.verdictCounts,
            suggestion: suggest(verdicts),
          },
    item,
    nextUid,
    operatorUid: principal.operatorUid,
    message: messageFor(visit, doneTexts),
    question: {
      concerns: question.concerns,
      failed: checks.filter(({ standing }) => standing === 'failed').map(({ label }) => label),
      line: questionLine(question),
    },
    ...(refusal === undefined
      ? {}
      : { refusal: { ...refusal, posted: typedIn(form, ['status', 'reason', 'expires', 'override']) } }),
  };
  // A change by another operator is a conflict; a field error isn't.
  const isConflict = refusal !== undefined && Object.keys(refusal.fields).length === 0;
  return page(renderReviewPage(viewer, shown), isConflict ? 409 : refusal?.status);
}

/** Whether a number of the path can be that of a document or a page. */
function isPageNumber(number: number): boolean {
  return Number.isInteger(number) && number >= 0 && number < 1_000;
}

async function showPicture(visit: DeskVisit): Promise<Reply> {
  const { parts, params } = visit;
  const uid = uidIn(visit);
  const [document, page] = [Number(params['document']), Number(params['page'])];
  if (!isPageNumber(document) || !isPageNumber(page)) throw notFound('the path has no page of a document');
  const patient = await visit.change(change => admitToPage(change, uid, { document, page }));
  const png = await showPage(parts, patient, visit.open.session.uid, { document, page });
  return { kind: 'picture', png };
}

const decisionForm = z.object({
  version,
  // A denial's form doesn't have it.
  expires: offeredField(
    z
      .string()
      .trim()
      .refine(text => text === '' || isRealDate(text))
      .transform(text => (text === '' ? null : text)),
    'Enter a valid date, or leave it empty.',
  ),
  status: field(
    z.union([
      z.enum(authorizationStatuses).transform(status => ({ status })),
      z
        .enum(refusalReasons.map(becauseOf))
        .transform(value => value.slice('because:'.length))
        .pipe(z.enum(refusalReasons))
        .transform(refusal => ({ status: refusalFacts(refusal).status, refusal })),
    ]),
    'Choose a reason.',
  ),
  reason: field(lineOf(reasonMax, `Enter one line of at most ${reasonMax} characters.`)),
  // Only the form that confirms an approval has these.
  override: offeredField(z.enum(overrideReasons), 'Choose a reason.'),
  confirms: offeredField(z.string()),
});

async function decideOn(visit: DeskVisit): Promise<Reply> {
  const uid = uidIn(visit);
  const { uid: sessionUid } = visit.open.session;
  const {
    expires: expiresOn,
    reason: explanation,
    override,
    confirms,
    status: chosen,
    version: seen,
  } = formOf(decisionForm, visit.form);
  if (confirms !== undefined && override === undefined)
    throw new FormProblem({ override: 'Choose a reason.' });
  await assertStoredAsOnRecord(visit.parts.files, await findReviewed(visit.parts.db, uid));
  const decision = {
    ...chosen,
    version: seen,
    expiresOn,
    explanation,
    // A form without the confirmed question confirms none.
    override: override === undefined ? undefined : { reason: override, confirmed: confirms ?? '' },
  };
  try {
    const next = await visit.change(change =>
      decideReview(change, visit.parts.timeZone, uid, sessionUid, decision),
    );
    return redirectDone(next === undefined ? deskPath() : deskPath('authorizations', next), 'decided');
  } catch (thrown) {
    // The page then asks for the reason.
    if (thrown instanceof ApprovalQuestioned && thrown.question.concerns.length > 0)
      throw new FormProblem({ override: thrown.sentence });
    throw thrown;
  }
}

/** The reviews of authorizations. */
export const reviewRoutes: readonly DeskRoute[] = [
  auditedLook('/authorizations/:uid', 'patient.read', visit => reviewPage(visit)),
  auditedLook('/authorizations/:uid/documents/:document/pages/:page', 'authorization.read', showPicture),
  decision('/authorizations/:uid/decide', 'authorization.decide', decideOn, reviewPage),
];

import { z } from 'zod';
import { authorizationStatuses } from '../../domain/authorizations/authorization-status';
import { isRealDate } from '../../domain/clinical/calendar-date';
import { listChecks } from '../../embeds/auth-check/reading';
import {
  admitToDocument,
  decideReview,
  drawPageOf,
  measureDocuments,
  showReview,
} from '../../usecases/desk/reviews';
import { field, formOf, offeredField, typedIn, version } from '../forms';
import { messageFor, redirectDone } from '../messages';
import { page, type Reply } from '../reply';
import type { Refusal } from '../route';
import { uidIn } from '../visit';
import { lineOf } from './lines';
import { reasonMax, renderReviewPage } from './pages/review-page';
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
  const { project, patient, analysis, statedDeath, item, nextUid } = await visit.change(
    change => showReview(change, uid),
    'patient.read',
  );
  const documents = await measureDocuments(parts, patient);
  const verdicts = analysis?.status === 'judged' ? analysis.verdicts : null;
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
            checks: listChecks(verdicts).map(({ standing: status, ...check }) => ({ ...check, status })),
            counts: analysis.verdictCounts,
            suggestedStatus: analysis.suggestedStatus,
          },
    item,
    nextUid,
    operatorUid: principal.operatorUid,
    message: messageFor(visit, doneTexts),
    ...(refusal === undefined
      ? {}
      : { refusal: { ...refusal, posted: typedIn(form, ['status', 'reason', 'expires']) } }),
  };
  // A change by another operator is a conflict; a field error isn't.
  const isConflict = refusal !== undefined && Object.keys(refusal.fields).length === 0;
  return page(renderReviewPage(viewer, shown), isConflict ? 409 : refusal?.status);
}

async function showPicture(visit: DeskVisit): Promise<Reply> {
  const { parts, params } = visit;
  const [document, number] = [Number(params['document']), Number(params['page'])];
  const uid = uidIn(visit);
  const patient = await visit.change(change => admitToDocument(change, uid));
  return { kind: 'picture', png: await drawPageOf(parts, patient, { document, page: number }) };
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
  status: field(z.enum(authorizationStatuses), 'Choose a reason.'),
  reason: field(lineOf(reasonMax, `Enter one line of at most ${reasonMax} characters.`)),
});

async function decideOn(visit: DeskVisit): Promise<Reply> {
  const uid = uidIn(visit);
  const { expires: expiresOn, ...decided } = formOf(decisionForm, visit.form);
  const next = await visit.change(change => decideReview(change, uid, { ...decided, expiresOn }));
  return redirectDone(next === undefined ? deskPath() : deskPath('authorizations', next), 'decided');
}

/** The reviews of authorizations. */
export const reviewRoutes: readonly DeskRoute[] = [
  auditedLook('/authorizations/:uid', 'patient.read', visit => reviewPage(visit)),
  auditedLook('/authorizations/:uid/documents/:document/pages/:page', 'authorization.read', showPicture),
  decision('/authorizations/:uid/decide', 'authorization.decide', decideOn, reviewPage),
];

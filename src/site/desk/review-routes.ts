import { authorizationStatuses } from '../../domain/authorizations/authorization-status';
import { listChecks } from '../../embeds/auth-check/reading';
import { queriedOf } from '../door-routes';
import { withQuery } from '../paths';
import { page, redirect, type Reply } from '../reply';
import { runChange } from '../../usecases/change';
import {
  admitToDocument,
  decideReview,
  drawPageOf,
  measureDocuments,
  showReview,
} from '../../usecases/desk/reviews';
import { reasonMax, renderReviewPage, type ReviewShown } from './pages/review-page';
import { deskPath } from './paths';
import { auditedLook, decision, type Route } from './routes';
import type { Visit } from './visit';
import { uidIn } from '../uid-in';

/** What of a refused decision is shown again. */
type Fault = NonNullable<ReviewShown['fault']>;

async function shownReview(visit: Visit, uid: string, fault?: Fault): Promise<string> {
  const { parts, principal, requestId, viewer } = visit;
  const look = { principal, requestId, event: 'patient.read' };
  const { project, patient, analysis, statedDeath, item, nextUid } = await runChange(parts, look, inner =>
    showReview(inner, uid),
  );
  const documents = await measureDocuments(parts, patient);
  const verdicts = analysis?.status === 'judged' ? analysis.verdicts : null;
  const said = queriedOf(visit, 'done');
  return renderReviewPage(viewer, {
    patient: {
      ...patient,
      statedDeath,
      uploadedAt: patient.authorizationUploadedAt,
      names: [patient.firstName, ...patient.lastNames].join(' '),
    },
    project,
    documents,
    analysis:
      analysis === undefined || verdicts === null || analysis.verdictCounts === null
        ? undefined
        : {
            refusal: analysis.refusal,
            checks: listChecks(verdicts),
            counts: analysis.verdictCounts,
            suggestedStatus: analysis.suggestedStatus,
          },
    item,
    nextUid,
    operatorUid: principal.operatorUid,
    ...(said === 'decided' ? { said: 'The decision is stored. This is the next one.' } : {}),
    ...(said === 'take' ? { said: 'It is yours.' } : {}),
    ...(fault === undefined ? {} : { fault }),
  });
}

async function showTheReview(visit: Visit): Promise<Reply> {
  return page(await shownReview(visit, uidIn(visit)));
}

async function showPicture(visit: Visit): Promise<Reply> {
  const { parts, params, change } = visit;
  const [document, number] = [Number(params['document']), Number(params['page'])];
  const uid = uidIn(visit);
  const patient = await change(inner => admitToDocument(inner, uid));
  return { kind: 'picture', png: await drawPageOf(parts, patient, { document, page: number }) };
}

async function decideOn(visit: Visit): Promise<Reply> {
  const { form, change, attempt } = visit;
  const uid = uidIn(visit);
  const said = form.get('status') ?? '';
  const reason = (form.get('reason') ?? '').trim();
  const status = authorizationStatuses.find(known => known === said);
  const version = Number(form.get('version') ?? '');
  const again = async (sentence: string, httpStatus: number): Promise<Reply> =>
    page(await shownReview(visit, uid, { sentence, status: said, reason }), httpStatus);
  if (status === undefined) return again('Choose what is wrong with it.', 422);
  if (reason.length > reasonMax || /\p{Cc}/u.test(reason))
    return again(`The reason is one line of ${reasonMax} characters at most.`, 422);
  const decided = await attempt(() =>
    change(inner =>
      decideReview(inner, uid, { status, version, reason: reason === '' ? undefined : reason }),
    ),
  );
  if (!decided.isDone) return again(decided.sentence, 409);
  return redirect(
    decided.value === undefined
      ? withQuery(deskPath(), { done: 'decided' })
      : withQuery(deskPath('authorizations', decided.value), { done: 'decided' }),
  );
}

/** The authorizations to review. */
export const reviewRoutes: readonly Route[] = [
  auditedLook('/authorizations/:uid', 'patient.read', showTheReview),
  auditedLook('/authorizations/:uid/documents/:document/pages/:page', 'authorization.read', showPicture),
  decision('/authorizations/:uid/decide', 'authorization.decide', decideOn),
];

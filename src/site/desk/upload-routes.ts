/** Files that operators attach to record requests: said, uploaded to the store, attached. */
import { withQuery } from '../paths';
import { page, redirect, type Reply } from '../reply';
import {
  getUpload,
  offerUpload,
  presignUpload,
  takeUpload,
  uploadBytesMax,
  type UploadSaid,
} from '../../usecases/desk/uploads';
import { OperatorError } from '../../usecases/operator-error';
import { attachableAreas, type AttachedAs } from '../../usecases/record-requests/operator-files';
import { renderRefusedPage } from './pages/refused-page';
import { renderUploadPage } from './pages/upload-page';
import { deskPath } from './paths';
import { auditedLook, decision, type Route } from './routes';
import type { Visit } from './visit';
import { uidIn } from '../uid-in';

const attachedAs = Object.keys(attachableAreas) as AttachedAs[];

function saidIn({ form }: Visit): UploadSaid {
  const as = attachedAs.find(known => known === form.get('as'));
  if (as === undefined) throw new OperatorError('Choose what the file is.');
  return {
    attachedAs: as,
    fileName: (form.get('name') ?? '').trim().normalize('NFC'),
    isNewReturn: form.get('newReturn') === 'yes',
    isPartOfPlan: form.get('partOfPlan') === 'yes',
  };
}

function refused({ viewer }: Visit, uid: string, sentence: string): Reply {
  return page(renderRefusedPage(viewer, { sentence, back: deskPath('requests', uid) }), 409);
}

async function offer(visit: Visit): Promise<Reply> {
  const uid = uidIn(visit, 'uid');
  const outcome = await visit.attempt(() => visit.change(inner => offerUpload(inner, uid, saidIn(visit))));
  if (!outcome.isDone) return refused(visit, uid, outcome.sentence);
  return redirect(deskPath('requests', uid, 'uploads', outcome.value));
}

/** Attaches the file where it has come, as every upload is noticed by the next look; else shows the form by which it comes. */
async function showUpload(visit: Visit): Promise<Reply> {
  const { parts, viewer, principal, attempt } = visit;
  const uid = uidIn(visit, 'uid');
  const upload = await getUpload(parts.db, { uid, uploadUid: uidIn(visit, 'upload') });
  const outcome = await attempt(() => takeUpload(parts, principal, upload));
  if (!outcome.isDone) return refused(visit, uid, outcome.sentence);
  const back = deskPath('requests', uid);
  if (outcome.value) return redirect(withQuery(back, { done: 'attached' }));
  const returnTo = parts.urlOf(deskPath('requests', uid, 'uploads', upload.uid));
  const form = presignUpload(parts.files, upload, { at: parts.clock.now(), returnTo });
  const html = renderUploadPage(viewer, {
    requestUid: uid,
    fileName: upload.fileName,
    attachedAs: upload.attachedAs,
    bytesMax: uploadBytesMax,
    form,
  });
  // Browsers ask the policy about where a form is led on as well: back to the desk, by the address that it tells.
  return { kind: 'page', html, formsTo: [parts.files.publicOrigin, new URL(returnTo).origin] };
}

/** Files of record requests that come from an operator's browser. */
export const uploadRoutes: readonly Route[] = [
  decision('/requests/:uid/uploads', 'recordRequest.offerUpload', offer),
  auditedLook('/requests/:uid/uploads/:upload', 'recordRequest.attach', showUpload),
];

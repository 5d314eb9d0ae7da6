/** Files that operators attach to record requests: announced, uploaded to the store, then attached. */
import { z } from 'zod';
import {
  getUpload,
  offerUpload,
  presignUpload,
  takeUpload,
  uploadBytesMax,
} from '../../usecases/desk/uploads';
import { formKey } from '../form-key';
import { checkbox, field, formOf } from '../forms';
import { attachableAreas, type AttachedAs } from '../../usecases/files/operator-files';
import { redirectDone } from '../messages';
import { redirect, type Reply } from '../reply';
import { uidIn } from '../visit';
import { renderUploadPage } from './pages/upload-page';
import { deskPath } from './paths';
import { auditedLook, decision, missing, type DeskRoute } from './routes';
import type { DeskVisit } from './visit';

const uploadForm = z
  .object({
    as: field(z.enum(Object.keys(attachableAreas) as AttachedAs[]), 'Choose a file type.'),
    name: field(z.string().trim().normalize('NFC')),
    newReturn: checkbox,
    partOfPlan: checkbox,
    once: formKey,
  })
  .transform(({ as: attachedAs, name: fileName, newReturn, partOfPlan, once }) => ({
    attachedAs,
    fileName,
    isNewReturn: newReturn,
    isPartOfPlan: partOfPlan,
    formKey: once,
  }));

async function announce(visit: DeskVisit): Promise<Reply> {
  const uid = uidIn(visit);
  const file = formOf(uploadForm, visit.form);
  return redirect(
    deskPath('requests', uid, 'uploads', await visit.change(change => offerUpload(change, uid, file))),
  );
}

/**
 * Attaches the file if it has arrived: like every upload, it is noticed by the next view. Otherwise shows the
 * upload form.
 */
async function showUpload(visit: DeskVisit): Promise<Reply> {
  const { parts, viewer, principal } = visit;
  const uid = uidIn(visit);
  const upload = await getUpload(parts.db, { uid, uploadUid: uidIn(visit, 'upload') });
  const isAttached = await takeUpload(parts, principal, upload);
  const folder = upload.feeUid === null ? 'requests' : 'fees';
  if (isAttached) return redirectDone(deskPath(folder, uid), 'attached');
  const returnTo = parts.urlOf(deskPath('requests', uid, 'uploads', upload.uid));
  const form = presignUpload(parts.files, upload, { at: parts.clock.now(), returnTo });
  const html = renderUploadPage(viewer, {
    requestUid: uid,
    siteName: upload.siteName,
    fileName: upload.fileName,
    attachedAs: upload.attachedAs,
    bytesMax: uploadBytesMax,
    form,
  });
  // Browsers also apply the policy to the redirect that follows the form, which leads back to the desk.
  return { kind: 'page', html, formsTo: [parts.files.publicOrigin, new URL(returnTo).origin] };
}

const refusedToRequest = missing('File not attached', visit => deskPath('requests', uidIn(visit)), 409);

/** Uploads of record request files from an operator's browser. */
export const uploadRoutes: readonly DeskRoute[] = [
  decision('/requests/:uid/uploads', 'recordRequest.offerUpload', announce),
  auditedLook('/requests/:uid/uploads/:upload', 'recordRequest.attach', showUpload, {
    refused: refusedToRequest,
  }),
];

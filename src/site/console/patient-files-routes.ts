/** The files and the notes of all record requests of a patient. */
import { z } from 'zod';
import {
  markFile,
  openPatientZip,
  viewPatientFiles,
  viewPatientNotes,
} from '../../usecases/files/patient-files';
import { field, fingerprint, formOf } from '../forms';
import { messageFor, redirectDone } from '../messages';
import { page, type Reply } from '../reply';
import type { Refusal } from '../route';
import { uidIn } from '../visit';
import { renderPatientFilesPage } from './pages/patient-files-page';
import { renderPatientNotesPage } from './pages/patient-notes-page';
import { pathIn } from './paths';
import { patientSentences } from './problem-sentences';
import { act, auditedLook, type MemberRoute } from './routes';
import { readFor, type MemberVisit } from './visit';

const files = '/patients/:patient/files';

const doneTexts = { marked: 'File marked as reviewed.', unmarked: 'File marked as not reviewed.' } as const;

async function filesPage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { viewer, place } = visit;
  const uid = uidIn(visit, 'patient');
  const found = await readFor(visit, 'document.list', reading => viewPatientFiles(reading, uid));
  const shown = { ...found, message: messageFor(visit, doneTexts, refusal) };
  return page(renderPatientFilesPage(viewer, place, shown), refusal?.status);
}

async function downloadZip(visit: MemberVisit): Promise<Reply> {
  const uid = uidIn(visit, 'patient');
  const content = await readFor(visit, 'document.export', reading =>
    openPatientZip(visit.parts, reading, uid),
  );
  return { kind: 'zip', content, fileName: 'record-files.zip' };
}

const markForm = z.object({
  file: fingerprint,
  mark: field(
    z.enum(['reviewed', 'not']).transform(mark => mark === 'reviewed'),
    'Choose whether the file is reviewed.',
  ),
});

async function mark(visit: MemberVisit): Promise<Reply> {
  const uid = uidIn(visit, 'patient');
  const { file: fileVersion, mark: isReviewed } = formOf(markForm, visit.form);
  const wanted = { fileUid: uidIn(visit, 'file'), fileVersion, isReviewed };
  await visit.change(change => markFile(change, uid, wanted));
  return redirectDone(pathIn(visit.place, 'patients', uid, 'files'), isReviewed ? 'marked' : 'unmarked');
}

async function notesPage(visit: MemberVisit): Promise<Reply> {
  const { viewer, place } = visit;
  const uid = uidIn(visit, 'patient');
  const found = await readFor(visit, 'note.list', reading => viewPatientNotes(reading, uid));
  return page(renderPatientNotesPage(viewer, place, found));
}

const refusing = { refused: filesPage, sentences: patientSentences };

/** The files and the notes of a patient (FILE-43 to FILE-46). */
export const patientFilesRoutes: readonly MemberRoute[] = [
  auditedLook(files, 'document.list', visit => filesPage(visit)),
  { ...auditedLook(`${files}/zip`, 'document.export', downloadZip), ...refusing },
  act(`${files}/:file/review`, 'recordRequest.reviewFile', mark, refusing),
  auditedLook('/patients/:patient/notes', 'note.list', notesPage),
];

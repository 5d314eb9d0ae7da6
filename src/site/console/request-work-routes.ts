/** Notes, the follow-up date, and documents of a record request. */
import { z } from 'zod';
import { isRealDate } from '../../domain/clinical/calendar-date';
import { isUuid } from '../../domain/text';
import { tagsIn } from '../../domain/record-requests/tags';
import { noteForm } from '../../forms/note-form';
import { documentUploadBytesMax, offerDocumentForm } from '../../usecases/files/member-files';
import { setSeenTags } from '../../usecases/record-requests/tags';
import {
  addSeenContact,
  addSeenNote,
  assignSeen,
  changeSeenNote,
  confirmSeenFacility,
  followSeenRequest,
  offerSeenDocument,
  setSeenDetails,
  setSeenFollowUp,
} from '../../usecases/record-requests/member-work';
import { setOwnReminder } from '../../usecases/record-requests/reminders';
import { reminderNoteMax } from '../../domain/record-requests/reminder';
import { fileNameFault, readNewFileName } from '../../domain/record-requests/file-name';
import { contactTextShape, lineOrNone } from '../contact-form';
import { field, formOf, typedIn, version } from '../forms';
import { redirectDone } from '../messages';
import { redirect, type Reply } from '../reply';
import type { Refusal } from '../route';
import { uidIn } from '../visit';
import { nameOf } from './components/patient-tabs';
import { detailFields } from './components/request-terms';
import { renderDocumentUploadPage } from './pages/document-upload-page';
import { pathIn } from './paths';
import { isFollowIn } from './patient-routes';
import { patientSentences } from './problem-sentences';
import { requestIn, requestPage } from './request-routes';
import { dayOrNone, detailShape, tagsField } from './request-terms';
import { act, auditedLook, type MemberRoute } from './routes';
import { readFor, type MemberVisit } from './visit';

const request = '/patients/:patient/record-requests/:request';

function pathOf({ place, ...visit }: MemberVisit): string {
  const { patientUid, recordRequestUid } = requestIn({ place, ...visit });
  return pathIn(place, 'patients', patientUid, 'record-requests', recordRequestUid);
}

const contentForm = z.object({
  content: field(noteForm.shape.content, 'Enter a note of at most 10,000 characters.'),
});
/** What was typed into a note, which may be longer than other fields. */
const typedNote = z.object({ content: field(z.string()) });

const noted =
  (noteId: (visit: MemberVisit) => string | null) =>
  async (visit: MemberVisit, refusal: Refusal): Promise<Reply> => {
    const { content: typed } = formOf(typedNote, visit.form);
    return requestPage(visit, refusal, {
      form: 'note',
      noteId: noteId(visit),
      typed,
      problems: refusal.fields,
    });
  };

const onceForm = contentForm.extend({ once: field(z.string()) });

async function addNote(visit: MemberVisit): Promise<Reply> {
  const { content, once: formKey } = formOf(onceForm, visit.form);
  const ref = requestIn(visit);
  await visit.change(change => addSeenNote(change, ref, { content, formKey }));
  return redirectDone(pathOf(visit), 'noted');
}

const versionForm = contentForm.extend({ version });

async function editNote(visit: MemberVisit): Promise<Reply> {
  const noteId = uidIn(visit, 'note');
  const wanted = { ...formOf(versionForm, visit.form), noteId };
  const ref = requestIn(visit);
  await visit.change(change => changeSeenNote(change, ref, wanted));
  return redirectDone(pathOf(visit), 'noteSaved');
}

const followUpForm = z.object({
  followUpDate: field(dayOrNone, 'Enter a valid date, or leave it empty.'),
  seen: field(dayOrNone),
});

async function setFollowUp(visit: MemberVisit): Promise<Reply> {
  const wanted = formOf(followUpForm, visit.form);
  const ref = requestIn(visit);
  await visit.change(change => setSeenFollowUp(change, ref, wanted));
  return redirectDone(pathOf(visit), 'followUpSet');
}

const detailsForm = z.object({
  ...detailShape,
  seenReference: field(z.string()),
  seenDueDate: field(dayOrNone),
});

async function setDetails(visit: MemberVisit): Promise<Reply> {
  const { seenReference, seenDueDate: dueDate, ...wanted } = formOf(detailsForm, visit.form);
  const seen = { reference: seenReference === '' ? null : seenReference, dueDate };
  const ref = requestIn(visit);
  await visit.change(change => setSeenDetails(change, ref, { wanted, seen }));
  return redirectDone(pathOf(visit), 'detailsSaved');
}

const refusedDetails = async (visit: MemberVisit, refusal: Refusal): Promise<Reply> => {
  const details = typedIn(visit.form, detailFields);
  return requestPage(visit, refusal, { form: 'details', typed: '', details, problems: refusal.fields });
};

const tagsForm = z.object({ tags: tagsField, seen: field(z.string().transform(tagsIn)) });

async function setTags(visit: MemberVisit): Promise<Reply> {
  const { tags: names, seen: shown } = formOf(tagsForm, visit.form);
  const ref = requestIn(visit);
  await visit.change(change => setSeenTags(change, ref, { names, shown }));
  return redirectDone(pathOf(visit), 'tagsSaved');
}

const memberOrNone = z
  .string()
  .refine(uid => uid === '' || isUuid(uid))
  .transform(uid => (uid === '' ? null : uid));
const assigneeForm = z.object({
  assignee: field(memberOrNone, 'Choose a member from the list.'),
  seen: field(memberOrNone),
});

async function assign(visit: MemberVisit): Promise<Reply> {
  const { assignee: membershipUid, seen: shown } = formOf(assigneeForm, visit.form);
  const ref = requestIn(visit);
  await visit.change(change => assignSeen(change, ref, { membershipUid, shown }));
  return redirectDone(pathOf(visit), 'assigned');
}

const requiredDay = field(z.string().trim().refine(isRealDate), 'Enter a valid date.');
const contactForm = z.object({
  contactedOn: requiredDay,
  ...contactTextShape,
  nextOn: field(dayOrNone, 'Enter a valid date, or leave it empty.'),
  once: field(z.string()),
});

async function addContact(visit: MemberVisit): Promise<Reply> {
  const { once: formKey, ...entry } = formOf(contactForm, visit.form);
  const ref = requestIn(visit);
  await visit.change(change => addSeenContact(change, ref, { ...entry, formKey }));
  return redirectDone(pathOf(visit), 'contactAdded');
}

const refusedContact = async (visit: MemberVisit, refusal: Refusal): Promise<Reply> => {
  const contact = typedIn(visit.form, ['contactedOn', 'way', 'person', 'outcome', 'nextOn']);
  return requestPage(visit, refusal, { form: 'contact', typed: '', contact, problems: refusal.fields });
};

/** Shows the page again with one of its forms of a single field. */
const refusedIn =
  (form: 'followUp' | 'document' | 'tags' | 'assignee', name: string) =>
  async (visit: MemberVisit, refusal: Refusal): Promise<Reply> => {
    const typed = typedIn(visit.form, [name])[name] ?? '';
    return requestPage(visit, refusal, { form, typed, problems: refusal.fields });
  };

async function confirmFacility(visit: MemberVisit): Promise<Reply> {
  const ref = requestIn(visit);
  await visit.change(change => confirmSeenFacility(change, ref));
  return redirectDone(pathOf(visit), 'facilityConfirmed');
}

async function follow(visit: MemberVisit): Promise<Reply> {
  const ref = requestIn(visit);
  const isFollowed = isFollowIn(visit.form);
  await visit.change(change => followSeenRequest(change, ref, isFollowed));
  return redirectDone(pathOf(visit), isFollowed ? 'followed' : 'unfollowed');
}

// Without both, as the button that marks a reminder as done sends it, the reminder is cleared.
const reminderForm = z
  .object({ remindOn: field(dayOrNone, 'Enter a valid date.'), note: lineOrNone(reminderNoteMax) })
  .refine(({ remindOn, note }) => remindOn !== null || note === null, {
    path: ['remindOn'],
    message: 'Enter a date for the reminder. To clear the reminder, mark it as done.',
  });

async function setReminder(visit: MemberVisit): Promise<Reply> {
  const { remindOn, note } = formOf(reminderForm, visit.form);
  const ref = requestIn(visit);
  await visit.change(change => setOwnReminder(change, ref, remindOn === null ? null : { remindOn, note }));
  return redirectDone(pathOf(visit), remindOn === null ? 'reminderCleared' : 'reminderSet');
}

const refusedReminder = async (visit: MemberVisit, refusal: Refusal): Promise<Reply> => {
  const reminder = typedIn(visit.form, ['remindOn', 'note']);
  return requestPage(visit, refusal, { form: 'reminder', typed: '', reminder, problems: refusal.fields });
};

const nameForm = z.object({
  fileName: field(
    z.string().refine(name => fileNameFault(name.trim()) === undefined && 'name' in readNewFileName(name)),
    "Enter a file name, such as Letter.pdf. It can't have slashes, quotation marks, or semicolons.",
  ),
});

async function offerDocument(visit: MemberVisit): Promise<Reply> {
  const { fileName } = formOf(nameForm, visit.form);
  const ref = requestIn(visit);
  const uid = await visit.change(change => offerSeenDocument(change, ref, fileName.trim()));
  return redirect(`${pathOf(visit)}/documents/${uid}/upload`);
}

async function showUpload(visit: MemberVisit): Promise<Reply> {
  const { parts, viewer, place } = visit;
  const ref = { ...requestIn(visit), fileUid: uidIn(visit, 'file') };
  const path = pathOf(visit);
  const returnTo = parts.urlOf(path);
  const offered = await readFor(visit, 'document.read', reading =>
    offerDocumentForm(parts, reading, ref, returnTo),
  );
  const maySeePatient = place.permissions.has('ViewPatients');
  const html = renderDocumentUploadPage(viewer, place, {
    fileName: offered.fileName,
    form: offered.form,
    bytesMax: documentUploadBytesMax,
    crumbs: [
      ['Patients', pathIn(place, 'patients')],
      [maySeePatient ? nameOf(offered.patient) : 'Patient', pathIn(place, 'patients', ref.patientUid)],
      [offered.request.submittedSiteName, path],
    ],
  });
  // Browsers also apply the policy to the redirect that follows the form, which leads back here.
  return { kind: 'page', html, formsTo: [parts.files.publicOrigin, new URL(returnTo).origin] };
}

const sentences = patientSentences;

/** The work of members on a record request (CONSOLE-69, CONSOLE-70, CONSOLE-71, CONSOLE-112). */
export const requestWorkRoutes: readonly MemberRoute[] = [
  act(`${request}/notes`, 'note.create', addNote, { refused: noted(() => null), sentences }),
  act(`${request}/notes/:note`, 'note.edit', editNote, {
    refused: noted(({ params }) => {
      const uid = params['note'] ?? '';
      return isUuid(uid) ? uid.toLowerCase() : null;
    }),
    sentences,
  }),
  act(`${request}/follow-up`, 'recordRequest.edit', setFollowUp, {
    refused: refusedIn('followUp', 'followUpDate'),
    sentences,
  }),
  act(`${request}/details`, 'recordRequest.edit', setDetails, { refused: refusedDetails, sentences }),
  act(`${request}/tags`, 'recordRequest.tag', setTags, { refused: refusedIn('tags', 'tags'), sentences }),
  act(`${request}/assignee`, 'recordRequest.assign', assign, {
    refused: refusedIn('assignee', 'assignee'),
    sentences,
  }),
  act(`${request}/follow`, 'tracking.set', follow),
  act(`${request}/reminder`, 'reminder.set', setReminder, { refused: refusedReminder, sentences }),
  act(`${request}/confirm-facility`, 'recordRequest.edit', confirmFacility, {
    refused: (visit, refusal) => requestPage(visit, refusal),
    sentences,
  }),
  act(`${request}/contacts`, 'recordRequest.addContact', addContact, { refused: refusedContact, sentences }),
  act(`${request}/documents`, 'document.offerUpload', offerDocument, {
    refused: refusedIn('document', 'fileName'),
    sentences,
  }),
  auditedLook(`${request}/documents/:file/upload`, 'document.read', showUpload),
];

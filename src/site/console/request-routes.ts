import { isClosed } from '../../domain/projects/project';
import { instantText } from '../../domain/time-zones';
import {
  cancelSeenRequest,
  findLatestChange,
  isChangedPart,
  openRequestFile,
  shownAreas,
  viewRecordRequest,
  type SeenRequestRef,
  type ShownArea,
} from '../../usecases/record-requests/member-requests';
import { messageFor, redirectDone } from '../messages';
import { page, redirect, type Reply } from '../reply';
import type { Refusal } from '../route';
import { queried, uidIn } from '../visit';
import type { ShownPlace } from './components/page';
import { renderRecordRequestPage, type RefusedForm } from './pages/record-request-page';
import { formKeyIn } from '../form-key';
import { pathIn } from './paths';
import { patientSentences } from './problem-sentences';
import { act, auditedLook, type MemberRoute } from './routes';
import { readFor, type MemberVisit } from './visit';

const request = '/patients/:patient/record-requests/:request';

/** Returns the record request that the path names. @throws Problem 404 without a UUID */
export function requestIn(visit: MemberVisit): SeenRequestRef {
  return { patientUid: uidIn(visit, 'patient'), recordRequestUid: uidIn(visit, 'request') };
}

const doneTexts = {
  canceled: 'Record request canceled.',
  noted: 'Note added.',
  noteSaved: 'Note saved.',
  followUpSet: 'Follow-up date saved.',
  detailsSaved: 'Details saved.',
  tagsSaved: 'Tags saved.',
  assigned: 'Assignment saved.',
  followed: 'You follow this record request. Your e-mails can be limited to what you follow.',
  reminderSet: 'Reminder saved.',
  reminderCleared: 'Reminder cleared.',
  unfollowed: 'You no longer follow this record request.',
  facilityConfirmed: 'Facility confirmed.',
  contactAdded: 'Contact added.',
  feeApproved: 'Fee approved.',
  feeRejected: 'Fee rejected. Your message was sent.',
  feeAsked: "Question sent. We'll ask you to decide again once you have an answer.",
  deleted: 'File deleted.',
} as const;

/** Returns who made a change, and when. */
function changedWords({ at, by }: { readonly at: Date; readonly by: string }, { time }: ShownPlace): string {
  return `Last changed by ${by}, ${instantText(at, time)}.`;
}

/**
 * Renders the page of the record request that the path names, with the result of the latest action.
 * @param form the form that was refused, if its text is to be shown again
 */
export async function requestPage(visit: MemberVisit, refusal?: Refusal, form?: RefusedForm): Promise<Reply> {
  const { parts, viewer, place, principal } = visit;
  const ref = requestIn(visit);
  const found = await readFor(visit, 'recordRequest.read', reading => viewRecordRequest(parts, reading, ref));
  const isStale = refusal?.code === 'console.formStale';
  const part = isStale && form !== undefined && isChangedPart(form.form) ? form.form : undefined;
  const latest = part && (await findLatestChange(parts.db, found.request, part));
  const reason =
    refusal && latest ? { sentence: `${refusal.sentence} ${changedWords(latest, place)}` } : refusal;
  const sentKey = queried(visit, 'key');
  const arrived = found.documents.find(({ storageKey }) => storageKey === sentKey);
  const shown = {
    ...found,
    patientUid: ref.patientUid,
    isClosed: isClosed(found.project),
    userUid: principal.userUid,
    membershipUid: principal.membershipUid,
    formKey: formKeyIn(visit),
    refused: form,
    message:
      arrived === undefined
        ? messageFor(visit, doneTexts, reason)
        : ({ tone: 'passed', text: 'Document received.' } as const),
  };
  return page(renderRecordRequestPage(viewer, place, shown), refusal?.status);
}

/** The audit log's name for a download; the same as for reads through the API. */
const fileEvents: Readonly<Record<ShownArea, string>> = {
  deliverables: 'deliverable.read',
  combined: 'deliverable.read',
  documents: 'document.read',
  attachments: 'attachment.read',
};

function download(area: ShownArea): MemberRoute {
  const event = fileEvents[area];
  return auditedLook(`${request}/${area}/:file`, event, async visit => {
    const wanted = { ...requestIn(visit), area, fileUid: uidIn(visit, 'file') };
    return redirect(await readFor(visit, event, reading => openRequestFile(visit.parts, reading, wanted)));
  });
}

async function cancel(visit: MemberVisit): Promise<Reply> {
  const ref = requestIn(visit);
  await visit.change(change => cancelSeenRequest(change, ref));
  const { patientUid, recordRequestUid } = ref;
  return redirectDone(
    pathIn(visit.place, 'patients', patientUid, 'record-requests', recordRequestUid),
    'canceled',
  );
}

/** The pages of record requests. Each download gets its own presigned URL (CONSOLE-41). */
export const requestRoutes: readonly MemberRoute[] = [
  auditedLook(request, 'recordRequest.read', visit => requestPage(visit)),
  act(`${request}/cancel`, 'recordRequest.cancel', cancel, {
    refused: (visit, refusal) => requestPage(visit, refusal),
    sentences: patientSentences,
  }),
  ...shownAreas.map(download),
];

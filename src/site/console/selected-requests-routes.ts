/** The routes that download, cancel, and edit selected record requests. */
import { z } from 'zod';
import { assertPermission } from '../../access/authorize';
import { Problem } from '../../domain/problem';
import { selectedMax } from '../../domain/record-requests/request-list';
import { companyTagsMax } from '../../domain/record-requests/tags';
import { isUuid } from '../../domain/text';
import { noteRefusal } from '../../usecases/audit-trail';
import { OperatorError } from '../../usecases/operator-error';
import { cancelSeenRequest } from '../../usecases/record-requests/member-requests';
import { assignSeen, editSeenDates } from '../../usecases/record-requests/member-work';
import { openRequestsZip } from '../../usecases/files/patient-files';
import { listRequestChoices, selectSeenRequests } from '../../usecases/record-requests/seen-requests';
import { editSeenTags } from '../../usecases/record-requests/tags';
import { field, FormProblem, formOf, list, typedIn } from '../forms';
import { messageFor } from '../messages';
import { page, type Reply } from '../reply';
import { problemOf, type Refusal } from '../route';
import { listPage } from './all-requests-routes';
import type { ListedRequest } from './components/requests-table';
import { renderCanceledPage, renderSelectionPage, type CanceledRequest } from './pages/cancel-requests-page';
import {
  clearableDates,
  keepAssignee,
  renderEditedPage,
  renderEditRequestsPage,
  type EditedRequest,
} from './pages/edit-requests-page';
import { patientSentences } from './problem-sentences';
import { dayOrNone, tagsField } from './request-terms';
import { act, type MemberRoute } from './routes';
import { readFor, type MemberVisit } from './visit';

const all = '/record-requests';

const selectionForm = z.object({
  request: list()
    .transform(uids => [...new Set(uids)])
    .pipe(
      z
        .array(z.string().refine(isUuid, "A selected record request doesn't exist. Reload the list."))
        .min(1, 'Select at least one record request.')
        .max(selectedMax, `Select ${selectedMax} record requests at most.`),
    ),
});

async function selected(visit: MemberVisit, uids: readonly string[]): Promise<readonly ListedRequest[]> {
  return readFor(visit, 'recordRequest.showSelection', reading => selectSeenRequests(reading, uids));
}

async function downloadSelected(visit: MemberVisit, uids: readonly string[]): Promise<Reply> {
  const wanted = { uids, timeZone: visit.place.time.timeZone };
  const content = await readFor(visit, 'document.export', reading =>
    openRequestsZip(visit.parts, reading, wanted),
  );
  if (content === undefined)
    throw new FormProblem({ request: 'The selected record requests have no files.' });
  return { kind: 'zip', content, fileName: 'record-files.zip' };
}

const isWanted = (as: 'zip' | 'edit', { form }: MemberVisit): boolean => form.get('as') === as;

/** The form that edits, with what was typed if it was refused. */
async function editPage(visit: MemberVisit, uids: readonly string[], refusal?: Refusal): Promise<Reply> {
  const { parts, principal, viewer, place, form } = visit;
  const requests = await selected(visit, uids);
  const { members } = await listRequestChoices(parts.db, principal);
  const typed = typedIn(form, ['addTags', 'assignee', 'followUpDate', 'dueDate']);
  const shown = {
    requests,
    members,
    membershipUid: principal.membershipUid,
    message: messageFor(visit, {}, refusal),
    problems: refusal?.fields,
    typed: { ...typed, checked: ['removeTag', 'clear'].flatMap(name => form.getAll(name)) },
  };
  return page(renderEditRequestsPage(viewer, place, shown), refusal?.status);
}

async function showSelection(visit: MemberVisit): Promise<Reply> {
  const { viewer, place, form } = visit;
  const { request: uids } = formOf(selectionForm, form);
  if (isWanted('zip', visit)) return downloadSelected(visit, uids);
  if (isWanted('edit', visit)) return editPage(visit, uids);
  const requests = await selected(visit, uids);
  return page(renderSelectionPage(viewer, place, { requests, message: undefined }));
}

async function refusedSelection(visit: MemberVisit, refusal: Refusal): Promise<Reply> {
  if (isWanted('zip', visit)) return listPage(visit, refusal);
  const { viewer, place } = visit;
  assertPermission(visit.principal, 'ManageRecordRequests');
  const shown = { requests: [], message: messageFor(visit, {}, refusal) };
  return page(renderSelectionPage(viewer, place, shown), refusal.status);
}

/** Does something to one request. @returns what was done, or why it wasn't */
async function attempt(
  visit: MemberVisit,
  event: string,
  work: (change: Parameters<typeof assignSeen>[0]) => Promise<unknown>,
): Promise<{ readonly isChanged: boolean; readonly refusal: string | null }> {
  const { parts, principal, requestId } = visit;
  try {
    return { isChanged: (await visit.change(work, event)) !== false, refusal: null };
  } catch (thrown) {
    await noteRefusal(parts, { principal, requestId, event }, problemOf(thrown));
    if (thrown instanceof OperatorError) return { isChanged: false, refusal: thrown.sentence };
    const sentence = thrown instanceof Problem ? patientSentences(visit)[thrown.code] : undefined;
    if (sentence === undefined) throw thrown;
    return { isChanged: false, refusal: sentence };
  }
}

async function cancelSelected(visit: MemberVisit): Promise<Reply> {
  const { viewer, place, form } = visit;
  const { request: uids } = formOf(selectionForm, form);
  const requests = await selected(visit, uids);
  const results: CanceledRequest[] = [];
  for (const request of requests) {
    const { patientUid, uid: recordRequestUid } = request;
    const { refusal } = await attempt(visit, 'recordRequest.cancel', change =>
      cancelSeenRequest(change, { patientUid, recordRequestUid }),
    );
    results.push({ request, refusal });
  }
  return page(renderCanceledPage(viewer, place, results));
}

const isTwice = 'Enter a date or remove it, not both.';

/** What to do to the selected requests; at least one of it. */
const editForm = selectionForm
  .extend({
    followUpDate: field(dayOrNone, 'Enter a valid date, or leave it empty.'),
    dueDate: field(dayOrNone, 'Enter a valid date, or leave it empty.'),
    clear: list().pipe(z.array(z.enum(clearableDates, 'Reload the page.'))),
    addTags: tagsField,
    removeTag: list(companyTagsMax).pipe(z.array(z.string().refine(isUuid, 'Reload the page.'))),
    assignee: field(
      z.string().refine(text => [keepAssignee, 'none', ''].includes(text) || isUuid(text)),
      'Choose a member from the list.',
    ),
  })
  .superRefine(({ clear, ...dates }, context) => {
    for (const name of clear)
      if (dates[name] !== null) context.addIssue({ code: 'custom', path: [name], message: isTwice });
  })
  .transform(({ assignee, clear, followUpDate, dueDate, ...posted }) => ({
    ...posted,
    // An empty field is not the same as no date.
    dates: {
      ...(followUpDate === null && !clear.includes('followUpDate') ? {} : { followUpDate }),
      ...(dueDate === null && !clear.includes('dueDate') ? {} : { dueDate }),
    },
    // Nothing chosen is not the same as no one.
    assignee:
      assignee === keepAssignee || assignee === '' ? undefined : assignee === 'none' ? null : assignee,
  }))
  .refine(
    ({ addTags, removeTag, assignee, dates }) =>
      addTags.length > 0 || removeTag.length > 0 || assignee !== undefined || Object.keys(dates).length > 0,
    { path: ['addTags'], error: 'Change at least one field, or go back without saving.' },
  );

type WantedEdit = z.output<typeof editForm>;

async function editOne(
  visit: MemberVisit,
  request: ListedRequest,
  wanted: WantedEdit,
): Promise<EditedRequest> {
  const { addTags: add, removeTag, assignee, dates } = wanted;
  const ref = { patientUid: request.patientUid, recordRequestUid: request.uid };
  const remove = request.tags.filter(({ uid }) => removeTag.includes(uid)).map(({ name }) => name);
  const done: string[] = [];
  const refusals: string[] = [];
  const take = ({ isChanged, refusal }: Awaited<ReturnType<typeof attempt>>, words: string): void => {
    if (isChanged) done.push(words);
    if (refusal !== null) refusals.push(refusal);
  };
  if (add.length > 0 || remove.length > 0)
    take(
      await attempt(visit, 'recordRequest.tag', change => editSeenTags(change, ref, { add, remove })),
      'Tags changed.',
    );
  if (assignee !== undefined)
    take(
      await attempt(visit, 'recordRequest.assign', change =>
        assignSeen(change, ref, { membershipUid: assignee }),
      ),
      assignee === null ? 'Assigned to no one.' : 'Assigned.',
    );
  if (Object.keys(dates).length > 0)
    take(
      await attempt(visit, 'recordRequest.edit', change => editSeenDates(change, ref, dates)),
      'Dates changed.',
    );
  return { request, done, refusals: [...new Set(refusals)] };
}

async function editSelected(visit: MemberVisit): Promise<Reply> {
  const { parts, principal, viewer, place, form } = visit;
  const wanted = formOf(editForm, form);
  const { members } = await listRequestChoices(parts.db, principal);
  const isKnown = members.some(({ membershipUid }) => membershipUid === wanted.assignee);
  if (typeof wanted.assignee === 'string' && !isKnown)
    throw new FormProblem({ assignee: 'Choose a member from the list.' });
  const requests = await selected(visit, wanted.request);
  const results: EditedRequest[] = [];
  for (const request of requests) results.push(await editOne(visit, request, wanted));
  return page(renderEditedPage(viewer, place, results));
}

async function refusedEdit(visit: MemberVisit, refusal: Refusal): Promise<Reply> {
  return editPage(visit, formOf(selectionForm, visit.form).request, refusal);
}

/** What members do to several record requests at once (CONSOLE-80, CONSOLE-85, CONSOLE-94). */
export const selectedRequestsRoutes: readonly MemberRoute[] = [
  act(`${all}/selection`, 'recordRequest.showSelection', showSelection, {
    refused: refusedSelection,
    sentences: patientSentences,
  }),
  act(`${all}/cancel`, 'recordRequest.cancelSelected', cancelSelected, { refused: refusedSelection }),
  act(`${all}/edit`, 'recordRequest.editSelected', editSelected, { refused: refusedEdit }),
];

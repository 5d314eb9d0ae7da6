import { isClosed } from '../../domain/projects/project';
import { recordRequestKinds } from '../../domain/record-requests/record-request';
import { isUuid } from '../../domain/text';
import { formOf, recordRequestForm, type RecordRequestForm } from '../../forms/record-request-form';
import type { Said } from '../components/said';
import {
  askForSeen,
  cancelSeenRequest,
  offerToAsk,
  openRequestFile,
  shownAreas,
  viewRecordRequest,
  type SeenRequestRef,
  type ShownArea,
} from '../../usecases/record-requests/member-requests';
import { readFor } from './audited-look';
import {
  anotherFacility,
  askFields,
  renderAskPage,
  type AskField,
  type AskShown,
  type AskValues,
} from './pages/ask-page';
import { renderRecordRequestPage } from './pages/record-request-page';
import { pathIn, withQuery } from './paths';
import { act, auditedLook, type Route } from './routes';
import { toldOfPatients } from './told-problems';
import { page, queried, redirect, type MemberVisit, type Reply } from './visit';
import { uidIn } from '../uid-in';

const all = '/patients/:patient/record-requests';
const request = `${all}/:request`;

function requestIn(visit: MemberVisit): SeenRequestRef {
  return { patientUid: uidIn(visit, 'patient'), recordRequestUid: uidIn(visit, 'request') };
}

/** The page of the record request of the path, with what came of what was asked. */
async function requestPage(visit: MemberVisit, said: Said | undefined, status = 200): Promise<Reply> {
  const { parts, viewer, place } = visit;
  const ref = requestIn(visit);
  const found = await readFor(visit, 'recordRequest.read', reading => viewRecordRequest(parts, reading, ref));
  const shown = {
    ...found,
    patientUid: ref.patientUid,
    isClosed: isClosed(found.project),
    ...(said === undefined ? {} : { said }),
  };
  return page(renderRecordRequestPage(viewer, place, shown), status);
}

/** What the trail calls a download: as the reads of the API. */
const fileEvents: Readonly<Record<ShownArea, string>> = {
  deliverables: 'deliverable.read',
  combined: 'deliverable.read',
  documents: 'document.read',
};

function download(area: ShownArea): Route {
  const event = fileEvents[area];
  return auditedLook(`${request}/${area}/:file`, event, async visit => {
    const wanted = { ...requestIn(visit), area, fileUid: uidIn(visit, 'file') };
    return redirect(await readFor(visit, event, reading => openRequestFile(visit.parts, reading, wanted)));
  });
}

/** What stands in the fields; what is longer than a field may be is cut, and then refused by its rule. */
function valuesIn(form: URLSearchParams): AskValues {
  const said = (name: string): string => (form.get(name) ?? '').trim().slice(0, 300);
  const typed = Object.fromEntries(askFields.map(name => [name, said(name)])) as AskValues['typed'];
  const kinds = form.getAll('kinds');
  return { site: said('site'), kinds: recordRequestKinds.filter(kind => kinds.includes(kind)), typed };
}

/** Why a form is refused: as a whole, and by field. */
type AskFaults = Pick<AskShown, 'fault' | 'faults'>;

/** The rule of the API, as a sentence beside its field. */
function sentenceOf(field: AskField, rule: string): string {
  if (field === 'endDateOfService' && rule.includes('startDateOfService'))
    return 'Must not be before the first day.';
  return `${rule.charAt(0).toUpperCase()}${rule.slice(1).replaceAll('`', '')}.`;
}

/** What is asked, by the rules of the API; else why not. */
function askedBy({ site, kinds, typed }: AskValues): RecordRequestForm | AskFaults {
  if (site !== anotherFacility && !isUuid(site)) return { fault: 'Choose a facility.', faults: {} };
  if (kinds.length === 0) return { fault: 'Choose one kind of records or more.', faults: {} };
  const { siteAddressLine2, startDateOfService, endDateOfService, ...identity } = typed;
  const named = { ...identity, ...(siteAddressLine2 === '' ? {} : { siteAddressLine2 }) };
  const checked = recordRequestForm.safeParse({
    ...(site === anotherFacility ? named : { siteId: site }),
    ...Object.fromEntries(kinds.map(kind => [kind, true])),
    startDateOfService: startDateOfService === '' ? null : startDateOfService,
    endDateOfService: endDateOfService === '' ? null : endDateOfService,
  });
  if (checked.success) return formOf(checked.data);
  const faults: Partial<Record<AskField, string>> = {};
  for (const { path, message } of checked.error.issues) {
    const field = askFields.find(known => known === path[0]);
    if (field !== undefined) faults[field] ??= sentenceOf(field, message);
  }
  return { fault: 'Some fields are not right yet. Nothing was asked.', faults };
}

async function askPage(
  visit: MemberVisit,
  values: AskValues,
  faults: AskFaults,
  status = 200,
): Promise<Reply> {
  const { viewer, place } = visit;
  const uid = uidIn(visit, 'patient');
  const offer = await readFor(visit, 'patient.read', reading => offerToAsk(reading, uid));
  return page(renderAskPage(viewer, place, { ...offer, values, ...faults }), status);
}

async function ask(visit: MemberVisit): Promise<Reply> {
  const { form, change, attempt, place } = visit;
  const patientUid = uidIn(visit, 'patient');
  const values = valuesIn(form);
  const asked = askedBy(values);
  if (!('kinds' in asked)) return askPage(visit, values, asked, 422);
  const newest = form.get('newest') ?? '';
  const seen = { patientUid, newestUid: newest === '' ? undefined : newest };
  const outcome = await attempt(() => change(inner => askForSeen(inner, seen, asked)), toldOfPatients);
  if (!outcome.isDone) return askPage(visit, values, { fault: outcome.sentence, faults: {} }, outcome.status);
  return redirect(withQuery(pathIn(place, 'patients', patientUid), { done: 'asked' }));
}

async function cancel(visit: MemberVisit): Promise<Reply> {
  const { change, attempt, place } = visit;
  const ref = requestIn(visit);
  const outcome = await attempt(() => change(inner => cancelSeenRequest(inner, ref)), toldOfPatients);
  if (!outcome.isDone) return requestPage(visit, { tone: 'failed', text: outcome.sentence }, outcome.status);
  const path = pathIn(place, 'patients', ref.patientUid, 'record-requests', ref.recordRequestUid);
  return redirect(withQuery(path, { done: 'canceled' }));
}

const noValues = valuesIn(new URLSearchParams());

/** The pages of record requests. A file is led to by an address that is made for the one click (CONSOLE-41). */
export const requestRoutes: readonly Route[] = [
  auditedLook(`${all}/new`, 'patient.read', visit => askPage(visit, noValues, { faults: {} })),
  act(all, 'recordRequest.create', ask),
  auditedLook(request, 'recordRequest.read', visit =>
    requestPage(
      visit,
      queried(visit, 'done') === 'canceled'
        ? { tone: 'passed', text: 'The record request is canceled.' }
        : undefined,
    ),
  ),
  act(`${request}/cancel`, 'recordRequest.cancel', cancel),
  ...shownAreas.map(download),
];

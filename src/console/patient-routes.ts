import { assertPermission } from '../access/authorize';
import { cutPage, parseCursor } from '../api/shapes/page';
import { authorizationStatuses } from '../domain/authorizations/authorization-status';
import { describeSearch, searchNames } from '../domain/searches/describe-searches';
import { stepForCustomer } from '../domain/searches/next-step';
import { searchStatuses, statusOfSearch } from '../domain/searches/search';
import { isStorableText } from '../domain/text';
import { listChecks } from '../embeds/auth-check/reading';
import { listPlaceProjects } from '../usecases/console/place-projects';
import {
  listSeenPatients,
  openAuthorization,
  searchSeenPatients,
  viewPatient,
  type ViewedPatient,
} from '../usecases/patients/seen-patients';
import {
  openRequestFile,
  shownAreas,
  viewRecordRequest,
  type SeenRequestRef,
  type ShownArea,
} from '../usecases/record-requests/view-record-request';
import { readFor, uidIn } from './audited-look';
import { renderPatientPage, type PatientShown, type ShownSearch } from './pages/patient-page';
import { renderPatientsPage, searchLengthMax, type PatientQuery } from './pages/patients-page';
import { renderRecordRequestPage } from './pages/record-request-page';
import { act, auditedLook, type Route } from './routes';
import { page, queried, redirect, type MemberVisit, type Reply } from './visit';

const all = '/patients';
const one = `${all}/:patient`;
const request = `${one}/record-requests/:request`;

/** How many rows a page has. */
const pageSize = 50;

function asked(text: string): string | undefined {
  return text === '' ? undefined : text;
}

async function showPatients(visit: MemberVisit): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const said = (name: string): string => queried(visit, name).trim();
  const query: PatientQuery = {
    ...{ project: said('project'), search: said('search'), authorization: said('authorization') },
  };
  const filter = {
    projectId: asked(query.project),
    searchStatus: searchStatuses.find(one => one === query.search),
    authorizationStatus: authorizationStatuses.find(one => one === query.authorization),
  };
  const wanted = { before: parseCursor(asked(said('before'))), limit: pageSize + 1 };
  const found = await readFor(visit, 'patient.list', reading => listSeenPatients(reading, filter, wanted));
  const { nextCursor } = cutPage(
    found.map(({ row }) => row),
    pageSize,
  );
  const { projects } = await listPlaceProjects(parts.db, principal);
  const shown = { query, projects, patients: found.slice(0, pageSize) };
  return page(
    renderPatientsPage(viewer, place, {
      ...shown,
      ...(nextCursor === null ? {} : { olderFrom: nextCursor }),
    }),
  );
}

async function searchPatients(visit: MemberVisit): Promise<Reply> {
  const { parts, principal, viewer, place, form } = visit;
  const text = (form.get('text') ?? '').trim();
  const query: PatientQuery = { project: form.get('project') ?? '', search: '', authorization: '' };
  assertPermission(principal, 'ViewPatients');
  const { projects } = await listPlaceProjects(parts.db, principal);
  if (text === '' || text.length > searchLengthMax || !isStorableText(text)) {
    const searched = { text: '', areMore: false, fault: `Type 1 to ${searchLengthMax} characters.` };
    return page(renderPatientsPage(viewer, place, { query, projects, patients: [], searched }), 422);
  }
  const wanted = { text, projectId: asked(query.project), limit: pageSize + 1 };
  const found = await readFor(visit, 'patient.search', reading => searchSeenPatients(reading, wanted));
  const searched = { text, areMore: found.length > pageSize };
  const shown = { query, projects, patients: found.slice(0, pageSize), searched };
  return page(renderPatientsPage(viewer, place, shown));
}

/** The searches as their customer is told. */
function searchesOf({ patient, project }: ViewedPatient, at: Date): ShownSearch[] {
  return patient.searches.map(search => {
    const next = stepForCustomer(search, { patient, project, atMs: at.getTime() });
    const sentence = describeSearch({ ...search, next });
    return {
      name: searchNames[search.kind],
      status: statusOfSearch(search),
      sentence: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
    };
  });
}

/** The checks with their sentences; what was read on the document stays there. */
function checksOf({ patient, analysis }: ViewedPatient): Pick<PatientShown, 'checks'> {
  if (patient.authorizationEtag === null) return {};
  const verdicts = analysis?.status === 'judged' ? analysis.verdicts : null;
  if (verdicts === null) return { checks: null };
  return {
    checks: listChecks(verdicts).map(({ label, verdict }) => ({
      label,
      status: verdict?.status ?? null,
      message: verdict?.message ?? null,
      remedy: verdict?.remedy ?? null,
    })),
  };
}

async function showPatient(visit: MemberVisit): Promise<Reply> {
  const { parts, viewer, place } = visit;
  const wanted = { after: parseCursor(asked(queried(visit, 'after'))), limit: pageSize + 1 };
  const uid = uidIn(visit, 'patient');
  const found = await readFor(visit, 'patient.read', reading => viewPatient(parts, reading, uid, wanted));
  const { patient, project, steps } = found;
  const requests = found.requests === null ? null : cutPage(found.requests, pageSize);
  const laterFrom = requests?.nextCursor ?? undefined;
  const shown: PatientShown = {
    ...{ patient, project, steps, requests: requests?.entries ?? null },
    ...{ searches: searchesOf(found, parts.clock.now()), ...checksOf(found) },
    ...(laterFrom === undefined ? {} : { laterFrom }),
  };
  return page(renderPatientPage(viewer, place, shown));
}

async function downloadAuthorization(visit: MemberVisit): Promise<Reply> {
  const uid = uidIn(visit, 'patient');
  return redirect(
    await readFor(visit, 'authorization.read', reading => openAuthorization(visit.parts, reading, uid)),
  );
}

function requestIn(visit: MemberVisit): SeenRequestRef {
  return { patientUid: uidIn(visit, 'patient'), recordRequestUid: uidIn(visit, 'request') };
}

async function showRequest(visit: MemberVisit): Promise<Reply> {
  const { parts, viewer, place } = visit;
  const ref = requestIn(visit);
  const found = await readFor(visit, 'recordRequest.read', reading => viewRecordRequest(parts, reading, ref));
  return page(renderRecordRequestPage(viewer, place, { ...found, patientUid: ref.patientUid }));
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

/**
 * The pages of patients and their record requests. Patients are named by our own ids in addresses, and a search is a form: nothing of
 * a patient stands in an address (CONSOLE-38). A file is led to by an address that is made for the one click (CONSOLE-41).
 */
export const patientRoutes: readonly Route[] = [
  auditedLook(all, 'patient.list', showPatients),
  act(all, 'patient.search', searchPatients),
  auditedLook(one, 'patient.read', showPatient),
  auditedLook(`${one}/authorization`, 'authorization.read', downloadAuthorization),
  auditedLook(request, 'recordRequest.read', showRequest),
  ...shownAreas.map(download),
];

/** The routes of the company's list of patients. */
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { assertPermission } from '../../access/authorize';
import { authorizationStatuses } from '../../domain/authorizations/authorization-status';
import { usDate } from '../../domain/clinical/calendar-date';
import { authorizationNeeds, defaultPatientOrder, patientSorts } from '../../domain/patients/patient-list';
import { searchStatuses } from '../../domain/searches/search';
import { authorizationStatusLabels, searchStatusLabels } from '../../domain/status-labels';
import { isStorableText } from '../../domain/text';
import type { SeenPatient } from '../../store/patients/patient-lists';
import { listPlaceProjects } from '../../usecases/console/places';
import {
  exportSeenPatients,
  listSeenPatients,
  partLengthMin,
  searchSeenPatients,
} from '../../usecases/patients/seen-patients';
import { field, formOf } from '../forms';
import { messageFor } from '../messages';
import { page, type Reply } from '../reply';
import type { Refusal } from '../route';
import { given, pageMax, pageSize, queryChoice, queryOf, queryPage } from './list-query';
import { ordersBy, searchTextMax } from './components/list-filters';
import type { PatientQuery } from './components/patient-filters';
import { renderPatientsPage } from './pages/patients-page';
import { act, auditedLook, type MemberRoute } from './routes';
import { readFor, type MemberVisit } from './visit';

const all = '/patients';

const orders = ordersBy(patientSorts);

const listForm = z.object({
  project: field(z.string().trim()),
  search: queryChoice(searchStatuses, 'search status'),
  authorization: queryChoice([...authorizationNeeds, ...authorizationStatuses], 'authorization status'),
  sort: queryChoice([...orders.keys()], 'order'),
  page: queryPage,
});

/** Returns the list that the query names. @throws FormProblem */
function wantedIn(query: URLSearchParams) {
  const { sort, page: number, ...filters } = formOf(listForm, query);
  return {
    query: filters satisfies PatientQuery,
    order: orders.get(sort) ?? defaultPatientOrder,
    page: number,
    filter: {
      projectId: given(filters.project),
      searchStatus: searchStatuses.find(known => known === filters.search),
      authorizationStatus: authorizationStatuses.find(known => known === filters.authorization),
      need: authorizationNeeds.find(known => known === filters.authorization),
    },
  };
}

async function listPage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  // A list that the query can't name is replaced by the one that opens first, with the reason.
  const wanted = wantedIn(refusal === undefined ? queryOf(visit) : new URLSearchParams());
  const { query, filter, order } = wanted;
  const part = { order, offset: (wanted.page - 1) * pageSize, limit: pageSize };
  const { patients, count } = await readFor(visit, 'patient.list', reading =>
    listSeenPatients(reading, filter, part),
  );
  const { projects } = await listPlaceProjects(parts.db, principal);
  const list = {
    order,
    page: wanted.page,
    pageSize,
    pageMax,
    count,
    message: messageFor(visit, {}, refusal),
  };
  return page(renderPatientsPage(viewer, place, { query, projects, patients, list }), refusal?.status);
}

const isSearchable = (text: string): boolean =>
  text !== '' && text.length <= searchTextMax && isStorableText(text);
const searchForm = z.object({
  text: field(z.string().trim().refine(isSearchable), `Enter 1 to ${searchTextMax} characters.`),
});
const projectForm = z.object({ project: field(z.string()) });

/** Returns the project of the posted search, and the projects to choose from. */
async function searchedIn({ parts, principal, form }: MemberVisit) {
  assertPermission(principal, 'ViewPatients');
  const { project } = formOf(projectForm, form);
  const query: PatientQuery = { project, search: '', authorization: '' };
  return { query, projects: (await listPlaceProjects(parts.db, principal)).projects };
}

async function searchPatients(visit: MemberVisit): Promise<Reply> {
  const { viewer, place, form } = visit;
  const { text } = formOf(searchForm, form);
  const beside = await searchedIn(visit);
  const wanted = { text, projectId: given(beside.query.project), limit: pageSize + 1 };
  const found = await readFor(visit, 'patient.search', reading => searchSeenPatients(reading, wanted));
  const searched = { text, areMore: found.length > pageSize, isShort: text.length < partLengthMin };
  return page(renderPatientsPage(viewer, place, { ...beside, patients: found.slice(0, pageSize), searched }));
}

async function refusedSearch(visit: MemberVisit, { fields, status }: Refusal): Promise<Reply> {
  const { viewer, place } = visit;
  const searched = { text: '', areMore: false, isShort: false, problems: fields };
  return page(
    renderPatientsPage(viewer, place, { ...(await searchedIn(visit)), patients: [], searched }),
    status,
  );
}

/** Returns the file. A cell that a spreadsheet would run as a formula gets a quotation mark. */
function fileOf({ place }: MemberVisit, patients: readonly SeenPatient[]): string {
  const seesRequests = place.permissions.has('ViewRecordRequests');
  const rows = patients.map(patient => ({
    'Last name': patient.lastNames[0] ?? '',
    'First name': patient.firstName,
    'Other last names': patient.lastNames.slice(1).join('; '),
    'Date of birth': usDate(patient.dateOfBirth),
    'Patient ID': patient.id,
    Reference: patient.reference ?? '',
    Project: patient.projectId,
    Authorization: authorizationStatusLabels[patient.authorizationStatus],
    'Authorization on file': patient.hasDocument ? 'Yes' : 'No',
    'Authorization expires': patient.expiresOn === null ? '' : usDate(patient.expiresOn),
    'Authorization revoked': patient.revokedOn === null ? '' : usDate(patient.revokedOn),
    Searches: searchStatusLabels[patient.searchStatus],
    ...(seesRequests
      ? { 'Open requests': String(patient.openRequests), Requests: String(patient.requests) }
      : {}),
    Registered: patient.createdAt.toISOString(),
  }));
  return stringify(rows, { header: true, bom: true, escape_formulas: true, record_delimiter: 'windows' });
}

async function exportList(visit: MemberVisit): Promise<Reply> {
  const { filter, order } = wantedIn(queryOf(visit));
  const patients = await visit.change(change => exportSeenPatients(change, filter, { order }));
  return { kind: 'csv', text: fileOf(visit, patients), fileName: 'Patients.csv' };
}

/** The list of patients. No URL contains patient data: a search is a posted form (CONSOLE-38). */
export const patientsRoutes: readonly MemberRoute[] = [
  { ...auditedLook(all, 'patient.list', visit => listPage(visit)), refused: listPage },
  { ...auditedLook(`${all}/export`, 'patient.exportList', exportList), refused: listPage },
  act(all, 'patient.search', searchPatients, { refused: refusedSearch }),
];

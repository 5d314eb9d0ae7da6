/** The routes of the company's list of patients. */
import { z } from 'zod';
import { assertPermission } from '../../access/authorize';
import { authorizationStatuses } from '../../domain/authorizations/authorization-status';
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
import type { ShownPlace } from './components/page';
import { ordersBy, searchTextMax } from './components/list-filters';
import { followedByMe } from './components/follow';
import { choosingFor, type PatientQuery } from './components/patient-filters';
import { renderPatientsPage } from './pages/patients-page';
import { act, auditedLook, type MemberRoute } from './routes';
import { dayColumn, fileForm, tableReply, type FileColumn } from './table-file';
import { readFor, type MemberVisit } from './visit';

const all = '/patients';

const orders = ordersBy(patientSorts);

const listForm = z.object({
  project: field(z.string().trim()),
  search: queryChoice(searchStatuses, 'search status'),
  authorization: queryChoice([...authorizationNeeds, ...authorizationStatuses], 'authorization status'),
  following: queryChoice([followedByMe], 'filter'),
  sort: queryChoice([...orders.keys()], 'order'),
  page: queryPage,
});

const purposeForm = z.object({ for: field(z.string()) });

/** Whether a patient is chosen to request records for, which needs the permission. */
function isChoosingIn({ principal }: MemberVisit, query: URLSearchParams): boolean {
  return formOf(purposeForm, query).for === choosingFor && principal.permissions.has('ManageRecordRequests');
}

/** Returns the list that the query names. @throws FormProblem */
function wantedIn({ principal }: MemberVisit, query: URLSearchParams) {
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
      followerUid: filters.following === '' ? undefined : principal.userUid,
    },
  };
}

async function listPage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  // A list that the query can't name is replaced by the one that opens first, with the reason.
  const wanted = wantedIn(visit, refusal === undefined ? queryOf(visit) : new URLSearchParams());
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
  const isChoosing = isChoosingIn(visit, queryOf(visit));
  const shown = { query, projects, patients, list, isChoosing };
  return page(renderPatientsPage(viewer, place, shown), refusal?.status);
}

const isSearchable = (text: string): boolean =>
  text !== '' && text.length <= searchTextMax && isStorableText(text);
const searchForm = z.object({
  text: field(z.string().trim().refine(isSearchable), `Enter 1 to ${searchTextMax} characters.`),
});
const projectForm = z.object({ project: field(z.string()) });

/** Returns the project of the posted search, and the projects to choose from. */
async function searchedIn(visit: MemberVisit) {
  const { parts, principal, form } = visit;
  assertPermission(principal, 'ViewPatients');
  const { project } = formOf(projectForm, form);
  const query: PatientQuery = { project, search: '', authorization: '', following: '' };
  const { projects } = await listPlaceProjects(parts.db, principal);
  return { query, projects, isChoosing: isChoosingIn(visit, form) };
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

/** Returns the columns of an exported list. */
function fileColumns({ permissions }: ShownPlace): ReadonlyArray<FileColumn<SeenPatient>> {
  const ofRequests: ReadonlyArray<FileColumn<SeenPatient>> = [
    { name: 'Open requests', of: ({ openRequests }) => openRequests },
    { name: 'Requests', of: ({ requests }) => requests },
  ];
  return [
    { name: 'Last name', of: ({ lastNames }) => lastNames[0] ?? '', width: 18 },
    { name: 'First name', of: ({ firstName }) => firstName, width: 18 },
    { name: 'Other last names', of: ({ lastNames }) => lastNames.slice(1).join('; '), width: 18 },
    dayColumn('Date of birth', ({ dateOfBirth }) => dateOfBirth),
    { name: 'Patient ID', of: ({ id }) => id, width: 20 },
    { name: 'Reference', of: ({ reference }) => reference, width: 20 },
    { name: 'Project', of: ({ projectId }) => projectId },
    {
      name: 'Authorization',
      of: ({ authorizationStatus }) => authorizationStatusLabels[authorizationStatus],
      width: 24,
    },
    { name: 'Authorization on file', of: ({ hasDocument }) => (hasDocument ? 'Yes' : 'No') },
    dayColumn('Authorization expires', ({ expiresOn }) => expiresOn),
    dayColumn('Authorization revoked', ({ revokedOn }) => revokedOn),
    { name: 'Searches', of: ({ searchStatus }) => searchStatusLabels[searchStatus] },
    ...(permissions.has('ViewRecordRequests') ? ofRequests : []),
    { name: 'Registered', of: ({ createdAt }) => createdAt.toISOString(), width: 26 },
    { name: 'Updated', of: ({ updatedAt }) => updatedAt.toISOString(), width: 26 },
  ];
}

async function exportList(visit: MemberVisit): Promise<Reply> {
  const { filter, order } = wantedIn(visit, queryOf(visit));
  const { as } = formOf(fileForm, queryOf(visit));
  const rows = await visit.change(change => exportSeenPatients(change, filter, { order }));
  return tableReply('Patients', fileColumns(visit.place), { rows, as });
}

/** The list of patients. No URL contains patient data: a search is a posted form (CONSOLE-38). */
export const patientsRoutes: readonly MemberRoute[] = [
  { ...auditedLook(all, 'patient.list', visit => listPage(visit)), refused: listPage },
  { ...auditedLook(`${all}/export`, 'patient.exportList', exportList), refused: listPage },
  act(all, 'patient.search', searchPatients, { refused: refusedSearch }),
];

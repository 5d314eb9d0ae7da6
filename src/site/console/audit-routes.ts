import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { auditGroups, auditWordsOf, type AuditGroup } from '../../domain/audit-words';
import { isStorableText, isUuid } from '../../domain/text';
import type { AuditWho, CompanyAuditRow } from '../../store/audit/company-audit';
import { makeDisclosureReport } from '../../usecases/patients/disclosure-report';
import { partLengthMin, searchSeenPatients } from '../../usecases/patients/seen-patients';
import {
  exportCompanyAudit,
  listAuditPeople,
  readCompanyAudit,
  readPatientAccess,
  type AuditWanted,
} from '../../usecases/tenants/company-audit';
import { field, formOf } from '../forms';
import { messageFor } from '../messages';
import { page, type Reply } from '../reply';
import type { Refusal } from '../route';
import { queried, uidIn } from '../visit';
import { auditActorOf, outcomeNames, recordNameOf } from './components/audit-words';
import { searchTextMax } from './components/list-filters';
import { beforeIn, moreBeforeOf, pageSize, periodIn, periodShape, queryChoice, queryOf } from './list-query';
import { renderAuditLogPage, renderAuditPatientsPage, type AuditFilters } from './pages/audit-log-page';
import { renderPatientAccessPage } from './pages/patient-access-page';
import { act, auditedLook, type MemberRoute } from './routes';
import { readFor, type MemberVisit } from './visit';

const groupNames = Object.keys(auditGroups);

const filterForm = z.object({
  ...periodShape,
  who: field(
    z
      .string()
      .trim()
      .refine(text => ['', 'support', 'service'].includes(text) || isUuid(text)),
    "This person doesn't exist. Choose one from the list.",
  ),
  group: queryChoice(groupNames, 'action'),
});

function isGroup(text: string): text is AuditGroup {
  return groupNames.includes(text);
}

function whoOf(text: string): AuditWho | undefined {
  if (text === '') return undefined;
  return text === 'support' || text === 'service' ? text : { userUid: text.toLowerCase() };
}

/** Returns the query of the address. @throws FormProblem or OperatorError for an unknown value */
function wantedIn(visit: MemberVisit): AuditWanted {
  const { from, until, who, group } = formOf(filterForm, queryOf(visit));
  return { ...periodIn(visit, { from, until }), who: whoOf(who), group: isGroup(group) ? group : undefined };
}

/** Returns the filters as the page shows them, the default period included. */
function filtersOf(visit: MemberVisit, { period }: AuditWanted): AuditFilters {
  const given = (name: string): string => queried(visit, name).slice(0, 40);
  return { from: period.from, until: period.until, who: given('who'), group: given('group') };
}

async function showLog(visit: MemberVisit): Promise<Reply> {
  const { viewer, place, parts, principal } = visit;
  const wanted = wantedIn(visit);
  const { rows, next } = await readFor(visit, 'auditLog.read', reading =>
    readCompanyAudit(reading, wanted, beforeIn(visit)),
  );
  return page(
    renderAuditLogPage(viewer, place, {
      filters: filtersOf(visit, wanted),
      people: await listAuditPeople(parts.db, principal),
      rows,
      moreBefore: moreBeforeOf(next),
      message: undefined,
    }),
  );
}

async function refusedLog(visit: MemberVisit, refusal: Refusal): Promise<Reply> {
  const { viewer, place, parts, principal } = visit;
  const shown = {
    filters: { from: '', until: '', who: '', group: '' },
    people: await listAuditPeople(parts.db, principal),
    rows: [],
    moreBefore: undefined,
    message: messageFor(visit, {}, refusal),
  };
  return page(renderAuditLogPage(viewer, place, shown), refusal.status);
}

/** Returns the file. A cell that a spreadsheet would run as a formula gets a quotation mark. */
function fileOf({ place }: MemberVisit, rows: readonly CompanyAuditRow[]): string {
  const cells = rows.map(row => ({
    'Time (UTC)': row.occurredAt.toISOString(),
    Who: auditActorOf(row, place.supportName),
    Did: auditWordsOf(row.event),
    Action: row.event,
    Record: row.resourceKind === null ? '' : recordNameOf(row.resourceKind),
    'Record ID': row.resourceUid ?? '',
    Outcome: outcomeNames[row.outcome],
    Problem: row.problem ?? '',
  }));
  return stringify(cells, { header: true, bom: true, escape_formulas: true, record_delimiter: 'windows' });
}

async function exportLog(visit: MemberVisit): Promise<Reply> {
  const wanted = wantedIn(visit);
  const rows = await visit.change(change => exportCompanyAudit(change, wanted));
  return { kind: 'csv', text: fileOf(visit, rows), fileName: 'Audit log.csv' };
}

const isSearchable = (text: string): boolean =>
  text !== '' && text.length <= searchTextMax && isStorableText(text);
const searchForm = z.object({
  text: field(z.string().trim().refine(isSearchable), `Enter 1 to ${searchTextMax} characters.`),
});

async function findPatients(visit: MemberVisit): Promise<Reply> {
  const { viewer, place, form } = visit;
  const { text } = formOf(searchForm, form);
  const patients = await readFor(visit, 'patient.search', reading =>
    searchSeenPatients(reading, { text, projectId: undefined, limit: pageSize }),
  );
  const isShort = text.length < partLengthMin;
  return page(renderAuditPatientsPage(viewer, place, { patients, isShort, message: undefined }));
}

async function refusedFind(visit: MemberVisit, { fields, status }: Refusal): Promise<Reply> {
  const { viewer, place } = visit;
  const shown = { patients: [], isShort: false, problems: fields, message: undefined };
  return page(renderAuditPatientsPage(viewer, place, shown), status);
}

async function showAccess(visit: MemberVisit): Promise<Reply> {
  const { viewer, place } = visit;
  const { patient, rows, next } = await readFor(visit, 'patient.readAccess', reading =>
    readPatientAccess(reading, uidIn(visit, 'patient'), beforeIn(visit)),
  );
  return page(renderPatientAccessPage(viewer, place, { patient, rows, moreBefore: moreBeforeOf(next) }));
}

async function downloadDisclosures(visit: MemberVisit): Promise<Reply> {
  const report = await readFor(visit, 'patient.disclosures', reading =>
    makeDisclosureReport(reading, uidIn(visit, 'patient')),
  );
  return { kind: 'pdf', ...report };
}

/** The pages of the audit log (KEY-25). */
export const auditRoutes: readonly MemberRoute[] = [
  { ...auditedLook('/audit', 'auditLog.read', showLog), refused: refusedLog },
  { ...auditedLook('/audit/export', 'auditLog.export', exportLog), refused: refusedLog },
  act('/audit/patients', 'patient.search', findPatients, { refused: refusedFind }),
  auditedLook('/patients/:patient/access', 'patient.readAccess', showAccess),
  auditedLook('/patients/:patient/disclosures', 'patient.disclosures', downloadDisclosures),
];

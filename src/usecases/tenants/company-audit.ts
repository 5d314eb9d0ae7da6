/** A company's audit log, as its members see it (KEY-25). */
import { assertPermission } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import { auditGroups, type AuditGroup } from '../../domain/audit-words';
import { addDays } from '../../domain/clinical/calendar-date';
import type { AuditPeriod } from '../../domain/desk/audit-period';
import { Problem } from '../../domain/problem';
import { exportRowsMax } from '../../domain/record-requests/request-list';
import { startOfDay } from '../../domain/time-zones';
import {
  auditScanMax,
  listCompanyAudit,
  listPatientAudit,
  type AuditPosition,
  type AuditWho,
  type CompanyAuditFilter,
  type CompanyAuditPage,
  type CompanyAuditRow,
} from '../../store/audit/company-audit';
import type { Executor } from '../../store/database';
import { listCompanyMembers } from '../../store/tenants/company-members';
import { resource, type Change } from '../change';
import { OperatorError } from '../operator-error';
import { readVisiblePatient } from '../patients/member-patients';
import type { MemberReading } from '../reading';
import type { Patient } from '../../domain/patients/patient';

/** How many rows a page shows. */
export const auditPageSize = 50;

/** The most people that the filter offers. */
const peopleMax = 500;

const lastUid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A member's query of the audit log. */
export interface AuditWanted {
  /** Days in the company's time zone, both included. */
  readonly period: AuditPeriod;
  readonly timeZone: string;
  readonly who: AuditWho | undefined;
  readonly group: AuditGroup | undefined;
}

function filterOf({ period, timeZone, who, group }: AuditWanted): CompanyAuditFilter {
  return {
    from: startOfDay(timeZone, period.from),
    until: startOfDay(timeZone, addDays(period.until, 1)),
    who,
    resources: group === undefined ? undefined : auditGroups[group].resources,
  };
}

/**
 * The log has rows about every project, so it is for members who see them all.
 * @throws Problem `permission.missing`
 */
function assertMayReadLog(principal: ConsolePrincipal): void {
  assertPermission(principal, 'ViewAuditLog');
  if (!principal.seesAllProjects)
    throw new Problem('permission.missing', { internal: 'the member sees only some of the projects' });
}

/**
 * Returns a page of the company's audit log, newest first. The look is recorded in it, too.
 * @throws Problem `permission.missing`
 */
export async function readCompanyAudit(
  { db, principal, saw }: MemberReading,
  wanted: AuditWanted,
  before: AuditPosition | undefined,
): Promise<CompanyAuditPage> {
  assertMayReadLog(principal);
  const { companyUid } = principal;
  saw(resource('company', { uid: companyUid, companyUid }));
  const filter = filterOf(wanted);
  return listCompanyAudit(db, companyUid, filter, {
    before: before ?? { occurredAt: filter.until, uid: lastUid },
    limit: auditPageSize,
    scanned: auditScanMax,
  });
}

/**
 * Returns the rows of a period for a file, and records the export with the number of rows.
 * @throws Problem `permission.missing`; OperatorError for more than 20,000 rows
 */
export async function exportCompanyAudit(
  change: Change<ConsolePrincipal>,
  wanted: AuditWanted,
): Promise<readonly CompanyAuditRow[]> {
  assertMayReadLog(change.principal);
  const { companyUid } = change.principal;
  const filter = filterOf(wanted);
  const rows: CompanyAuditRow[] = [];
  let before: AuditPosition | undefined = { occurredAt: filter.until, uid: lastUid };
  while (before !== undefined) {
    const part: CompanyAuditPage = await listCompanyAudit(change.tx, companyUid, filter, {
      before,
      limit: auditScanMax,
      scanned: auditScanMax,
    });
    rows.push(...part.rows);
    if (rows.length > exportRowsMax)
      throw new OperatorError(
        `This period has more than ${exportRowsMax.toLocaleString('en-US')} entries. Choose fewer days.`,
      );
    before = part.next;
  }
  const subject = resource('company', { uid: companyUid, companyUid });
  await change.audit(subject, 'auditLog.export', { rows: rows.length });
  return rows;
}

/** Someone to filter the log by. */
export interface AuditPerson {
  readonly userUid: string;
  readonly name: string;
}

/** Lists the members and service accounts of the company, up to 500, by name. */
export async function listAuditPeople(
  executor: Executor,
  principal: ConsolePrincipal,
): Promise<readonly AuditPerson[]> {
  assertMayReadLog(principal);
  const { companyUid } = principal;
  const members = await listCompanyMembers(executor, { companyUid, afterUid: null, limit: peopleMax });
  return members
    .map(({ userUid, name }) => ({ userUid, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/**
 * Returns who accessed a patient and their record requests, newest first. Lists and searches that showed the
 * patient among others aren't recorded by patient.
 * @throws Problem `permission.missing`, 404 for a patient that the member doesn't see
 */
export async function readPatientAccess(
  reading: MemberReading,
  patientUid: string,
  before: AuditPosition | undefined,
): Promise<CompanyAuditPage & { readonly patient: Patient }> {
  const { db, principal, saw, now } = reading;
  const { patient } = await readVisiblePatient(reading, patientUid);
  assertPermission(principal, 'ViewPatients');
  assertPermission(principal, 'ViewAuditLog');
  const { companyUid } = principal;
  saw(resource('patient', patient));
  const found = await listPatientAudit(
    db,
    { companyUid, patientUid: patient.uid },
    { before: before ?? { occurredAt: new Date(now.getTime() + 1), uid: lastUid }, limit: auditPageSize },
  );
  return { ...found, patient };
}

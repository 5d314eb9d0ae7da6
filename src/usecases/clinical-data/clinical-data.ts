/** The page of a patient's clinical data, for the holder of its token (EMBED-6). */
import { admitTokenHolder } from '../../access/admit-token-holder';
import { projectScopeOf } from '../../access/authorize';
import type { MemberPrincipal } from '../../access/principal';
import { wholeRowsMax } from '../../browse/request/limits';
import type { BrowseQuery } from '../../browse/request/query';
import { countSites, type CountedSites, type MappedSite } from '../../domain/embeds/clinical-map';
import { pagesMax, rowsOfPage, type Panel } from '../../domain/embeds/clinical-panel';
import type { ClinicalRow } from '../../domain/embeds/clinical-tabs';
import type { Patient } from '../../domain/patients/patient';
import { Problem } from '../../domain/problem';
import type { Project } from '../../domain/projects/project';
import type { ClinicalDataClaims } from '../../embeds/clinical-data/token';
import type { Log } from '../../platform/log';
import type { BrowseDatabase } from '../../browse/run/database';
import { insertAuditEvent } from '../../store/audit/audit';
import { findPatientByUid } from '../../store/patients/patients';
import { findVisibleProjectByUid } from '../../store/tenants/projects';
import { browse } from '../browse';
import { auditRow, resource, resultOfFault, type ChangeParts } from '../change';
import { clinicalQuery, routeOf, type RowsOwner } from './clinical-query';

/** The content of a page. */
export interface ClinicalDataView {
  /** `null` for a user who may not see patients. */
  readonly patient: Pick<Patient, 'firstName' | 'lastNames' | 'dateOfBirth'> | null;
  /** The panel that is shown: a page number beyond the end becomes the last page. */
  readonly panel: Panel;
  readonly rows: readonly ClinicalRow[];
  readonly total: number;
  /** `null` if no map is requested. */
  readonly sites: CountedSites | null;
}

/** The request for a page, and how long the caller waits. */
export interface ClinicalDataLook {
  readonly panel: Panel;
  readonly wantsSites: boolean;
  readonly requestId: string;
  readonly gone: AbortSignal;
}

/** The dependencies of viewing a page. */
interface LookParts extends ChangeParts {
  readonly browse: BrowseDatabase;
  readonly log: Log;
}

/** The viewer and the patient. */
interface Admitted {
  readonly principal: MemberPrincipal;
  readonly project: Project;
  readonly patient: Patient;
}

/** @throws Problem `embed.tokenInvalid`, the same answer for every token that opens nothing */
async function admit({ db }: LookParts, claims: ClinicalDataClaims): Promise<Admitted> {
  const principal = await admitTokenHolder(db, claims, 'ViewClinicalData');
  const project = await findVisibleProjectByUid(db, projectScopeOf(principal), claims.projectUid);
  const patient = project && (await findPatientByUid(db, claims.patientUid));
  if (project === undefined || patient?.projectUid !== project.uid)
    throw new Problem('embed.tokenInvalid', { internal: "the token's user no longer sees the patient" });
  return { principal, project, patient };
}

const siteFields = ['id', 'name', 'city', 'state', 'zip'] as const;

/** Returns the site of a row; a row may have none. */
function siteOf(row: ClinicalRow): MappedSite | undefined {
  const site = row['site'];
  if (typeof site?.['id'] !== 'string') return undefined;
  const text = (field: (typeof siteFields)[number]): string => String(site[field] ?? '');
  return { id: text('id'), name: text('name'), city: text('city'), state: text('state'), zip: text('zip') };
}

/** Returns a reader that browses the rows of this one patient. */
function reader(parts: LookParts, { principal }: Admitted, { panel, gone }: ClinicalDataLook) {
  return async (
    query: BrowseQuery,
  ): Promise<{ readonly rows: readonly ClinicalRow[]; readonly total: number }> => {
    const source = { database: parts.browse, gone };
    const found = await browse({ principal }, source, routeOf(panel.tab), query);
    if (found.kind === 'streamed') throw new TypeError('a page of clinical data is always returned whole');
    // PostgreSQL made the JSON, of the named columns.
    return { rows: JSON.parse(`[${found.rows.join(',')}]`) as readonly ClinicalRow[], total: found.total };
  };
}

/** Reads the shown rows, and the sites of all matching rows. */
async function look(
  parts: LookParts,
  admitted: Admitted,
  asked: ClinicalDataLook,
): Promise<Omit<ClinicalDataView, 'patient'>> {
  const owner: RowsOwner = { projectId: admitted.project.id, patientId: admitted.patient.id };
  const read = reader(parts, admitted, asked);
  const readPage = async (panel: Panel): Promise<Omit<ClinicalDataView, 'patient' | 'sites'>> => {
    const skip = (panel.page - 1) * rowsOfPage;
    const wanted = { shown: panel.tab.columns, take: rowsOfPage, skip };
    return { ...(await read(clinicalQuery(owner, panel, wanted))), panel };
  };
  const readSites = async (): Promise<CountedSites> => {
    const shown = siteFields.map(field => ({ entity: 'site', field }));
    const wanted = { shown, take: wholeRowsMax, skip: 0 };
    const { rows } = await read(clinicalQuery(owner, asked.panel, wanted));
    return countSites(rows.map(siteOf));
  };
  const first = await readPage(asked.panel);
  const last = Math.max(1, Math.min(Math.ceil(first.total / rowsOfPage), pagesMax));
  const page = asked.panel.page > last ? await readPage({ ...asked.panel, page: last }) : first;
  return { ...page, sites: asked.wantsSites ? await readSites() : null };
}

/**
 * Returns rows of the token's patient, whatever the panel says. The token's creator is checked on each view:
 * the rows are shown only while they may see the patient (EMBED-19). Writes the same audit row as a browse of
 * these rows, even on failure.
 * @throws Problem `embed.tokenInvalid`; what PostgreSQL throws
 */
export async function viewClinicalData(
  parts: LookParts,
  claims: ClinicalDataClaims,
  asked: ClinicalDataLook,
): Promise<ClinicalDataView> {
  const admitted = await admit(parts, claims);
  const { principal, patient } = admitted;
  const event = `${routeOf(asked.panel.tab).base}.browse`;
  const act = { principal, requestId: asked.requestId, event };
  const audit = async (result: Parameters<typeof auditRow>[3]): Promise<void> =>
    insertAuditEvent(parts.db, auditRow(act, parts.clock.now(), resource('patient', patient), result));
  let found: Omit<ClinicalDataView, 'patient'>;
  try {
    found = await look(parts, admitted, asked);
  } catch (thrown) {
    // The viewer gets the first error, not a second one from the audit log.
    await audit(resultOfFault(thrown)).catch((error: unknown) => {
      parts.log.error('Could not write a refusal to the audit log.', { operation: event, error });
    });
    throw thrown;
  }
  await audit({ outcome: 'success', problem: null });
  const { firstName, lastNames, dateOfBirth } = patient;
  const maySee = principal.permissions.has('ViewPatients');
  return { ...found, patient: maySee ? { firstName, lastNames, dateOfBirth } : null };
}

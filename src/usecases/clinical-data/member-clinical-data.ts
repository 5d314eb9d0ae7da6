/** The clinical rows of a patient, as a member sees them in the console. */
import { stringify } from 'csv-stringify/sync';
import { assertPermission } from '../../access/authorize';
import type { BrowseDatabase } from '../../browse/run/database';
import type { Panel } from '../../domain/embeds/clinical-panel';
import type { ClinicalRow } from '../../domain/embeds/clinical-tabs';
import type { Patient } from '../../domain/patients/patient';
import { browse } from '../browse';
import { resource } from '../change';
import { readVisiblePatient } from '../patients/member-patients';
import type { Reading } from '../reading';
import { clinicalQuery, routeOf } from './clinical-query';

/** Rows per page. */
export const clinicalPageSize = 50;
/** The most rows of an export. */
export const clinicalExportMax = 10_000;
/** A page waits no longer for its rows. */
const rowsTimeoutMs = 20_000;

/** The rows of a page. */
export interface ViewedRows {
  readonly patient: Patient;
  readonly rows: readonly ClinicalRow[];
  readonly total: number;
}

async function readRows(
  database: BrowseDatabase,
  reading: Reading,
  patientUid: string,
  { panel, take, skip }: { readonly panel: Panel; readonly take: number; readonly skip: number },
): Promise<ViewedRows> {
  const { principal } = reading;
  assertPermission(principal, 'ViewPatients');
  assertPermission(principal, 'ViewClinicalData');
  const { patient, inProject } = await readVisiblePatient(reading, patientUid);
  reading.saw(resource('patient', patient));
  const owner = { projectId: inProject.project.id, patientId: patient.id };
  const query = clinicalQuery(owner, panel, { shown: panel.tab.columns, take, skip });
  const source = { database, gone: AbortSignal.timeout(rowsTimeoutMs) };
  const found = await browse({ principal }, source, routeOf(panel.tab), query);
  // PostgreSQL made the JSON, of the named columns.
  const parse = (rows: readonly string[]) => JSON.parse(`[${rows.join(',')}]`) as readonly ClinicalRow[];
  if (found.kind === 'whole') return { patient, rows: parse(found.rows), total: found.total };
  const rows: ClinicalRow[] = [];
  for await (const batch of found.batches) rows.push(...parse(batch));
  return { patient, rows, total: found.numbers().total };
}

/**
 * Returns a page of a patient's visits, procedures, diagnoses, prescription fills, or lab results, with the
 * browse of the API (CONSOLE-76).
 * @throws Problem 403 without `ViewPatients` and `ViewClinicalData`, 404; what PostgreSQL throws
 */
export async function viewSeenRows(
  database: BrowseDatabase,
  reading: Reading,
  patientUid: string,
  panel: Panel,
): Promise<ViewedRows> {
  const skip = (panel.page - 1) * clinicalPageSize;
  return readRows(database, reading, patientUid, { panel, take: clinicalPageSize, skip });
}

/**
 * Returns the rows that match a panel as CSV, at most {@link clinicalExportMax}. A text that a spreadsheet
 * would take for a formula is escaped.
 * @throws Problem as {@link viewSeenRows}
 */
export async function exportSeenRows(
  database: BrowseDatabase,
  reading: Reading,
  patientUid: string,
  panel: Panel,
): Promise<string> {
  const wanted = { panel, take: clinicalExportMax, skip: 0 };
  const { rows } = await readRows(database, reading, patientUid, wanted);
  const { columns } = panel.tab;
  return stringify(
    [
      columns.map(({ label }) => label),
      ...rows.map(row => columns.map(({ entity, field }) => String(row[entity]?.[field] ?? ''))),
    ],
    { escape_formulas: true, record_delimiter: 'windows', bom: true },
  );
}

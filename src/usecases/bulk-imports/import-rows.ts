import { assertPermission, getVisibleProject } from '../../access/authorize';
import { principalOfStarter } from '../../access/authenticate';
import type { ConsolePrincipal, KeyPrincipal } from '../../access/principal';
import type { Permission } from '../../domain/access/permissions';
import type { BulkFailure, BulkImport, RowOutcome, RowRemark } from '../../domain/bulk-imports/bulk-import';
import { isBlankRow } from '../../domain/bulk-imports/read-cells';
import type { BulkImportKind } from '../../domain/bulk-imports/sheets';
import { Problem } from '../../domain/problem';
import { problemEntry } from '../../domain/problem-catalogue';
import type { ObjectStore } from '../../files/object-store';
import { readBulkRow, unreadableRow, type BulkRow } from './bulk-row';
import type { PlacedRow, RowPosition } from './csv-rows';
import { readStoredRows } from './stored-rows';
import type { Executor } from '../../store/database';
import {
  findBulkImport,
  insertBulkImportRow,
  listDoneRows,
  listFirstAppliedRows,
  recountBulkImport,
} from '../../store/bulk-imports/bulk-imports';
import type { Patient } from '../../domain/patients/patient';
import { getProjectByUid } from '../../store/tenants/projects';
import { environmentOf, isClosed, type Project } from '../../domain/projects/project';
import { runChange, type Act, type ProjectChange, type FileParts } from '../change';
import { formOf } from '../../forms/record-request-form';
import { importPatient } from '../patients/patients';
import { importRecordRequests } from '../record-requests/record-requests';
import { noCondition } from '../version-condition';

/** How much of a file is read and imported at a time, which also limits memory. */
const chunkLimits = { rows: 1_000, bytes: 4 * 1024 * 1024 } as const;
/** Rows are independent unless they name the same patient, so a few are imported in parallel. */
const laneCount = 3;

/** The progress of an import. */
export type ImportProgress =
  | { readonly kind: 'over' }
  | { readonly kind: 'failed'; readonly failure: BulkFailure; readonly row: null }
  /** `next` is where to continue reading; `null` at the end of the file. */
  | { readonly kind: 'done'; readonly rowCount: number; readonly next: RowPosition | null };

/** Thrown to roll back a dry run after it did everything. */
class DryRunEnd extends Error {
  override readonly name = 'DryRunEnd';
  constructor(readonly result: RowResult) {
    super('a dry run is rolled back');
  }
}

/** Thrown to roll back a row that another attempt has already imported. */
class RowTaken extends Error {
  override readonly name = 'RowTaken';
}

/** Whom the rows are imported for: the member who started the import, with a key or in the console. */
type Importer = KeyPrincipal | ConsolePrincipal;

/** The permission that the importing member needs. */
const permissionOf = {
  patients: 'ManagePatients',
  recordRequests: 'ManageRecordRequests',
} as const satisfies Record<BulkImportKind, Permission>;

/** Returns for whom, and into which project, rows may still be imported. */
async function permitted(
  executor: Executor,
  found: BulkImport,
): Promise<{ readonly principal: Importer; readonly project: Project } | BulkFailure> {
  const { companyId, id, status } = await getProjectByUid(executor, found.projectUid);
  const principal = await principalOfStarter(executor, found, environmentOf(status));
  if (principal === undefined) return 'notPermitted';
  try {
    const project = await getVisibleProject(executor, principal, companyId, id);
    assertPermission(principal, permissionOf[found.kind]);
    return isClosed(project) ? 'projectClosed' : { principal, project };
  } catch (error) {
    if (error instanceof Problem && problemEntry(error.code).status < 500) return 'notPermitted';
    throw error;
  }
}

async function readChunk(
  files: ObjectStore,
  found: BulkImport,
  from: RowPosition,
): Promise<{ readonly rows: readonly PlacedRow[]; readonly next: RowPosition | null }> {
  const rows: PlacedRow[] = [];
  for await (const row of readStoredRows(files, found, from)) {
    rows.push(row);
    const isFull = rows.length === chunkLimits.rows || row.endByte - from.byte >= chunkLimits.bytes;
    if (isFull) return { rows, next: { row: row.rowNumber + 1, byte: row.endByte } };
  }
  return { rows, next: null };
}

function remarksOn(patient: Patient): RowRemark[] {
  const isWaiting = patient.searches.some(({ waitsFor }) => waitsFor === 'zipCode');
  return isWaiting ? [{ field: 'zipCodes', rule: 'a requested search waits for a ZIP code' }] : [];
}

const askedAlready: RowRemark = { field: 'row', rule: "was already requested, so it wasn't requested again" };

const noPatient: RowRemark = { field: 'patientId', rule: "isn't a patient in this project" };

type ReadableRow = Extract<BulkRow, { kind: 'readable' }>;

/** A row to import: for whom, and into which project. */
interface RowJob {
  readonly parts: FileParts;
  readonly found: BulkImport;
  readonly principal: Importer;
  readonly project: Project;
  readonly rowNumber: number;
  readonly row: BulkRow;
  /** The first earlier row of the same patient that did not fail. */
  readonly appliedRow: number | undefined;
}

/** The result of a row. */
interface RowResult {
  readonly outcome: RowOutcome;
  readonly errors?: readonly RowRemark[];
  readonly warnings?: readonly RowRemark[];
  readonly madeUids?: readonly string[];
}

type RowStep = (change: ProjectChange) => Promise<RowResult>;

function actOf({ principal, found }: RowJob): Act<Importer> {
  return {
    principal,
    requestId: `bulk-import/${found.uid}`,
    event: found.kind === 'patients' ? 'patient.import' : 'recordRequest.import',
  };
}

/** Runs a step and records the row's result in one transaction. @throws RowTaken */
async function noteRow(job: RowJob, step: RowStep): Promise<RowOutcome> {
  const { parts, found, project, rowNumber, row, appliedRow } = job;
  return runChange(parts, actOf(job), async change => {
    const {
      outcome,
      errors = [],
      warnings: stepWarnings = [],
      madeUids = [],
    } = await step({ ...change, project, condition: noCondition });
    // A failed row gets no such warning, because the earlier row still applies.
    const isAgain = found.kind === 'patients' && appliedRow !== undefined && outcome !== 'failed';
    const rule = `row ${appliedRow ?? ''} has the same patient; the later row applies`;
    const warnings = [...row.warnings, ...(isAgain ? [{ field: 'id', rule }] : []), ...stepWarnings];
    const done = { rowNumber, patientId: row.id, outcome, errors, warnings, madeUids };
    if (!(await insertBulkImportRow(change.tx, found.uid, done))) throw new RowTaken();
    return outcome;
  });
}

function failing(errors: readonly RowRemark[]): RowStep {
  return async change => {
    change.unaudited('a failed row changes nothing except the record of its failure');
    return { outcome: 'failed', errors };
  };
}

/** Applies a row. */
async function apply(change: ProjectChange, { id, parsed }: ReadableRow): Promise<RowResult> {
  if (parsed.kind === 'patients') {
    const { outcome, patient } = await importPatient(change, { id, ...parsed.form });
    return { outcome, warnings: remarksOn(patient) };
  }
  const made = await importRecordRequests(change, id, formOf(parsed.form));
  if (made.length === 0) return { outcome: 'unchanged', warnings: [askedAlready] };
  return { outcome: 'created', madeUids: made.map(({ uid }) => uid) };
}

/** Applies a row and rolls it back. @returns the result that it would have had */
async function tryOut(job: RowJob, row: ReadableRow): Promise<RowResult> {
  const { parts, project } = job;
  const isolated = { ...parts, nudgeOutbox: () => undefined };
  return runChange(isolated, actOf(job), async change => {
    const { madeUids: _, ...result } = await apply({ ...change, project, condition: noCondition }, row);
    throw new DryRunEnd(result);
  }).catch((error: unknown) => {
    if (error instanceof DryRunEnd) return error.result;
    throw error;
  });
}

async function stepOf(job: RowJob): Promise<RowStep> {
  const { found, row } = job;
  if (row.kind === 'unreadable') return failing(row.errors);
  if (!found.isDryRun) return change => apply(change, row);
  const result = await tryOut(job, row);
  return async change => {
    change.unaudited('a dry run changes nothing and shows no records');
    return result;
  };
}

/** Returns why a valid row failed; `undefined` for a fault of ours, which isn't the row's. */
function refusalOf(error: unknown): readonly RowRemark[] | undefined {
  if (!(error instanceof Problem)) return undefined;
  const { status, sentence } = problemEntry(error.code);
  if (status >= 500) return undefined;
  if (error.code === 'resource.notFound') return [noPatient];
  return error.issues.length > 0 ? error.issues : [{ field: 'row', rule: sentence }];
}

/**
 * Imports one row and records that in the same transaction.
 * @returns `taken` if another attempt imported it, or the import was ended
 */
async function importRow(job: RowJob): Promise<RowOutcome | 'taken'> {
  const work = async (): Promise<RowOutcome> => {
    try {
      return await noteRow(job, await stepOf(job));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      return noteRow(job, failing(refusal));
    }
  };
  return work().catch((error: unknown) => {
    if (error instanceof RowTaken) return 'taken';
    throw error;
  });
}

/**
 * Imports the next rows of a file. Safe to repeat, and to run alongside an attempt that is thought dead: a
 * row and its record are one transaction, and a recorded row isn't imported again. Rows of one patient keep
 * their order.
 */
export async function importRows(
  parts: FileParts,
  step: { readonly importUid: string; readonly from: RowPosition },
): Promise<ImportProgress> {
  const { db, files, clock } = parts;
  const found = await findBulkImport(db, step.importUid);
  if (found?.status !== 'Processing') return { kind: 'over' };
  const permission = await permitted(db, found);
  if (typeof permission === 'string') return { kind: 'failed', failure: permission, row: null };

  const { rows, next } = await readChunk(files, found, step.from);
  const filled = rows.filter(({ cells, fault }) => fault !== null || !isBlankRow(cells));
  const read = filled.map(({ rowNumber, fault, ...row }) => ({
    rowNumber,
    row: fault === null ? readBulkRow(found.kind, found.columns, row) : unreadableRow(fault),
  }));
  const ids = [...new Set(read.flatMap(({ row }) => (row.id === null ? [] : [row.id])))];
  const done = await listDoneRows(
    db,
    found.uid,
    read.map(({ rowNumber }) => rowNumber),
  );
  // Loaded after the recorded rows, so that it includes all of them.
  const appliedRows = new Map(await listFirstAppliedRows(db, found.uid, ids));
  const importNext = async (rowNumber: number, row: BulkRow): Promise<void> => {
    const { id } = row;
    const applied = id === null ? undefined : appliedRows.get(id);
    const outcome = await importRow({ parts, found, ...permission, rowNumber, row, appliedRow: applied });
    if (id === null || applied !== undefined || outcome === 'failed') return;
    // The result of a row that another attempt imported is already stored.
    const first = outcome === 'taken' ? (await listFirstAppliedRows(db, found.uid, [id])).get(id) : rowNumber;
    if (first !== undefined) appliedRows.set(id, first);
  };
  const lanes = Array.from({ length: laneCount }, (): Array<() => Promise<void>> => []);
  const laneOf = new Map<string, number>();
  for (const [index, { rowNumber, row }] of read.entries()) {
    if (done.has(rowNumber)) continue;
    const lane = (row.id === null ? undefined : laneOf.get(row.id)) ?? index % laneCount;
    if (row.id !== null) laneOf.set(row.id, lane);
    lanes[lane]?.push(() => importNext(rowNumber, row));
  }
  await Promise.all(
    lanes.map(async lane => {
      for (const work of lane) await work();
    }),
  );
  return { kind: 'done', rowCount: await recountBulkImport(db, found.uid, clock.now()), next };
}

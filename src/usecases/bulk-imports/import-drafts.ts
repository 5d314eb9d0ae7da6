/** Bulk imports that members prepare in the console: they choose a file's columns, try it, and run it. */
import { createHash } from 'node:crypto';
import { assertPermission, projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import type { Permission } from '../../domain/access/permissions';
import {
  openImportsMax,
  startMappedImport,
  type BulkColumn,
  type BulkImport,
} from '../../domain/bulk-imports/bulk-import';
import {
  draftLifeHours,
  draftsMax,
  fileVersionOf,
  openDraft,
  type ImportDraft,
} from '../../domain/bulk-imports/import-draft';
import {
  faultsOfColumns,
  recognizedHeaders,
  withChosenFields,
  type MappingFaults,
} from '../../domain/bulk-imports/mapping';
import { bulkImportKinds, type BulkImportKind } from '../../domain/bulk-imports/sheets';
import { notFound, Problem } from '../../domain/problem';
import { assertOpen, type Project } from '../../domain/projects/project';
import { attributesOf, workflows } from '../../domain/workflows';
import { bulkImportKey } from '../../files/key-layout';
import { formLifeSeconds, type ObjectStore } from '../../files/object-store';
import { countOpenImports, findBulkImport, insertBulkImport } from '../../store/bulk-imports/bulk-imports';
import {
  countDrafts,
  deleteDraft,
  findDraft,
  insertDraft,
  listAbandonedDrafts,
  lockDraft,
  patchDraft,
} from '../../store/bulk-imports/import-drafts';
import type { Executor } from '../../store/database';
import { insertObjectRemovals } from '../../store/files/object-removals';
import { findVisibleProject, findVisibleProjectByUid } from '../../store/tenants/projects';
import { resource, runOwnChange, type Change, type FileParts } from '../change';
import { makeOneOnce } from '../sent-forms';
import { permissionOf } from './bulk-imports';

/** The permission to import, by the kind of rows. */
const importPermissions = {
  patients: 'ManagePatients',
  recordRequests: 'ManageRecordRequests',
} as const satisfies Record<BulkImportKind, Permission>;

/** Returns the permissions that a member needs to import in the console. */
function permissionsToImport(kind: BulkImportKind): readonly Permission[] {
  return ['ViewPatients', permissionOf[kind], importPermissions[kind]];
}

/** Returns the kinds of files that a member with these permissions can import. */
export function importableKinds(permissions: ReadonlySet<Permission>): BulkImportKind[] {
  return bulkImportKinds.filter(kind => permissionsToImport(kind).every(one => permissions.has(one)));
}

/** @throws Problem 403 without the permissions to view and to import rows of this kind */
export function assertMayImport(principal: ConsolePrincipal, kind: BulkImportKind): void {
  for (const permission of permissionsToImport(kind)) assertPermission(principal, permission);
}

/**
 * Starts a draft. The same form again starts none.
 * @returns its uid
 * @throws Problem 403, 404 for a project that the member doesn't see, `project.closed`,
 * `bulkImport.tooManyOpen` if they already have 20 drafts in the project
 */
export async function startDraft(
  change: Change<ConsolePrincipal>,
  {
    projectId,
    kind,
    formKey,
  }: { readonly projectId: string; readonly kind: BulkImportKind; readonly formKey: string },
): Promise<string> {
  const { principal, tx, now: createdAt } = change;
  assertMayImport(principal, kind);
  const project = await findVisibleProject(tx, projectScopeOf(principal), principal.companyId, projectId);
  if (project === undefined) throw notFound('the member sees no such project');
  assertOpen(project);
  return makeOneOnce(change, formKey, async () => {
    const { companyUid, membershipUid } = principal;
    const place = { companyUid, projectUid: project.uid, membershipUid };
    if ((await countDrafts(tx, place)) >= draftsMax) throw new Problem('bulkImport.tooManyOpen');
    const draft = openDraft({ uid: change.newUid(), ...place, kind, createdAt });
    await insertDraft(tx, draft);
    await change.audit(resource('bulkImport', draft), 'bulkImport.prepare', { kind });
    return draft.uid;
  });
}

/** A member's draft, and the project that it imports into. */
export interface OwnDraft {
  readonly draft: ImportDraft;
  readonly project: Project;
}

/**
 * Admits a member to a draft.
 * @throws Problem 404 unless it is theirs, in the environment, and in a project that they see; 403 without
 * the permissions to import
 */
export async function admitToDraft(
  executor: Executor,
  principal: ConsolePrincipal,
  draft: ImportDraft | undefined,
): Promise<OwnDraft> {
  const project =
    draft?.membershipUid === principal.membershipUid
      ? await findVisibleProjectByUid(executor, projectScopeOf(principal), draft.projectUid)
      : undefined;
  if (draft === undefined || project === undefined) throw notFound('the member has no such draft');
  assertMayImport(principal, draft.kind);
  return { draft, project };
}

async function lockOwn(change: Change<ConsolePrincipal>, uid: string): Promise<OwnDraft> {
  const own = await admitToDraft(change.tx, change.principal, await findDraft(change.tx, uid));
  const draft = await lockDraft(change.tx, uid);
  if (draft === undefined) throw new Problem('console.formStale');
  assertOpen(own.project);
  return { ...own, draft };
}

/** Returns what recognizes another file with the same column names. */
export function headersHashOf(columns: readonly BulkColumn[]): string {
  return createHash('sha256')
    .update(JSON.stringify(recognizedHeaders(columns)))
    .digest('hex');
}

/** Starts an import of a draft's file. */
async function startImport(
  change: Change<ConsolePrincipal>,
  { draft, project }: OwnDraft,
  { uid, isDryRun, emailsMember }: Pick<BulkImport, 'uid' | 'isDryRun' | 'emailsMember'>,
  columns: readonly BulkColumn[],
): Promise<BulkImport> {
  if (draft.header === null) throw new Problem('console.formStale');
  if ((await countOpenImports(change.tx, project.uid)) >= openImportsMax)
    throw new Problem('bulkImport.tooManyOpen');
  const { companyUid, projectUid, membershipUid, kind } = draft;
  const started = startMappedImport({
    uid,
    companyUid,
    projectUid,
    membershipUid,
    keyUid: null,
    kind,
    isDryRun,
    draftUid: draft.uid,
    mapping: { ...draft.header, columns },
    headersHash: headersHashOf(columns),
    emailsMember,
    createdAt: change.now,
  });
  await insertBulkImport(change.tx, started);
  const { status } = started;
  await change.start(workflows.bulkImport, { importUid: uid }, attributesOf(project, { status }));
  return started;
}

/** The columns that a member chose, for the file that the form showed. */
export interface ChosenColumns {
  readonly fileVersion: string;
  /** The name of a field for each column; empty for one that isn't imported. */
  readonly fields: readonly string[];
}

/**
 * Stores the columns that a member chose, and tries the whole file: a dry run. The same columns again start
 * none, unless the last one failed.
 * @returns what is wrong with the columns; `undefined` if the file is tried
 * @throws Problem 403, 404, `console.formStale` if the file was replaced since, `project.closed`,
 * `bulkImport.tooManyOpen`
 */
export async function chooseColumns(
  change: Change<ConsolePrincipal>,
  uid: string,
  { fileVersion, fields }: ChosenColumns,
): Promise<MappingFaults | undefined> {
  const own = await lockOwn(change, uid);
  const { draft } = own;
  const columns =
    draft.header === null || fileVersionOf(draft) !== fileVersion
      ? undefined
      : withChosenFields(draft.kind, draft.header.columns, fields);
  if (columns === undefined) throw new Problem('console.formStale');
  const faults = faultsOfColumns(draft.kind, columns);
  if (faults !== undefined) {
    change.unaudited('the columns were refused, and nothing was stored');
    return faults;
  }
  const earlier = draft.dryRunUid === null ? undefined : await findBulkImport(change.tx, draft.dryRunUid);
  const isSame = columns.every(({ field }, index) => draft.chosen?.[index]?.field === field);
  if (isSame && earlier !== undefined && earlier.status !== 'Failed') {
    change.unaudited('the file was already tried with these columns');
    return undefined;
  }
  const dryRun = { uid: change.newUid(), isDryRun: true, emailsMember: false };
  const tried = await startImport(change, own, dryRun, columns);
  await patchDraft(change.tx, draft, { chosen: columns, dryRunUid: tried.uid }, change.now);
  await change.audit(resource('bulkImport', tried), 'bulkImport.check', { kind: draft.kind });
  return undefined;
}

/**
 * Runs a draft as the import with its uid, once the dry run that the member saw is completed. The same form
 * again runs nothing.
 * @param emailsMember whether the member gets an e-mail when it ends
 * @throws Problem 403, 404, `console.formStale` for another dry run, `project.closed`,
 * `bulkImport.tooManyOpen`
 */
export async function runDraft(
  change: Change<ConsolePrincipal>,
  uid: string,
  { dryRunUid, emailsMember }: { readonly dryRunUid: string; readonly emailsMember: boolean },
): Promise<void> {
  const { tx, principal } = change;
  // Waits for the same form that is being sent at the same time.
  await lockDraft(tx, uid);
  const started = await findBulkImport(tx, uid);
  if (started?.membershipUid === principal.membershipUid && started.draftUid === uid) {
    change.unaudited('the import was started by the same form before');
    return;
  }
  const own = await lockOwn(change, uid);
  const { chosen, kind } = own.draft;
  const tried = own.draft.dryRunUid === dryRunUid ? await findBulkImport(tx, dryRunUid) : undefined;
  if (chosen === null || tried?.status !== 'Completed') throw new Problem('console.formStale');
  const isDryRun = false;
  const run = await startImport(change, own, { uid, isDryRun, emailsMember }, chosen);
  await deleteDraft(tx, uid);
  await change.audit(resource('bulkImport', run), 'bulkImport.create', { kind, isDryRun });
}

/** The files of a draft. */
function keysOf(draft: ImportDraft): readonly string[] {
  return (['upload', 'source', 'start'] as const).map(file => bulkImportKey(draft, file));
}

async function discard(change: Change, draft: ImportDraft): Promise<void> {
  await deleteDraft(change.tx, draft.uid);
  // A form that was shown before can still upload a file.
  const dueAt = new Date(change.now.getTime() + formLifeSeconds * 1_000);
  await insertObjectRemovals(
    change.tx,
    keysOf(draft).map(storageKey => ({ storageKey, dueAt })),
  );
  await change.audit(resource('bulkImport', draft), 'bulkImport.discard', { kind: draft.kind });
}

async function removeFiles(files: ObjectStore, draft: ImportDraft): Promise<void> {
  for (const key of keysOf(draft)) await files.remove(key);
}

/** Discards a member's draft and erases its file. @throws Problem 403, 404 */
export async function discardDraft(
  { files }: Pick<FileParts, 'files'>,
  run: (work: (change: Change<ConsolePrincipal>) => Promise<ImportDraft>) => Promise<ImportDraft>,
  uid: string,
): Promise<void> {
  const discarded = await run(async change => {
    const { draft } = await lockOwn(change, uid);
    await discard(change, draft);
    return draft;
  });
  await removeFiles(files, discarded);
}

const abandonedAtOnce = 100;

/**
 * Erases the drafts whose last step was 24 hours ago, with their files, unless their file is just being
 * tried. Several processes may run this at once.
 */
export async function eraseAbandonedDrafts(parts: FileParts): Promise<void> {
  const before = new Date(parts.clock.now().getTime() - draftLifeHours * 60 * 60 * 1000);
  for (const draft of await listAbandonedDrafts(parts.db, before, abandonedAtOnce)) {
    const tried = draft.dryRunUid === null ? undefined : await findBulkImport(parts.db, draft.dryRunUid);
    if (tried?.status === 'Processing') continue;
    const isErased = await runOwnChange(parts, 'housekeeping', 'bulkImport.discard', async change => {
      const locked = await lockDraft(change.tx, draft.uid);
      if (locked === undefined || locked.updatedAt >= before) {
        change.unaudited('the draft went on in the meantime');
        return false;
      }
      await discard(change, locked);
      return true;
    });
    if (isErased) await removeFiles(parts.files, draft);
  }
}

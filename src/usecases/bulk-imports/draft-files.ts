/** The file of a bulk import that a member prepares, and what its pages show of it. */
import type { ConsolePrincipal } from '../../access/principal';
import { bulkLimits, type BulkColumn, type BulkImport } from '../../domain/bulk-imports/bulk-import';
import { draftsMax, previewRows, type ImportDraft } from '../../domain/bulk-imports/import-draft';
import { withEarlierFields } from '../../domain/bulk-imports/mapping';
import { notFound } from '../../domain/problem';
import { isClosed, type Project } from '../../domain/projects/project';
import { bulkImportKey } from '../../files/key-layout';
import type { ObjectFacts, PresignedForm } from '../../files/object-store';
import type { Turns } from '../../platform/turns';
import { findBulkImport, listRemarkedRows, type RemarkedRow } from '../../store/bulk-imports/bulk-imports';
import {
  findDraft,
  findEarlierColumns,
  listDraftsOfMember,
  lockDraft,
  patchDraft,
} from '../../store/bulk-imports/import-drafts';
import { findVisibleProjectByUid } from '../../store/tenants/projects';
import { projectScopeOf } from '../../access/authorize';
import { resource, runOwnChange, type FileParts } from '../change';
import { inProjects, type InProject, type MemberReading } from '../reading';
import { previewRow, type PreviewedRow } from './bulk-row';
import { readFileStart, type FileStart, type StartRow } from './file-start';
import { admitToDraft, headersHashOf } from './import-drafts';

/** What reading files needs. */
export interface DraftParts extends FileParts {
  /** Reads a few files at a time. */
  readonly turns: Turns;
}

/** The most bytes of the first rows: every character of every cell can be escaped. */
const startBytesMax = 6 * (previewRows + 1) * bulkLimits.rowBytes;

async function readStart(
  { files, turns }: DraftParts,
  draft: ImportDraft,
  { sizeBytes }: ObjectFacts,
): Promise<FileStart> {
  if (sizeBytes > bulkLimits.fileBytes) return { kind: 'unreadable', failure: 'tooLarge' };
  const source = bulkImportKey(draft, 'source');
  await files.copy(bulkImportKey(draft, 'upload'), source);
  return turns.run(async () => readFileStart(draft.kind, await files.read(source, 0)));
}

/** Stores what was read of a draft's file, `null` for nothing yet. The member chooses columns again. */
async function storeStart(
  parts: DraftParts,
  { uid }: ImportDraft,
  read: { readonly etag: string; readonly start: FileStart } | null,
): Promise<ImportDraft> {
  return runOwnChange(parts, 'upload notice', 'bulkImport.upload', async change => {
    change.unaudited("reading the header isn't anyone's action: the draft and its dry run are audited");
    const locked = await lockDraft(change.tx, uid);
    if (locked === undefined) throw notFound('the draft was discarded or run in the meantime');
    const { start, etag = null } = read ?? {};
    const patch = {
      etag,
      failure: start?.kind === 'unreadable' ? start.failure : null,
      header: start?.kind === 'readable' ? start.header : null,
      chosen: null,
      dryRunUid: null,
    };
    return patchDraft(change.tx, locked, patch, change.now);
  });
}

/** Reads the start of a draft's file if another one has arrived than the one that was read. */
async function noticeFile(parts: DraftParts, draft: ImportDraft): Promise<ImportDraft> {
  const facts = await parts.files.head(bulkImportKey(draft, 'upload'));
  if (facts === undefined || facts.etag === draft.etag) return draft;
  // First, so that no import of the earlier file starts with its columns while the new one is read.
  if (draft.header !== null) await storeStart(parts, draft, null);
  const start = await readStart(parts, draft, facts);
  const rows = start.kind === 'readable' ? start.rows : [];
  const stored = Buffer.from(JSON.stringify(rows));
  await parts.files.put(bulkImportKey(draft, 'start'), stored, 'application/json');
  return storeStart(parts, draft, { etag: facts.etag, start });
}

/** A draft with what its pages show. */
export interface ViewedDraft {
  readonly draft: ImportDraft;
  readonly project: Project;
  /** Uploads a file from a browser directly to the store; absent in a closed project. */
  readonly form?: PresignedForm;
  /** The first rows of the file. */
  readonly rows: readonly StartRow[];
  /** The columns with the fields that are suggested. */
  readonly suggested: readonly BulkColumn[];
  /** When the file was imported whose fields these are; `undefined` without one with the same names. */
  readonly asImportedAt: Date | undefined;
  /** The first rows as they would be imported; none until the columns are chosen. */
  readonly preview: readonly PreviewedRow[];
  readonly dryRun: BulkImport | undefined;
  /** Rows of the dry run with errors or warnings, in order. */
  readonly remarked: readonly RemarkedRow[];
}

/** How many rows with remarks a preview lists. The result of the dry run has all of them. */
export const remarkedMax = 50;

/**
 * Returns a member's draft. The store is asked for a file first, if one was just uploaded or none was read.
 * @throws Problem 403, 404; `service.unavailable` if the store is down
 */
export async function viewDraft(
  parts: DraftParts,
  reading: MemberReading,
  uid: string,
  { returnTo, isBack }: { readonly returnTo: string; readonly isBack: boolean },
): Promise<ViewedDraft> {
  const { db, principal, now, saw } = reading;
  const { draft: found, project } = await admitToDraft(db, principal, await findDraft(db, uid));
  saw(resource('bulkImport', found));
  const draft = isBack || found.header === null ? await noticeFile(parts, found) : found;
  const { kind, companyUid, header, chosen, dryRunUid } = draft;
  const limits = { contentType: 'application/octet-stream', bytesMax: bulkLimits.fileBytes, returnTo };
  const form = parts.files.presignForm(bulkImportKey(draft, 'upload'), limits, now);
  const rows =
    header === null
      ? []
      : // We wrote it.
        (JSON.parse(
          Buffer.from(await parts.files.get(bulkImportKey(draft, 'start'), startBytesMax)).toString('utf8'),
        ) as StartRow[]);
  const guessed = header?.columns ?? [];
  const earlier =
    header === null
      ? undefined
      : await findEarlierColumns(db, {
          companyUid,
          environment: principal.environment,
          kind,
          headersHash: headersHashOf(guessed),
        });
  const dryRun = dryRunUid === null ? undefined : await findBulkImport(db, dryRunUid);
  return {
    draft,
    project,
    ...(isClosed(project) ? {} : { form }),
    rows,
    suggested: chosen ?? (earlier === undefined ? guessed : withEarlierFields(guessed, earlier.columns)),
    asImportedAt: chosen === null ? earlier?.importedAt : undefined,
    preview: chosen === null ? [] : rows.map(row => previewRow(kind, chosen, row)),
    dryRun,
    remarked: dryRun === undefined ? [] : await listRemarkedRows(db, dryRun.uid, 0, remarkedMax),
  };
}

/** Lists a member's drafts in the projects that they see in the environment, newest first. */
export async function listOwnDrafts(
  { db }: Pick<MemberReading, 'db'>,
  principal: ConsolePrincipal,
): Promise<Array<InProject<ImportDraft>>> {
  const drafts = await listDraftsOfMember(db, principal.membershipUid, draftsMax);
  const seen: ImportDraft[] = [];
  for (const draft of drafts)
    if ((await findVisibleProjectByUid(db, projectScopeOf(principal), draft.projectUid)) !== undefined)
      seen.push(draft);
  return inProjects(db, seen);
}

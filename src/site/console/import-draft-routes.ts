/** The steps of a bulk import in the console: project and kind, file, columns, preview. */
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { bulkLimits } from '../../domain/bulk-imports/bulk-import';
import { templateColumns, type MappingFaults } from '../../domain/bulk-imports/mapping';
import { bulkImportKinds, type BulkImportKind } from '../../domain/bulk-imports/sheets';
import { listOpenProjects } from '../../usecases/console/places';
import { viewDraft, type ViewedDraft } from '../../usecases/bulk-imports/draft-files';
import {
  assertMayImport,
  chooseColumns,
  discardDraft,
  importableKinds,
  runDraft,
  startDraft,
} from '../../usecases/bulk-imports/import-drafts';
import { checkbox, field, fingerprint, FormProblem, formOf, list } from '../forms';
import { messageFor, redirectDone } from '../messages';
import { page, redirect, type Reply } from '../reply';
import type { Refusal, Sentences } from '../route';
import { queried, uidIn } from '../visit';
import { formKeyIn } from '../form-key';
import { againMs, isRefreshed } from './import-routes';
import { renderImportColumnsPage } from './pages/import-columns-page';
import { renderImportFilePage, renderNewImportPage } from './pages/import-file-page';
import { renderImportPreviewPage } from './pages/import-preview-page';
import { pathIn } from './paths';
import { patientSentences } from './problem-sentences';
import { act, auditedLook, look, type MemberRoute } from './routes';
import { readFor, type MemberVisit } from './visit';

const kindField = field(z.enum(bulkImportKinds), 'Choose the contents of the file.');
const newForm = z.object({ project: field(z.string()), kind: kindField, once: field(z.string()) });

async function newPage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { parts, principal, viewer, place, form } = visit;
  const kinds = importableKinds(place.permissions);
  if (kinds.length === 0) assertMayImport(principal, 'patients');
  const { projects } = await listOpenProjects(parts.db, principal);
  return page(
    renderNewImportPage(viewer, place, {
      projects,
      project: form.get('project') ?? queried(visit, 'project'),
      kinds,
      kind: form.get('kind') ?? kinds[0] ?? '',
      formKey: formKeyIn(visit),
      message: messageFor(visit, {}, refusal),
      problems: refusal?.fields,
    }),
    refusal?.status,
  );
}

async function start(visit: MemberVisit): Promise<Reply> {
  const { project: projectId, kind, once: formKey } = formOf(newForm, visit.form);
  const uid = await visit.change(change => startDraft(change, { projectId, kind, formKey }));
  return redirect(pathIn(visit.place, 'imports', 'drafts', uid));
}

const templates = {
  patients: { fileName: 'patients.csv', id: 'downloadPatientTemplate' },
  recordRequests: { fileName: 'record-requests.csv', id: 'downloadRequestTemplate' },
} as const satisfies Record<BulkImportKind, { readonly fileName: string; readonly id: string }>;

/** Returns the route of an empty file with the columns of a kind. */
function templateRoute(kind: BulkImportKind): MemberRoute {
  const { fileName, id } = templates[kind];
  const text = stringify([templateColumns(kind)], { bom: true, record_delimiter: 'windows' });
  return look(`/imports/templates/${kind}`, id, async ({ principal }) => {
    assertMayImport(principal, kind);
    return { kind: 'csv', text, fileName };
  });
}

async function read(visit: MemberVisit): Promise<ViewedDraft> {
  const uid = uidIn(visit, 'draft');
  const returnTo = visit.parts.urlOf(pathIn(visit.place, 'imports', 'drafts', uid));
  const isBack = queried(visit, 'key') !== '';
  return readFor(visit, 'bulkImport.read', reading =>
    viewDraft(visit.parts, reading, uid, { returnTo, isBack }),
  );
}

function filePage({ parts, viewer, place }: MemberVisit, found: ViewedDraft): Reply {
  const html = renderImportFilePage(viewer, place, { ...found, bytesMax: bulkLimits.fileBytes });
  // Browsers also apply the policy to the redirect that follows the form, which leads back here.
  const formsTo = [parts.files.publicOrigin, new URL(parts.urlOf('/')).origin];
  return { kind: 'page', html, formsTo };
}

async function columnsPage(visit: MemberVisit, found: ViewedDraft, refusal?: Refusal): Promise<Reply> {
  const { viewer, place, form } = visit;
  return page(
    renderImportColumnsPage(viewer, place, {
      ...found,
      typed: refusal === undefined ? undefined : form.getAll('field'),
      message: messageFor(visit, {}, refusal),
      problems: refusal?.fields,
    }),
    refusal?.status,
  );
}

async function previewPage(visit: MemberVisit, found: ViewedDraft, refusal?: Refusal): Promise<Reply> {
  const { parts, viewer, place } = visit;
  const isRunning = found.dryRun !== undefined && isRefreshed(found.dryRun, parts.clock.now());
  return page(
    renderImportPreviewPage(viewer, place, {
      ...found,
      message: messageFor(visit, {}, refusal),
      ...(isRunning ? { againMs } : {}),
    }),
    refusal?.status,
  );
}

async function showDraft(visit: MemberVisit): Promise<Reply> {
  const found = await read(visit);
  const step = queried(visit, 'step');
  const isBack = queried(visit, 'key') !== '';
  if (found.draft.header === null || (step === 'file' && !isBack)) return filePage(visit, found);
  return step === 'columns' || found.dryRun === undefined
    ? columnsPage(visit, found)
    : previewPage(visit, found);
}

async function refuseColumns(visit: MemberVisit, refusal: Refusal): Promise<Reply> {
  const found = await read(visit);
  return found.draft.header === null ? filePage(visit, found) : columnsPage(visit, found, refusal);
}

async function refuseRun(visit: MemberVisit, refusal: Refusal): Promise<Reply> {
  const found = await read(visit);
  if (found.draft.header === null) return filePage(visit, found);
  return found.dryRun === undefined ? columnsPage(visit, found, refusal) : previewPage(visit, found, refusal);
}

function formProblemOf({ missing, doubled }: MappingFaults): FormProblem {
  return new FormProblem({
    ...(missing.length === 0 ? {} : { columns: missing.join(' ') }),
    ...Object.fromEntries([...doubled].map(([index, sentence]) => [`column-${index}`, sentence])),
  });
}

const columnsForm = z.object({ file: fingerprint, field: list(bulkLimits.columns) });

async function check(visit: MemberVisit): Promise<Reply> {
  const uid = uidIn(visit, 'draft');
  const { file: fileVersion, field: fields } = formOf(columnsForm, visit.form);
  const faults = await visit.change(change => chooseColumns(change, uid, { fileVersion, fields }));
  if (faults !== undefined) throw formProblemOf(faults);
  return redirect(pathIn(visit.place, 'imports', 'drafts', uid));
}

const runForm = z.object({ dryRun: fingerprint, emailed: checkbox });

async function run(visit: MemberVisit): Promise<Reply> {
  const uid = uidIn(visit, 'draft');
  const { dryRun: dryRunUid, emailed: emailsMember } = formOf(runForm, visit.form);
  await visit.change(change => runDraft(change, uid, { dryRunUid, emailsMember }));
  return redirect(pathIn(visit.place, 'imports', uid));
}

async function discard(visit: MemberVisit): Promise<Reply> {
  await discardDraft(visit.parts, work => visit.change(work), uidIn(visit, 'draft'));
  return redirectDone(pathIn(visit.place, 'imports'), 'discarded');
}

function sentences(visit: MemberVisit): Sentences {
  return {
    'project.closed': patientSentences(visit)['project.closed'] ?? '',
    'console.formStale':
      'The file or its columns have changed since you opened the page. Nothing was imported. Review them, ' +
      'then continue.',
    'bulkImport.tooManyOpen':
      'This project has too many imports in progress. Discard one of yours, or wait until one has finished.',
  };
}

const one = '/imports/drafts/:draft';

/** The steps of an import (BULK-10 to BULK-14), before the page of an import. */
export const importDraftRoutes: readonly MemberRoute[] = [
  look('/imports/new', 'showNewImport', visit => newPage(visit)),
  act('/imports/new', 'bulkImport.prepare', start, { sentences, refused: newPage }),
  ...bulkImportKinds.map(templateRoute),
  auditedLook(one, 'bulkImport.read', showDraft),
  act(`${one}/columns`, 'bulkImport.check', check, { sentences, refused: refuseColumns }),
  act(`${one}/run`, 'bulkImport.create', run, { sentences, refused: refuseRun }),
  act(`${one}/discard`, 'bulkImport.discard', discard),
];

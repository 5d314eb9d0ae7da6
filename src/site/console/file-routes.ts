/** The files of a record request: their pages, their names, and their deletion. */
import { z } from 'zod';
import { notFound } from '../../domain/problem';
import { countPages, drawFilePage, viewFile, type ViewedFile } from '../../usecases/files/member-files';
import {
  deleteSeenFile,
  managedAreas,
  renameSeenFile,
  type RenamedFileRef,
  type SeenFileRef,
} from '../../usecases/record-requests/member-work';
import { field, formOf, typedIn } from '../forms';
import { messageFor, redirectDone } from '../messages';
import { page, type Reply } from '../reply';
import type { Refusal } from '../route';
import { uidIn } from '../visit';
import { nameOf } from './components/patient-tabs';
import { renderFilePage } from './pages/file-page';
import { renderPagesPage } from './pages/pages-page';
import { pathIn } from './paths';
import { patientSentences } from './problem-sentences';
import { requestIn } from './request-routes';
import { act, auditedLook, type MemberRoute } from './routes';
import { readFor, type MemberVisit } from './visit';

const one = '/patients/:patient/record-requests/:request/files/:file';

function pathsOf(visit: MemberVisit): { readonly request: string; readonly file: string } {
  const { patientUid, recordRequestUid } = requestIn(visit);
  const request = pathIn(visit.place, 'patients', patientUid, 'record-requests', recordRequestUid);
  return { request, file: `${request}/files/${uidIn(visit, 'file')}` };
}

async function look(visit: MemberVisit): Promise<ViewedFile> {
  const ref = { ...requestIn(visit), fileUid: uidIn(visit, 'file') };
  return readFor(visit, 'document.read', reading => viewFile(reading, ref));
}

function crumbsOf(visit: MemberVisit, { patient, request, file }: ViewedFile) {
  const { place } = visit;
  const name = place.permissions.has('ViewPatients') ? nameOf(patient) : 'Patient';
  const paths = pathsOf(visit);
  return {
    toRequest: [
      ['Patients', pathIn(place, 'patients')],
      [name, pathIn(place, 'patients', patient.uid)],
      [request.submittedSiteName, paths.request],
    ] as const,
    toFile: [file.fileName, paths.file] as const,
    downloadPath: `${paths.request}/${file.area}/${file.uid}`,
  };
}

const doneTexts = { renamed: 'File renamed.' } as const;

const isManaged = (area: string): area is SeenFileRef['area'] => managedAreas.some(known => known === area);

async function filePage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { viewer, place } = visit;
  const found = await look(visit);
  const { file, hasPages, isClosed } = found;
  const { toRequest, downloadPath } = crumbsOf(visit, found);
  const may = (permission: Parameters<typeof place.permissions.has>[0]): boolean =>
    !isClosed && isManaged(file.area) && place.permissions.has(permission);
  const renames = file.area === 'documents' ? 'UploadProviderPacket' : 'ManageRecordRequests';
  const keepsName = file.area === 'attachments';
  return page(
    renderFilePage(viewer, place, {
      fileName: file.fileName,
      sizeBytes: file.sizeBytes,
      lastModifiedAt: file.lastModifiedAt,
      uploadedBy: file.uploadedBy?.name,
      path: pathsOf(visit).file,
      downloadPath,
      hasPages,
      mayRename: !keepsName && may(renames),
      mayDelete: may('DeleteFiles'),
      crumbs: toRequest,
      message: messageFor(visit, doneTexts, refusal),
      typedName: refusal === undefined ? file.fileName : typedIn(visit.form, ['name']).name,
      problems: refusal?.fields,
    }),
    refusal?.status,
  );
}

/** Returns the number of the page in the path, from 1. @throws Problem 404 for anything else */
function pageIn({ params }: MemberVisit): number {
  const text = params['page'] ?? '';
  if (!/^[1-9]\d{0,3}$/.test(text)) throw notFound('the path has no page number');
  return Number(text);
}

async function showPage(visit: MemberVisit): Promise<Reply> {
  const { viewer, place } = visit;
  const number = pageIn(visit);
  const found = await look(visit);
  const { toRequest, toFile, downloadPath } = crumbsOf(visit, found);
  const path = (page: number): string => `${pathsOf(visit).file}/pages/${page}`;
  const pages = await countPages(visit.parts, found);
  if (pages !== undefined && pages > 0 && number > pages) throw notFound('the file has no such page');
  return page(
    renderPagesPage(viewer, place, {
      name: found.file.fileName,
      crumbs: [...toRequest, toFile],
      pictures: found.hasPages ? [{ number, path: `${path(number)}/picture` }] : [],
      downloadPath,
      neighbors: {
        ...(number > 1 ? { previous: path(number - 1) } : {}),
        ...(pages === undefined || number < pages ? { next: path(number + 1) } : {}),
      },
    }),
  );
}

async function showPicture(visit: MemberVisit): Promise<Reply> {
  const number = pageIn(visit);
  const found = await look(visit);
  return { kind: 'picture', png: await drawFilePage(visit.parts, found, number) };
}

/** Returns the file that the path names, for a change. @throws Problem 404, also for a combined chart */
async function managed(visit: MemberVisit): Promise<SeenFileRef> {
  const ref = { ...requestIn(visit), fileUid: uidIn(visit, 'file') };
  const { file } = await viewFile(
    { ...visit, db: visit.parts.db, now: visit.parts.clock.now(), saw: () => undefined },
    ref,
  );
  if (!isManaged(file.area)) throw notFound('the combined chart is made by the service');
  return { ...ref, area: file.area };
}

const nameForm = z.object({ name: field(z.string().trim().min(1), 'Enter a name.') });

async function rename(visit: MemberVisit): Promise<Reply> {
  const { name } = formOf(nameForm, visit.form);
  const { area, ...found } = await managed(visit);
  if (area === 'attachments') throw notFound('attachments keep their names');
  const ref: RenamedFileRef = { ...found, area };
  const event = area === 'documents' ? 'document.rename' : 'deliverable.rename';
  await visit.change(change => renameSeenFile(change, ref, name), event);
  return redirectDone(pathsOf(visit).file, 'renamed');
}

const deletions = {
  deliverables: 'deliverable.delete',
  documents: 'document.delete',
  attachments: 'attachment.delete',
} as const;

async function remove(visit: MemberVisit): Promise<Reply> {
  const ref = await managed(visit);
  await visit.change(change => deleteSeenFile(change, ref), deletions[ref.area]);
  return redirectDone(pathsOf(visit).request, 'deleted');
}

const refusing = { refused: filePage, sentences: patientSentences };

/** The files of a record request (CONSOLE-71, CONSOLE-72). */
export const fileRoutes: readonly MemberRoute[] = [
  auditedLook(one, 'document.read', visit => filePage(visit)),
  auditedLook(`${one}/pages/:page`, 'document.read', showPage),
  auditedLook(`${one}/pages/:page/picture`, 'document.read', showPicture),
  act(`${one}/rename`, 'document.rename', rename, refusing),
  act(`${one}/delete`, 'document.delete', remove, refusing),
];

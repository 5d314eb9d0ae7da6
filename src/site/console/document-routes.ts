/** The authorization and the supporting documents of a patient. */
import { notFound } from '../../domain/problem';
import { isClosed } from '../../domain/projects/project';
import { supportingName } from '../../domain/supporting-documents/supporting-document';
import {
  admitToPicture,
  drawMembersPage,
  openSupporting,
  uploadBytesMax,
  viewDocuments,
  viewPages,
} from '../../usecases/patients/member-documents';
import { page, redirect, type Reply } from '../reply';
import { queried, uidIn } from '../visit';
import { checksOf, historyOf, pagesOf } from './authorization-shown';
import { nameOf } from './components/patient-tabs';
import { renderDocumentsPage } from './pages/documents-page';
import { renderFixListPage } from './pages/fix-list-page';
import { renderPagesPage } from './pages/pages-page';
import { termOf } from './patient-routes';
import { pathIn } from './paths';
import { auditedLook, type MemberRoute } from './routes';
import { readFor, type MemberVisit } from './visit';

const all = '/patients/:patient/documents';
const one = `${all}/:document`;

const arrivedTexts = {
  authorization: 'Authorization received. We check it now.',
  supporting: 'Supporting document received.',
} as const;

async function showDocuments(visit: MemberVisit): Promise<Reply> {
  const { parts, viewer, place } = visit;
  const uid = uidIn(visit, 'patient');
  const path = pathIn(place, 'patients', uid, 'documents');
  const returnTo = parts.urlOf(path);
  const found = await readFor(visit, 'authorization.read', reading =>
    viewDocuments(parts, reading, uid, { returnTo, sentKey: queried(visit, 'key') }),
  );
  const { patient, project, facilities, forms, arrived } = found;
  const html = renderDocumentsPage(viewer, place, {
    patient,
    facilities,
    isClosed: isClosed(project),
    message: arrived === undefined ? undefined : { tone: 'passed', text: arrivedTexts[arrived] },
    bytesMax: uploadBytesMax,
    ...checksOf(found),
    ...pagesOf(found),
    ...historyOf(found),
    ...termOf(visit, found),
    ...(forms === undefined ? {} : { forms }),
  });
  if (forms === undefined) return page(html);
  // Browsers also apply the policy to the redirect that follows the form, which leads back here.
  return { kind: 'page', html, formsTo: [parts.files.publicOrigin, new URL(returnTo).origin] };
}

async function showFixList(visit: MemberVisit): Promise<Reply> {
  const { parts, viewer, place } = visit;
  const uid = uidIn(visit, 'patient');
  const returnTo = parts.urlOf(pathIn(place, 'patients', uid, 'documents'));
  const found = await readFor(visit, 'authorization.read', reading =>
    viewDocuments(parts, reading, uid, { returnTo, sentKey: '' }),
  );
  const shown = { patient: found.patient, at: parts.clock.now(), ...checksOf(found) };
  return page(renderFixListPage(viewer, place, shown));
}

/** Returns the number of a document or a page in the path. @throws Problem 404 for anything else */
function numberIn({ params }: MemberVisit, name: string): number {
  const text = params[name] ?? '';
  if (!/^\d{1,3}$/.test(text)) throw notFound(`the path has no number as ${name}`);
  return Number(text);
}

async function showPages(visit: MemberVisit): Promise<Reply> {
  const { parts, viewer, place } = visit;
  const uid = uidIn(visit, 'patient');
  const document = numberIn(visit, 'document');
  const { patient, pages = [] } = await readFor(visit, 'authorization.read', reading =>
    viewPages(parts, reading, uid, document),
  );
  const path = (...rest: string[]): string => pathIn(place, 'patients', uid, ...rest);
  const base = ['documents', String(document)];
  return page(
    renderPagesPage(viewer, place, {
      name: document === 0 ? 'Authorization' : supportingName(document),
      crumbs: [
        ['Patients', pathIn(place, 'patients')],
        [nameOf(patient), path()],
        ['Authorization', path('documents')],
      ],
      pictures: pages.map((size, index) => ({
        number: index + 1,
        path: path(...base, 'pages', String(index + 1)),
        size,
      })),
      downloadPath: document === 0 ? path('authorization') : path(...base, 'download'),
    }),
  );
}

async function showPicture(visit: MemberVisit): Promise<Reply> {
  const uid = uidIn(visit, 'patient');
  const ref = { document: numberIn(visit, 'document'), page: numberIn(visit, 'page') };
  const patient = await readFor(visit, 'authorization.read', reading => admitToPicture(reading, uid));
  return { kind: 'picture', png: await drawMembersPage(visit.parts, patient, ref) };
}

async function download(visit: MemberVisit): Promise<Reply> {
  const uid = uidIn(visit, 'patient');
  const number = numberIn(visit, 'document');
  return redirect(
    await readFor(visit, 'authorization.read', reading => openSupporting(visit.parts, reading, uid, number)),
  );
}

/** The documents of a patient (CONSOLE-66, CONSOLE-67, CONSOLE-118). */
export const documentRoutes: readonly MemberRoute[] = [
  auditedLook(all, 'authorization.read', showDocuments),
  auditedLook('/patients/:patient/fix-list', 'authorization.read', showFixList),
  auditedLook(one, 'authorization.read', showPages),
  auditedLook(`${one}/pages/:page`, 'authorization.read', showPicture),
  auditedLook(`${one}/download`, 'authorization.read', download),
];

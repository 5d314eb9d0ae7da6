/** The pages of returned files that name another person, and the decisions on them. */
import { z } from 'zod';
import {
  admitToChart,
  compareChart,
  decideChart,
  drawHeldPage,
  showCharts,
  type ChartDecision,
  type ChartRef,
} from '../../usecases/desk/charts';
import { field, formOf } from '../forms';
import { messageFor, redirectDone } from '../messages';
import { page, type Reply } from '../reply';
import { uidIn } from '../visit';
import { lineOf } from './lines';
import { chartReasonMax, renderChartsPage, renderComparedPage } from './pages/chart-page';
import { deskPath } from './paths';
import { auditedLook, decision, type DeskRoute } from './routes';
import type { DeskVisit } from './visit';

const doneTexts: Readonly<Record<string, string>> = {
  take: 'Assigned to you.',
  release: 'File released to the customer.',
  reject: 'File rejected and deleted.',
};

/** The kinds of files whose pages are shown as pictures. */
const picturedTypes: ReadonlySet<string> = new Set([
  ...['application/pdf', 'image/jpeg', 'image/png', 'image/tiff', 'image/webp', 'application/rtf'],
  'application/zip',
]);

/** How many pages of a file can be shown. A ZIP file may have files without pages behind those with pages. */
function shownPages({ contentType, pages }: { contentType: string; pages: number | null }): number {
  if (!picturedTypes.has(contentType)) return 0;
  return contentType === 'application/zip' ? (pages ?? 0) : Infinity;
}

function refIn(visit: DeskVisit): ChartRef {
  return { uid: uidIn(visit), fileUid: uidIn(visit, 'file') };
}

async function showHeld(visit: DeskVisit): Promise<Reply> {
  const shown = await visit.change(change => showCharts(change, uidIn(visit)));
  const { operatorUid } = visit.principal;
  return page(
    renderChartsPage(visit.viewer, { ...shown, operatorUid, message: messageFor(visit, doneTexts) }),
  );
}

async function showCompared(visit: DeskVisit): Promise<Reply> {
  const { patient, ...shown } = await visit.change(change => compareChart(change, refIn(visit)));
  return page(
    renderComparedPage(visit.viewer, {
      ...shown,
      patient: {
        names: [patient.firstName, ...patient.lastNames].join(' ').trim(),
        dateOfBirth: patient.dateOfBirth,
      },
      shownPages: shownPages(shown.file),
      operatorUid: visit.principal.operatorUid,
      message: messageFor(visit, doneTexts),
    }),
  );
}

async function showPicture(visit: DeskVisit): Promise<Reply> {
  const file = await visit.change(change => admitToChart(change, refIn(visit)));
  return { kind: 'picture', png: await drawHeldPage(visit.parts, file, Number(visit.params['page'])) };
}

const decisionForm = z.object({
  reason: field(lineOf(chartReasonMax, `Enter one line of at most ${chartReasonMax} characters.`)),
});

function decisionOf(kind: ChartDecision['kind'], event: string): DeskRoute {
  return decision(`/charts/:uid/files/:file/${kind}`, event, async visit => {
    const ref = refIn(visit);
    const { reason } = formOf(decisionForm, visit.form);
    await visit.change(change => decideChart(change, ref, { kind, reason }));
    return redirectDone(deskPath('charts', ref.uid), kind);
  });
}

/** The pages of held files. */
export const chartRoutes: readonly DeskRoute[] = [
  auditedLook('/charts/:uid', 'recordRequest.readHeld', showHeld),
  auditedLook('/charts/:uid/files/:file', 'recordRequest.readHeldFile', showCompared),
  auditedLook('/charts/:uid/files/:file/pages/:page', 'recordRequest.readHeldPage', showPicture),
  decisionOf('release', 'recordRequest.releaseHeld'),
  decisionOf('reject', 'recordRequest.rejectHeld'),
];

/** The clinical rows of a patient. Filters are posted, so that no address contains them (CONSOLE-38). */
import { z } from 'zod';
import { firstPanel, pagesMax, readNarrowing, type Panel } from '../../domain/embeds/clinical-panel';
import { findClinicalTab, type ClinicalTab } from '../../domain/embeds/clinical-tabs';
import { notFound } from '../../domain/problem';
import {
  clinicalExportMax,
  clinicalPageSize,
  exportSeenRows,
  viewSeenRows,
} from '../../usecases/clinical-data/member-clinical-data';
import { field, formOf } from '../forms';
import { page, type Reply } from '../reply';
import { uidIn } from '../visit';
import { renderClinicalPage } from './pages/clinical-page';
import { act, auditedLook, type MemberRoute } from './routes';
import { readFor, type MemberVisit } from './visit';

const path = '/patients/:patient/clinical/:kind';

/** Returns the kind of rows in the path. @throws Problem 404 if there is none of this name */
function tabIn({ params }: MemberVisit): ClinicalTab {
  const tab = findClinicalTab(params['kind']);
  if (tab === undefined) throw notFound('there are no clinical rows of this kind');
  return tab;
}

const viewForm = z.object({
  as: field(z.string()),
  page: field(
    z.string().transform(text => (/^[1-9]\d{0,2}$/.test(text) ? Math.min(Number(text), pagesMax) : 1)),
  ),
});

/** The audit log's name for a look at the rows, as for a browse through the API. */
const eventOf = ({ entity }: ClinicalTab): string => `${entity}.browse`;

async function showRows(visit: MemberVisit): Promise<Reply> {
  const { parts, viewer, place, form } = visit;
  const patientUid = uidIn(visit, 'patient');
  const tab = tabIn(visit);
  const { as, page: number } = formOf(viewForm, form);
  // The embed reads the same fields from its address.
  const { faults, ...narrowing } = readNarrowing(tab, name => form.get(name) ?? '');
  const panel: Panel = { ...firstPanel(tab), ...narrowing, page: number };
  if (as === 'csv') {
    const csv = await readFor(visit, eventOf(tab), reading =>
      exportSeenRows(parts.browse, reading, patientUid, panel),
    );
    return { kind: 'csv', text: csv, fileName: `${tab.label}.csv` };
  }
  const found = await readFor(visit, eventOf(tab), reading =>
    viewSeenRows(parts.browse, reading, patientUid, panel),
  );
  const isFaulty = Object.keys(faults).length > 0;
  const limits = { pageSize: clinicalPageSize, exportMax: clinicalExportMax };
  return page(
    renderClinicalPage(viewer, place, { ...found, ...limits, panel, faults }),
    isFaulty ? 422 : 200,
  );
}

/** The clinical rows of a patient (CONSOLE-76). */
export const clinicalRoutes: readonly MemberRoute[] = [
  auditedLook(path, 'visit.browse', showRows),
  act(path, 'visit.browse', showRows),
];

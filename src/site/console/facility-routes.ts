/** The facilities of a patient, and requests to several of them at once. */
import { z } from 'zod';
import { Problem } from '../../domain/problem';
import {
  recordRequestKinds,
  type RecordRequestKind,
  type RequestTerms,
} from '../../domain/record-requests/record-request';
import { isUuid } from '../../domain/text';
import { requestFromFacility, viewFacilities } from '../../usecases/record-requests/member-facilities';
import { formOf, list } from '../forms';
import { messageFor } from '../messages';
import { page, type Reply } from '../reply';
import type { Refusal } from '../route';
import { uidIn } from '../visit';
import { renderFacilitiesPage, type FacilityResult } from './pages/facilities-page';
import { patientSentences } from './problem-sentences';
import { termsIn, termsTypedIn } from './request-terms';
import { act, auditedLook, type MemberRoute } from './routes';
import { readFor, type MemberVisit } from './visit';

const path = '/patients/:patient/facilities';

/** The most items of a form: a facility and a kind of records each. */
const itemsMax = 100;

interface Item {
  readonly siteUid: string;
  readonly kind: RecordRequestKind;
}

function itemsIn(posted: readonly string[]): Item[] {
  return posted.flatMap(text => {
    const [siteUid = '', name = ''] = text.split(':');
    const kind = recordRequestKinds.find(known => known === name);
    return kind === undefined || !isUuid(siteUid) ? [] : [{ siteUid: siteUid.toLowerCase(), kind }];
  });
}

const postedForm = z.object({ items: list(itemsMax) });
const itemsForm = z.object({
  items: list(itemsMax)
    .refine(posted => posted.length <= itemsMax, `Select at most ${itemsMax} at once.`)
    .refine(posted => itemsIn(posted).length > 0, 'Select at least one kind of records to request.'),
});

async function facilitiesPage(
  visit: MemberVisit,
  refusal?: Refusal,
  results: readonly FacilityResult[] = [],
): Promise<Reply> {
  const { viewer, place, form } = visit;
  const uid = uidIn(visit, 'patient');
  const found = await readFor(visit, 'patient.read', reading => viewFacilities(reading, uid));
  const name = (siteUid: string): string =>
    found.facilities.find(facility => facility.siteUid === siteUid)?.name ?? 'Unknown facility';
  const shown = {
    ...found,
    message: messageFor(visit, {}, refusal),
    problems: refusal?.fields,
    results: results.map(result => ({ ...result, facility: name(result.facility) })),
    selected: refusal === undefined ? [] : formOf(postedForm, form).items,
    terms: termsTypedIn(refusal === undefined ? new URLSearchParams() : form),
  };
  return page(renderFacilitiesPage(viewer, place, shown), refusal?.status);
}

/** Requests from one facility. @returns the result of each kind */
async function requestFrom(
  visit: MemberVisit,
  asked: {
    readonly siteUid: string;
    readonly kinds: readonly RecordRequestKind[];
    readonly terms: RequestTerms;
  },
): Promise<FacilityResult[]> {
  const patientUid = uidIn(visit, 'patient');
  const { siteUid, kinds } = asked;
  const resultOf = (kind: RecordRequestKind, result: FacilityResult['result']): FacilityResult => ({
    facility: siteUid,
    kind,
    result,
  });
  try {
    const made = await visit.change(change => requestFromFacility(change, patientUid, asked));
    return kinds.map(kind =>
      resultOf(kind, made.some(request => request.kind === kind) ? 'requested' : 'alreadyRequested'),
    );
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.code !== 'recordRequest.siteUnknown') throw thrown;
    return kinds.map(kind => resultOf(kind, 'unknown'));
  }
}

async function requestSelected(visit: MemberVisit): Promise<Reply> {
  const items = itemsIn(formOf(itemsForm, visit.form).items);
  const terms = termsIn(visit.form);
  const results: FacilityResult[] = [];
  // Each facility is a separate change, so that one that fails doesn't undo the others.
  for (const siteUid of new Set(items.map(item => item.siteUid)))
    results.push(
      ...(await requestFrom(visit, {
        siteUid,
        kinds: items.filter(item => item.siteUid === siteUid).map(({ kind }) => kind),
        terms,
      })),
    );
  return facilitiesPage(visit, undefined, results);
}

/** The facilities of a patient (CONSOLE-73, CONSOLE-74). */
export const facilityRoutes: readonly MemberRoute[] = [
  auditedLook(path, 'patient.read', visit => facilitiesPage(visit)),
  act(path, 'recordRequest.create', requestSelected, {
    refused: facilitiesPage,
    sentences: patientSentences,
  }),
];

import { z } from 'zod';
import { isClosed } from '../../domain/projects/project';
import { recordRequestKinds } from '../../domain/record-requests/record-request';
import { isUuid } from '../../domain/text';
import { instantText } from '../../domain/time-zones';
import {
  formOf as requestOf,
  recordRequestForm,
  type RecordRequestForm,
} from '../../forms/record-request-form';
import { field, formOf, line, list, typedIn } from '../forms';
import {
  askForSeen,
  cancelSeenRequest,
  findLatestChange,
  isChangedPart,
  offerToAsk,
  openRequestFile,
  shownAreas,
  viewRecordRequest,
  type SeenRequestRef,
  type ShownArea,
} from '../../usecases/record-requests/member-requests';
import { messageFor, redirectDone } from '../messages';
import { page, redirect, type Reply } from '../reply';
import type { Refusal } from '../route';
import { queried, uidIn } from '../visit';
import type { ShownPlace } from './components/page';
import { anotherFacility, askFields, renderAskPage, type AskField, type AskValues } from './pages/ask-page';
import { renderRecordRequestPage, type RefusedForm } from './pages/record-request-page';
import { formKeyIn } from '../form-key';
import { pathIn } from './paths';
import { patientSentences } from './problem-sentences';
import { termsIn, termsTypedIn } from './request-terms';
import { act, auditedLook, type MemberRoute } from './routes';
import { readFor, type MemberVisit } from './visit';

const all = '/patients/:patient/record-requests';
const request = `${all}/:request`;

/** Returns the record request that the path names. @throws Problem 404 without a UUID */
export function requestIn(visit: MemberVisit): SeenRequestRef {
  return { patientUid: uidIn(visit, 'patient'), recordRequestUid: uidIn(visit, 'request') };
}

const doneTexts = {
  canceled: 'Record request canceled.',
  noted: 'Note added.',
  noteSaved: 'Note saved.',
  followUpSet: 'Follow-up date saved.',
  detailsSaved: 'Details saved.',
  tagsSaved: 'Tags saved.',
  assigned: 'Assignment saved.',
  followed: 'You follow this record request. Your e-mails can be limited to what you follow.',
  unfollowed: 'You no longer follow this record request.',
  facilityConfirmed: 'Facility confirmed.',
  contactAdded: 'Contact added.',
  feeApproved: 'Fee approved.',
  feeRejected: 'Fee rejected. Your message was sent.',
  feeAsked: "Question sent. We'll ask you to decide again once you have an answer.",
  deleted: 'File deleted.',
} as const;

/** Returns who made a change, and when. */
function changedWords({ at, by }: { readonly at: Date; readonly by: string }, { time }: ShownPlace): string {
  return `Last changed by ${by}, ${instantText(at, time)}.`;
}

/**
 * Renders the page of the record request that the path names, with the result of the latest action.
 * @param form the form that was refused, if its text is to be shown again
 */
export async function requestPage(visit: MemberVisit, refusal?: Refusal, form?: RefusedForm): Promise<Reply> {
  const { parts, viewer, place, principal } = visit;
  const ref = requestIn(visit);
  const found = await readFor(visit, 'recordRequest.read', reading => viewRecordRequest(parts, reading, ref));
  const isStale = refusal?.code === 'console.formStale';
  const part = isStale && form !== undefined && isChangedPart(form.form) ? form.form : undefined;
  const latest = part && (await findLatestChange(parts.db, found.request, part));
  const reason =
    refusal && latest ? { sentence: `${refusal.sentence} ${changedWords(latest, place)}` } : refusal;
  const sentKey = queried(visit, 'key');
  const arrived = found.documents.find(({ storageKey }) => storageKey === sentKey);
  const shown = {
    ...found,
    patientUid: ref.patientUid,
    isClosed: isClosed(found.project),
    userUid: principal.userUid,
    membershipUid: principal.membershipUid,
    formKey: formKeyIn(visit),
    refused: form,
    message:
      arrived === undefined
        ? messageFor(visit, doneTexts, reason)
        : ({ tone: 'passed', text: 'Document received.' } as const),
  };
  return page(renderRecordRequestPage(viewer, place, shown), refusal?.status);
}

/** The audit log's name for a download; the same as for reads through the API. */
const fileEvents: Readonly<Record<ShownArea, string>> = {
  deliverables: 'deliverable.read',
  combined: 'deliverable.read',
  documents: 'document.read',
};

function download(area: ShownArea): MemberRoute {
  const event = fileEvents[area];
  return auditedLook(`${request}/${area}/:file`, event, async visit => {
    const wanted = { ...requestIn(visit), area, fileUid: uidIn(visit, 'file') };
    return redirect(await readFor(visit, event, reading => openRequestFile(visit.parts, reading, wanted)));
  });
}

const kindsForm = z.object({ kinds: list(recordRequestKinds.length) });

/** Returns the posted values, to show them again. */
function postedIn(form: URLSearchParams): AskValues {
  const { kinds } = formOf(kindsForm, form);
  return {
    ...typedIn(form, ['site']),
    kinds: recordRequestKinds.filter(kind => kinds.includes(kind)),
    typed: typedIn(form, askFields),
    terms: termsTypedIn(form),
  };
}

const isAskField = (name: unknown): name is AskField => askFields.some(known => known === name);

/** Returns a rule of the API as a sentence to show next to its field. */
function sentenceOf(name: AskField, rule: string): string {
  if (name === 'endDateOfService' && rule.includes('startDateOfService'))
    return 'Must not be before the first date of service.';
  return `${rule.charAt(0).toUpperCase()}${rule.slice(1).replaceAll('`', '')}.`;
}

const chooseFacility = 'Choose a facility.';
const dayOrNone = (day: string): string | null => (day === '' ? null : day);

/** A valid record request, by the rules of the API. */
const askForm = z
  .object({
    site: field(
      z.string().refine(site => site === anotherFacility || isUuid(site)),
      chooseFacility,
    ),
    kinds: kindsForm.shape.kinds.refine(
      posted => recordRequestKinds.some(kind => posted.includes(kind)),
      'Choose at least one kind of records.',
    ),
    siteName: line(),
    siteAddressLine1: line(),
    siteAddressLine2: line(),
    siteCity: line(),
    siteState: line(),
    siteZip: line(),
    startDateOfService: line(),
    endDateOfService: line(),
  })
  .transform((posted, context): RecordRequestForm => {
    const { site, kinds, startDateOfService: from, endDateOfService: until, ...named } = posted;
    const { siteAddressLine2, ...identity } = named;
    const checked = recordRequestForm.safeParse({
      ...(site === anotherFacility ? identity : { siteId: site }),
      ...(site === anotherFacility && siteAddressLine2 !== '' ? { siteAddressLine2 } : {}),
      ...Object.fromEntries(recordRequestKinds.map(kind => [kind, kinds.includes(kind)])),
      startDateOfService: dayOrNone(from),
      endDateOfService: dayOrNone(until),
    });
    if (checked.success) return requestOf(checked.data);
    for (const { path, message } of checked.error.issues) {
      const [name] = path;
      // A problem with a field that people don't type concerns the choice of the facility.
      context.addIssue(
        isAskField(name)
          ? { code: 'custom', path: [name], message: sentenceOf(name, message) }
          : { code: 'custom', path: ['site'], message: chooseFacility },
      );
    }
    return z.NEVER;
  });

/** The newest request when the form was rendered; `undefined` if there was none. */
const newestForm = z.object({ newest: field(z.string().transform(uid => (uid === '' ? undefined : uid))) });

/** Returns the message at the top of the page: a summary if the fields show their own errors. */
function withSummary(refusal: Refusal | undefined): Refusal | undefined {
  const isOfLines = Object.keys(refusal?.fields ?? {}).some(isAskField);
  return refusal && isOfLines
    ? { ...refusal, sentence: 'Fix the fields below. Nothing was requested.' }
    : refusal;
}

async function askPage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { viewer, place, form } = visit;
  const uid = uidIn(visit, 'patient');
  const offer = await readFor(visit, 'patient.read', reading => offerToAsk(reading, uid));
  const shown = {
    ...offer,
    values: postedIn(form),
    message: messageFor(visit, {}, withSummary(refusal)),
    problems: refusal?.fields,
  };
  return page(renderAskPage(viewer, place, shown), refusal?.status);
}

async function ask(visit: MemberVisit): Promise<Reply> {
  const { form, place } = visit;
  const patientUid = uidIn(visit, 'patient');
  const asked = { ...formOf(askForm, form), ...termsIn(form) };
  const seen = { patientUid, newestUid: formOf(newestForm, form).newest };
  await visit.change(change => askForSeen(change, seen, asked));
  return redirectDone(pathIn(place, 'patients', patientUid), 'asked');
}

async function cancel(visit: MemberVisit): Promise<Reply> {
  const ref = requestIn(visit);
  await visit.change(change => cancelSeenRequest(change, ref));
  const { patientUid, recordRequestUid } = ref;
  return redirectDone(
    pathIn(visit.place, 'patients', patientUid, 'record-requests', recordRequestUid),
    'canceled',
  );
}

/** The pages of record requests. Each download gets its own presigned URL (CONSOLE-41). */
export const requestRoutes: readonly MemberRoute[] = [
  auditedLook(`${all}/new`, 'patient.read', visit => askPage(visit)),
  act(all, 'recordRequest.create', ask, { refused: askPage, sentences: patientSentences }),
  auditedLook(request, 'recordRequest.read', visit => requestPage(visit)),
  act(`${request}/cancel`, 'recordRequest.cancel', cancel, {
    refused: (visit, refusal) => requestPage(visit, refusal),
    sentences: patientSentences,
  }),
  ...shownAreas.map(download),
];

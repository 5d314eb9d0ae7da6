/** The form that requests records of a patient. */
import { z } from 'zod';
import { notFound } from '../../domain/problem';
import { recordRequestKinds, type RecordRequest } from '../../domain/record-requests/record-request';
import { isUuid } from '../../domain/text';
import {
  formOf as requestOf,
  recordRequestForm,
  type RecordRequestForm,
} from '../../forms/record-request-form';
import { askForSeen, offerToAsk, type AskOffer } from '../../usecases/record-requests/member-asks';
import { field, formOf, line, list, typedIn } from '../forms';
import { messageFor, redirectDone } from '../messages';
import { page, type Reply } from '../reply';
import type { Refusal } from '../route';
import { queried, uidIn } from '../visit';
import { anotherFacility, askFields, renderAskPage, type AskField, type AskValues } from './pages/ask-page';
import { pathIn } from './paths';
import { patientSentences } from './problem-sentences';
import { termsIn, termsTypedIn } from './request-terms';
import { act, auditedLook, type MemberRoute } from './routes';
import { readFor, type MemberVisit } from './visit';

const all = '/patients/:patient/record-requests';

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

/** Returns the message at the top of the page: a summary if the fields show their own errors. */
function withSummary(refusal: Refusal | undefined): Refusal | undefined {
  const isOfLines = Object.keys(refusal?.fields ?? {}).some(isAskField);
  return refusal && isOfLines
    ? { ...refusal, sentence: 'Fix the fields below. Nothing was requested.' }
    : refusal;
}

const repeatForm = z.object({ from: field(z.string()) });

/** Returns the ended request that an address or a form names to repeat. @throws Problem 404 without a UUID */
function repeatedIn(visit: MemberVisit): string | undefined {
  const { context, form } = visit;
  const uid = context.method === 'POST' ? formOf(repeatForm, form).from : queried(visit, 'from');
  if (uid === '') return undefined;
  if (!isUuid(uid)) throw notFound('this is no UUID');
  return uid.toLowerCase();
}

/** Returns the values of a form that repeats a request: what was requested and didn't arrive. */
function valuesOf({ repeated }: AskOffer): AskValues {
  const values = postedIn(new URLSearchParams());
  if (repeated === undefined) return values;
  const { request, kinds } = repeated;
  return {
    site: request.siteUid,
    kinds,
    typed: {
      ...values.typed,
      startDateOfService: request.startDateOfService ?? '',
      endDateOfService: request.endDateOfService ?? '',
    },
    terms: {
      typed: { reference: request.reference ?? '', dueDate: '' },
      isRush: request.isRush,
      needsCertification: request.needsCertification,
    },
  };
}

async function askPage(
  visit: MemberVisit,
  refusal?: Refusal,
  duplicates: readonly RecordRequest[] = [],
): Promise<Reply> {
  const { viewer, place, form, context } = visit;
  const uid = uidIn(visit, 'patient');
  const from = repeatedIn(visit);
  const offer = await readFor(visit, 'patient.read', reading => offerToAsk(reading, uid, from));
  const { repeated } = offer;
  const ofSite = repeated?.ofSite ?? [];
  const shown = {
    ...offer,
    repeated: repeated?.request,
    earlier: [...ofSite, ...duplicates.filter(other => !ofSite.some(one => one.uid === other.uid))],
    duplicateUids: new Set(duplicates.map(other => other.uid)),
    values: context.method === 'POST' ? postedIn(form) : valuesOf(offer),
    message: messageFor(visit, {}, withSummary(refusal)),
    problems: refusal?.fields,
  };
  return page(renderAskPage(viewer, place, shown), duplicates.length > 0 ? 409 : refusal?.status);
}

/** What a form listed and showed. */
const seenForm = z.object({
  newest: field(z.string().transform(uid => (uid === '' ? undefined : uid))),
  listed: list(),
});

async function ask(visit: MemberVisit): Promise<Reply> {
  const { form, place } = visit;
  const patientUid = uidIn(visit, 'patient');
  const asked = { ...formOf(askForm, form), ...termsIn(form) };
  const { newest: newestUid, listed: listedUids } = formOf(seenForm, form);
  const seen = { patientUid, newestUid, listedUids };
  const result = await visit.change(change => askForSeen(change, seen, asked));
  if (result.kind === 'duplicates') return askPage(visit, undefined, result.requests);
  return redirectDone(pathIn(place, 'patients', patientUid), 'asked');
}

/** The form that requests records, before the page of a record request. */
export const askRoutes: readonly MemberRoute[] = [
  auditedLook(`${all}/new`, 'patient.read', visit => askPage(visit)),
  act(all, 'recordRequest.create', ask, { refused: askPage, sentences: patientSentences }),
];

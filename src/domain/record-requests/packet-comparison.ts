/** Compares a record request with the authorization that its packet encloses. */
import type { AuthorizationData } from '../auth-checks/extraction';
import { flatten } from '../auth-checks/flat-text';
import { judgeServiceDates } from '../auth-checks/judge-service-dates';
import type { CalendarDate } from '../clinical/calendar-date';
import type { RecordRequest, RecordRequestKind } from './record-request';

/** What is compared. */
export type ComparedPart = 'kinds' | 'dates' | 'facility' | 'recipient';

/** The result of a comparison. */
export type ComparisonResult = 'match' | 'differs' | 'notOnForm';

/** One part of a record request next to what the authorization says. */
export interface Comparison {
  readonly part: ComparedPart;
  readonly result: ComparisonResult;
  /** What is requested; `null` for dates and kinds, which pages show in their own words. */
  readonly requested: string | null;
  /** The words of the authorization; `null` if it has none. */
  readonly stated: string | null;
}

/** The record request, and who asks whom. */
export interface ComparedRequest {
  readonly request: Pick<RecordRequest, 'kind' | 'startDateOfService' | 'endDateOfService'>;
  /** The names of the facility: as submitted, and as the directory has it. */
  readonly facilityNames: readonly string[];
  readonly companyName: string;
}

const kindPatterns: Readonly<Record<RecordRequestKind, RegExp>> = {
  medicalRecord:
    /record|chart|note|histor|summar|report|\blabs?\b|laborator|progress|discharge|operative|medication/,
  billing: /\bbill|\bcharge|itemi[sz]ed|account|payment|ledger|\bub-?(?:04|92)\b|\bhcfa\b|\b1500\b/,
  imaging: /imag|x-?ray|radiolog|\bmri\b|\bct\b|\bscans?\b|ultrasound|\bfilms?\b|mammogra/,
};

/** Records that are about bills or pictures aren't the medical record, although they say "records". */
const special = [kindPatterns.billing, kindPatterns.imaging];

function compareKinds(kind: RecordRequestKind, { information }: AuthorizationData): ComparisonResult {
  const { items, isEverything } = information;
  if (items.length === 0 && !isEverything) return 'notOnForm';
  // The whole record includes pictures. Bills are often a separate box, so they have to be named.
  if (isEverything && kind !== 'billing') return 'match';
  const isNamed = items
    .map(({ text }) => flatten(text))
    .some(
      text =>
        kindPatterns[kind].test(text) &&
        (kind !== 'medicalRecord' || !special.some(other => other.test(text))),
    );
  return isNamed ? 'match' : 'differs';
}

const dateResults: Readonly<Record<string, ComparisonResult>> = { covered: 'match', unstated: 'notOnForm' };

/** Words that don't tell one facility or company from another. */
const commonWords =
  /\b(?:inc|llc|llp|lp|pllc|pc|pa|ltd|corp|corporation|company|co|the|group|of|and|for|at|dba)\b/g;

function wordsOf(name: string): string[] {
  return flatten(name)
    .replaceAll(/[^\p{L}\d ]/gu, ' ')
    .replaceAll(commonWords, ' ')
    .split(' ')
    .filter(word => word.length > 1);
}

/** Whether a name is in a text: all of its words that tell it from others. */
function isNamedIn(name: string, stated: string): boolean {
  const words = wordsOf(name);
  const found = new Set(wordsOf(stated));
  return words.length > 0 && words.every(word => found.has(word));
}

/** A class of persons, which is enough (45 CFR 164.508(c)(1)(ii)). */
const anyProvider =
  /\b(?:any|all|every|each)\b.{0,60}\b(?:provider|physician|doctor|hospital|facility|facilities|clinic|health ?care|medical)/;

function compareName(
  part: 'facility' | 'recipient',
  names: readonly string[],
  stated: string | undefined,
): Comparison {
  const requested = names[0] ?? null;
  if (stated === undefined) return { part, result: 'notOnForm', requested, stated: null };
  const isClass = part === 'facility' && anyProvider.test(flatten(stated));
  const isMatch = isClass || names.some(name => isNamedIn(name, stated));
  return { part, result: isMatch ? 'match' : 'differs', requested, stated };
}

function textOf(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : texts.join('; ');
}

/** Compares kinds of records, dates of service, facility, and recipient, in this order (DESK-46). */
export function comparePacket(
  data: AuthorizationData,
  { request, facilityNames, companyName }: ComparedRequest,
  on: CalendarDate,
): Comparison[] {
  const dates = judgeServiceDates(data, request, on);
  return [
    {
      part: 'kinds',
      result: compareKinds(request.kind, data),
      requested: null,
      stated: textOf(data.information.items.map(({ text }) => text)),
    },
    {
      part: 'dates',
      result: dateResults[dates.code] ?? 'differs',
      requested: null,
      stated: data.datesOfService?.text ?? null,
    },
    compareName('facility', facilityNames, data.disclosingParty?.text),
    compareName('recipient', [companyName], data.recipient?.text),
  ];
}

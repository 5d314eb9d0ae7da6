/** The address of a company's list: unknown values are refused, so that no filter is silently ignored. */
import { z } from 'zod';
import { isRealDate } from '../../domain/clinical/calendar-date';
import { countedMax } from '../../domain/record-requests/request-list';
import { isUuid } from '../../domain/text';
import { auditPeriodOf, type AuditPeriod } from '../../domain/desk/audit-period';
import { clockIn } from '../../domain/time-zones';
import { OperatorError } from '../../usecases/operator-error';
import { field } from '../forms';
import { positionIn, positionOf } from '../positions';
import { queried } from '../visit';
import type { MemberVisit } from './visit';

const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text);

/** The number of rows per page. */
export const pageSize = 50;
/** The last page: lists are counted up to a limit. */
export const pageMax = countedMax / pageSize;

/** Returns a filter, or `undefined` if it is empty. */
export function given(text: string): string | undefined {
  return text === '' ? undefined : text;
}

/** Returns the query of a page's address. */
export function queryOf({ context }: Pick<MemberVisit, 'context'>): URLSearchParams {
  return new URLSearchParams(context.querystring);
}

/** Returns a field with one of these values, or none. @param what the field's name in the refusal */
export function queryChoice(options: readonly string[], what: string) {
  return field(
    z
      .string()
      .trim()
      .refine(text => text === '' || options.includes(text)),
    `This ${what} doesn't exist. Choose one from the list.`,
  );
}

/** Returns a field with one of our uids, or one of these words, or none. @param what as in queryChoice */
export function queryUid(what: string, words: readonly string[] = []) {
  return field(
    z
      .string()
      .trim()
      .refine(text => text === '' || isUuid(text) || words.includes(text)),
    `This ${what} doesn't exist. Choose one from the list.`,
  );
}

/** A field with a date, or none. */
export const queryDay = field(
  z
    .string()
    .trim()
    .refine(text => text === '' || isRealDate(text)),
  'Enter the period as dates.',
);

/** A field with an instant, as links have it, or none. */
export const queryInstant = field(
  z
    .string()
    .trim()
    .refine(text => text === '' || (isInstant(text) && !Number.isNaN(Date.parse(text)))),
  'Use the time from a link in the console.',
);

/** A field with the number of a page, 1 if there is none. */
export const queryPage = field(
  z
    .string()
    .trim()
    .refine(text => text === '' || (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= pageMax))
    .transform(text => (text === '' ? 1 : Number(text))),
  `Choose a page from 1 to ${pageMax}.`,
);

/** The fields with the period of a log. */
export const periodShape = { from: field(z.string().trim()), until: field(z.string().trim()) };

/** The days of a log, in the company's time zone. */
export interface QueriedPeriod {
  readonly period: AuditPeriod;
  readonly timeZone: string;
}

/** Returns the period that an address names. @throws OperatorError for one that isn't offered */
export function periodIn(
  { place, parts }: Pick<MemberVisit, 'place' | 'parts'>,
  days: { readonly from: string; readonly until: string },
): QueriedPeriod {
  const { timeZone } = place.time;
  const period = auditPeriodOf(days, clockIn(timeZone, parts.clock.now()).day);
  if (typeof period === 'string') throw new OperatorError(period);
  return { period, timeZone };
}

/** A row of a log, after which older ones follow. */
interface LogPosition {
  readonly occurredAt: Date;
  readonly uid: string;
}

/** Returns where the page of a log starts; `undefined` for the latest row. */
export function beforeIn(visit: MemberVisit): LogPosition | undefined {
  const position = positionIn(queried(visit, 'before'));
  return position && { occurredAt: position.at, uid: position.uid };
}

/** Returns where the next page of a log starts, as an address has it. */
export function moreBeforeOf(next: LogPosition | undefined): string | undefined {
  return next && positionOf(next.occurredAt, next.uid);
}

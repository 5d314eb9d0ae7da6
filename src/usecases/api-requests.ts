/** The log of a company's API requests (KEY-29). */
import { assertPermission } from '../access/authorize';
import type { ConsolePrincipal } from '../access/principal';
import { addDays } from '../domain/clinical/calendar-date';
import type { AuditPeriod } from '../domain/desk/audit-period';
import { startOfDay } from '../domain/time-zones';
import {
  listApiRequests,
  listUsedKeys,
  requestScanMax,
  type KeyOfCompany,
  type RequestLogPage,
  type RequestPosition,
} from '../store/audit/api-requests';
import type { Executor } from '../store/database';

/** How many requests a page shows. */
export const requestPageSize = 50;
/** The most keys that the filter offers. */
const keysMax = 200;

const lastUid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A member's query of the log. */
export interface RequestsWanted {
  /** Days in the company's time zone, both included. */
  readonly period: AuditPeriod;
  readonly timeZone: string;
  readonly keyUid: string | undefined;
  /** The first digit of the status. */
  readonly statusClass: number | undefined;
  /** The template of the path. */
  readonly path: string | undefined;
}

/**
 * Returns a page of the company's requests in the environment, newest first.
 * @throws Problem `permission.missing`
 */
export async function inspectApiRequests(
  executor: Executor,
  principal: ConsolePrincipal,
  { period, timeZone, keyUid, statusClass, path }: RequestsWanted,
  before: RequestPosition | undefined,
): Promise<RequestLogPage> {
  assertPermission(principal, 'ManageWebhooks');
  const { companyUid, environment } = principal;
  const until = startOfDay(timeZone, addDays(period.until, 1));
  const filter = {
    companyUid,
    environment,
    from: startOfDay(timeZone, period.from),
    until,
    keyUid: keyUid ?? null,
    statusClass: statusClass ?? null,
    path: path ?? null,
  };
  return listApiRequests(executor, filter, {
    before: before ?? { occurredAt: until, uid: lastUid },
    limit: requestPageSize,
    scanned: requestScanMax,
  });
}

/** Lists up to 200 keys to filter by, the last used one first. @throws Problem `permission.missing` */
export async function inspectUsedKeys(
  executor: Executor,
  principal: ConsolePrincipal,
): Promise<readonly KeyOfCompany[]> {
  assertPermission(principal, 'ManageWebhooks');
  const { companyUid, environment } = principal;
  return listUsedKeys(executor, { companyUid, environment, limit: keysMax });
}

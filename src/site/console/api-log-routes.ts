import { z } from 'zod';
import { isUuid } from '../../domain/text';
import { inspectApiRequests, inspectUsedKeys, type RequestsWanted } from '../../usecases/api-requests';
import { field, formOf } from '../forms';
import { messageFor } from '../messages';
import { page, type Reply } from '../reply';
import type { Refusal } from '../route';
import { beforeIn, given, moreBeforeOf, periodIn, periodShape, queryChoice, queryOf } from './list-query';
import { renderApiLogPage, statusClasses, type RequestFilters } from './pages/api-log-page';
import { look, type MemberRoute } from './routes';
import type { MemberVisit } from './visit';

const keyField = field(
  z
    .string()
    .trim()
    .refine(text => text === '' || isUuid(text)),
  "This key doesn't exist. Choose one from the list.",
);

/** Returns the query of the address. @throws FormProblem or OperatorError for an unknown value */
function wantedIn(visit: MemberVisit): { readonly wanted: RequestsWanted; readonly filters: RequestFilters } {
  const { parts } = visit;
  const filterForm = z.object({
    ...periodShape,
    key: keyField,
    status: queryChoice(
      statusClasses.map(([digit]) => digit),
      'status',
    ),
    path: queryChoice(parts.apiPaths, 'path'),
  });
  const { from, until, ...rest } = formOf(filterForm, queryOf(visit));
  const days = periodIn(visit, { from, until });
  const { period } = days;
  return {
    wanted: {
      ...days,
      keyUid: given(rest.key.toLowerCase()),
      statusClass: rest.status === '' ? undefined : Number(rest.status),
      path: given(rest.path),
    },
    filters: { ...rest, from: period.from, until: period.until },
  };
}

async function showRequests(visit: MemberVisit): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const { wanted, filters } = wantedIn(visit);
  const { requests, next } = await inspectApiRequests(parts.db, principal, wanted, beforeIn(visit));
  return page(
    renderApiLogPage(viewer, place, {
      filters,
      keys: await inspectUsedKeys(parts.db, principal),
      paths: parts.apiPaths,
      requests,
      moreBefore: moreBeforeOf(next),
      message: undefined,
    }),
  );
}

async function refusedRequests(visit: MemberVisit, refusal: Refusal): Promise<Reply> {
  const { parts, principal, viewer, place } = visit;
  const shown = {
    filters: { from: '', until: '', key: '', status: '', path: '' },
    keys: await inspectUsedKeys(parts.db, principal),
    paths: parts.apiPaths,
    requests: [],
    moreBefore: undefined,
    message: messageFor(visit, {}, refusal),
  };
  return page(renderApiLogPage(viewer, place, shown), refusal.status);
}

/** The log of API requests (KEY-29). It has no patient data, so looks at it aren't audited. */
export const apiLogRoutes: readonly MemberRoute[] = [
  { ...look('/api-log', 'showApiLog', showRequests), refused: refusedRequests },
];

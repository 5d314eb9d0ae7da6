import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { z } from 'zod';
import { problemCatalogue, problemEntry, type ProblemCode } from '../../domain/problem-catalogue';
import { isMaking, type Contract } from '../pipeline/contract';
import { ignoredFieldsHeader } from '../pipeline/ignored-fields';
import { answerHeaders, rateLimitHeaders } from './headers';

/** Problems that every operation can answer with. */
const commonProblems: readonly ProblemCode[] = [
  'request.ambiguous',
  'request.unreadable',
  'request.invalid',
  'credentials.missing',
  'role.notAssigned',
  'permission.missing',
  'resource.notFound',
  'request.timedOut',
  'request.headersTooLarge',
  'rate.limited',
  'server.fault',
  'service.unavailable',
  'service.overloaded',
  'query.timedOut',
];

const bodyProblems: readonly ProblemCode[] = [
  'request.malformed',
  'request.notJson',
  'request.unprocessable',
  'request.tooLarge',
];

function bodyProblemsOf({ hasNo422 }: Contract): readonly ProblemCode[] {
  return hasNo422 === true ? bodyProblems.filter(code => code !== 'request.unprocessable') : bodyProblems;
}

const idempotencyProblems: readonly ProblemCode[] = ['idempotency.bodyChanged', 'idempotency.running'];

const versionProblems: readonly ProblemCode[] = ['precondition.failed'];

const problemSchema = z
  .object({
    error: z
      .string()
      .meta({ description: 'A sentence for a person. Its wording may change, so match `problem` instead.' }),
    problem: z
      .string()
      .optional()
      .meta({
        description:
          'Identifies the problem, for example `project.idTaken`. An identifier never changes; new ones ' +
          'may be added. The errors guide lists them all.',
      }),
    code: z
      .string()
      .optional()
      .meta({ description: 'Set only to `roleNotAssigned`: the owner of the API key has no role.' }),
    errorId: z
      .string()
      .optional()
      .meta({ description: 'Give this reference to support. Our log has the cause under it.' }),
  })
  .meta({ id: 'Error', description: 'The body of every error.' });

function problemsOf(contract: Contract): readonly ProblemCode[] {
  return [
    ...commonProblems,
    ...(contract.body === undefined ? [] : bodyProblemsOf(contract)),
    ...(isMaking(contract) ? idempotencyProblems : []),
    ...(contract.cost === 'heavy' ? (['rate.tooManyAtOnce'] as const) : []),
    ...(contract.isVersioned === true && contract.method !== 'POST' && contract.method !== 'GET'
      ? versionProblems
      : []),
    ...contract.problems,
  ];
}

/** The header that lists what was ignored: every operation ignores query parameters that it doesn't know. */
export const ignoredFields = { [ignoredFieldsHeader]: answerHeaders[ignoredFieldsHeader] };

function headersOf(status: number) {
  const headers = {
    ...([409, 429, 503].includes(status) ? { 'Retry-After': answerHeaders['Retry-After'] } : {}),
    ...([400, 422].includes(status) ? ignoredFields : {}),
    ...(status === 429 ? rateLimitHeaders : {}),
  };
  return Object.keys(headers).length === 0 ? {} : { headers: z.object(headers) };
}

function problemResponse(status: number, codes: readonly ProblemCode[]): ZodOpenApiResponseObject {
  return {
    description: codes.map(code => `- \`${code}\`: ${problemCatalogue[code].sentence}`).join('\n'),
    ...headersOf(status),
    content: { 'application/json': { schema: problemSchema } },
  };
}

function byStatus(codes: readonly ProblemCode[]): ReadonlyMap<number, readonly ProblemCode[]> {
  return Map.groupBy(new Set(codes), code => problemEntry(code).status);
}

/** The names of the answers that most operations share, by status. */
const sharedNames: Readonly<Partial<Record<number, string>>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  408: 'RequestTimeout',
  409: 'IdempotencyConflict',
  412: 'PreconditionFailed',
  413: 'PayloadTooLarge',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  500: 'InternalError',
  503: 'Unavailable',
  504: 'QueryTimeout',
};

/** The answers that the document describes once: those with the common problems of a status and no others. */
const shared = new Map(
  [...byStatus([...commonProblems, ...bodyProblems, ...idempotencyProblems, ...versionProblems])].flatMap(
    ([status, codes]) => {
      const id = sharedNames[status];
      return id === undefined ? [] : [[codes.join(), { id, ...problemResponse(status, codes) }] as const];
    },
  ),
);

/** Returns every error answer of an operation, by status. */
export function problemResponses(contract: Contract): Record<string, ZodOpenApiResponseObject> {
  return Object.fromEntries(
    [...byStatus(problemsOf(contract))]
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => [String(status), shared.get(codes.join()) ?? problemResponse(status, codes)]),
  );
}

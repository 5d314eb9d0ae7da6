import {
  createDocument,
  type ZodOpenApiOverride,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { z } from 'zod';
import { problemCatalogue, problemEntry, type ProblemCode } from '../../domain/problem-catalogue';
import { describeEvents } from './events';
import { fieldMax } from '../../forms/field-issues';
import { rowMediaTypes } from '../pipeline/answer-rows';
import { isMaking, type Contract } from '../pipeline/contract';
import { ifMatchPattern } from '../pipeline/entity-tag';
import { idempotencyKeyPattern } from '../pipeline/idempotency';
import { ignoredFieldsHeader, ignoredFieldsMax, ignoresFields } from '../pipeline/ignored-fields';

/** Errors that every operation can answer with. */
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
          'Identifies the problem, for example `project.idTaken`. An identifier never changes; new ones may ' +
          'be added. The errors guide lists them all.',
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

const csvSchema = z
  .string()
  .meta({
    description:
      'The rows alone, after a line with the names of the columns (`visit.ref`). NULL is an empty ' +
      'cell. A text that a spreadsheet would run as a formula begins with a quote mark.',
  });

/** Every error an operation can answer with. */
export function problemsOf(contract: Contract): readonly ProblemCode[] {
  return [
    ...commonProblems,
    ...(contract.body === undefined ? [] : bodyProblemsOf(contract)),
    ...(isMaking(contract) ? idempotencyProblems : []),
    ...(contract.cost === 'heavy' ? (['rate.tooManyAtOnce'] as const) : []),
    ...(contract.isVersioned === true && contract.method !== 'POST' && contract.method !== 'GET'
      ? (['precondition.failed'] as const)
      : []),
    ...contract.problems,
  ];
}

const answerHeaders = {
  retryAfter: z.string().optional().meta({ description: 'Whole seconds, at least 1.' }),
  limit: z
    .string()
    .optional()
    .meta({
      header: { id: 'RateLimit-Limit' },
      description: 'How many calls of the company are accepted in a rolling minute.',
    }),
  remaining: z
    .string()
    .optional()
    .meta({
      header: { id: 'RateLimit-Remaining' },
      description: 'How many more would be accepted at this moment.',
    }),
  reset: z
    .string()
    .optional()
    .meta({
      header: { id: 'RateLimit-Reset' },
      description:
        'After how many whole seconds the oldest call that counts leaves the minute, so that one ' +
        'more is accepted. Not all of the limit is free then.',
    }),
  policy: z
    .string()
    .optional()
    .meta({
      header: { id: 'RateLimit-Policy' },
      description: 'The limit and its window in seconds: `600;w=60`.',
    }),
  requestId: z.string().optional().meta({ description: 'The id of this request in our log.' }),
  replayed: z
    .literal('true')
    .optional()
    .meta({ description: 'There when an earlier request with this `Idempotency-Key` made what is shown.' }),
  ignoredFields: z
    .string()
    .optional()
    .meta({
      header: { id: ignoredFieldsHeader },
      description:
        `The fields of the body that are not known and were ignored, separated by commas: \`zip\`, ` +
        `\`details.foo\`, \`sites[0].foo\`; absent when all were known. A known name that differs in ` +
        `a few letters follows one that is not: \`siteSonnar;near=siteSonar\`. Names are ` +
        `percent-encoded where they are more than letters, digits and \`-_!~*'()\`. At most ` +
        `${ignoredFieldsMax} are named, then \`...\`; one of more than ${fieldMax} characters is cut ` +
        `and ends in \`...\`. Never a value.`,
    }),
};

/** What every answer to a key in force says of the limit. */
const rateLimitHeaders = {
  'RateLimit-Policy': answerHeaders.policy,
  'RateLimit-Limit': answerHeaders.limit,
  'RateLimit-Remaining': answerHeaders.remaining,
  'RateLimit-Reset': answerHeaders.reset,
};

/** The header that every answer can have to a body that was read. */
function ignoredFieldsOf({ body }: Contract) {
  return body !== undefined && ignoresFields(body)
    ? { [ignoredFieldsHeader]: answerHeaders.ignoredFields }
    : {};
}

/** The headers of an error, where its status or its operation has any. */
function headersOf(status: number, contract: Contract) {
  const headers = {
    ...([409, 429, 503].includes(status) ? { 'Retry-After': answerHeaders.retryAfter } : {}),
    ...([400, 422].includes(status) ? ignoredFieldsOf(contract) : {}),
    ...(status === 429 ? rateLimitHeaders : {}),
  };
  return Object.keys(headers).length === 0 ? {} : { headers: z.object(headers) };
}

function problemResponses(contract: Contract) {
  const byStatus = new Map<number, Set<ProblemCode>>();
  for (const code of problemsOf(contract)) {
    const { status } = problemEntry(code);
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status),
        {
          description: [...codes].map(code => `- \`${code}\`: ${problemCatalogue[code].sentence}`).join('\n'),
          ...headersOf(status, contract),
          content: { 'application/json': { schema: problemSchema } },
        },
      ]),
  );
}

const headerParameters = {
  idempotencyKey: z
    .string()
    .regex(idempotencyKeyPattern)
    .optional()
    .meta({
      description:
        'A key of your choice that makes the request safe to repeat. The same key with the same ' +
        'body within 24 hours makes nothing a second time: the answer shows what the first request ' +
        'made, as it is now, with fresh URLs and tokens, and carries `Idempotent-Replayed: true`. A ' +
        'key is known to the member who sent it alone.',
    }),
  unneededIdempotencyKey: z
    .string()
    .regex(idempotencyKeyPattern)
    .optional()
    .meta({
      description: 'Taken and not needed: this operation changes nothing, so a repeat simply runs again.',
    }),
  ifMatch: z
    .string()
    .regex(ifMatchPattern)
    .optional()
    .meta({ description: 'The `ETag` the change is based on; another version answers 412.' }),
};

function isChangeOfVersioned(contract: Contract): boolean {
  return contract.isVersioned === true && ['PUT', 'PATCH', 'DELETE'].includes(contract.method);
}

function describe(contract: Contract): ZodOpenApiOperationObject {
  const { permission, scope } = contract.access;
  const headers = {
    ...(contract.method === 'POST'
      ? {
          'Idempotency-Key': isMaking(contract)
            ? headerParameters.idempotencyKey
            : headerParameters.unneededIdempotencyKey,
        }
      : {}),
    ...(isChangeOfVersioned(contract) ? { 'If-Match': headerParameters.ifMatch } : {}),
  };
  const answers = Object.entries(contract.responses).map(
    ([status, { description, schema, rows }]): [string, ZodOpenApiResponseObject] => [
      status,
      {
        description,
        headers: z.object({
          'X-Request-Id': answerHeaders.requestId,
          ...rateLimitHeaders,
          ...(isMaking(contract) ? { 'Idempotent-Replayed': answerHeaders.replayed } : {}),
          ...ignoredFieldsOf(contract),
        }),
        ...(schema === null
          ? {}
          : {
              content: {
                'application/json': {
                  schema,
                  ...(String(contract.example.response.status) === status &&
                  contract.example.response.body !== undefined
                    ? { example: contract.example.response.body }
                    : {}),
                },
                ...(rows === undefined ? {} : { [rowMediaTypes.csv]: { schema: csvSchema } }),
              },
            }),
      },
    ],
  );
  return {
    operationId: contract.id,
    tags: [contract.tag],
    summary: contract.summary,
    description: `${contract.description}\n\nNeeds the permission \`${permission}\`. ${
      scope === 'caller' ? '' : 'What the key cannot see is answered 404. '
    }Counted against the company’s limit of requests a minute.${
      contract.cost === 'heavy'
        ? ' Only a few of these run at once for a company; one more waits a second, then it is answered 429.'
        : ''
    }`,
    requestParams: {
      ...(Object.keys(contract.params.shape).length === 0 ? {} : { path: contract.params }),
      ...(contract.query === undefined ? {} : { query: contract.query }),
      ...(Object.keys(headers).length === 0 ? {} : { header: z.object(headers) }),
    },
    ...(contract.body === undefined
      ? {}
      : {
          requestBody: {
            required: !contract.body.safeParse(undefined).success,
            content: {
              'application/json': {
                schema: contract.body,
                ...(contract.example.body === undefined ? {} : { example: contract.example.body }),
              },
            },
          },
        }),
    responses: { ...Object.fromEntries<ZodOpenApiResponseObject>(answers), ...problemResponses(contract) },
  };
}

/**
 * What the generator says of a schema, corrected. Answers may gain fields, so no object is closed but those
 * of a browse request, which refuse what they do not know. A `format` says what is meant; the pattern beside
 * it is one reading of that, which some clients cannot be compiled with.
 */
const correctSchema: ZodOpenApiOverride = ({ jsonSchema, zodSchema: { _zod: schema } }) => {
  if (schema.def.type === 'object' && schema.def.catchall?._zod.def.type !== 'never')
    delete jsonSchema.additionalProperties;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
};

/**
 * Beside a `$ref`, where the generator closes objects too and nothing else corrects it, it would forbid every
 * field.
 */
function openReferences<Document>(document: Document): Document {
  return JSON.parse(
    JSON.stringify(document, (_, value: unknown) => {
      if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
      return { ...value, additionalProperties: undefined };
    }),
  ) as Document;
}

/** What each group of operations is about, in the order of the reference. */
const tags = {
  Projects: 'A project holds patients, and is a sandbox or live. Registering patients starts with one.',
  Patients: 'The people whose records are wanted: their details, their searches and their authorization.',
  'Bulk imports': 'Many patients or record requests at once, by a CSV file.',
  'Record requests': 'What a facility is asked for about a patient, and how far that is.',
  'Auth-check': 'Authorizations that are checked without a patient, each under a name of your own.',
  Embeds: 'Tokens of pages that stand in a frame of yours.',
  Notes: 'What you and the delivery team write to each other on a record request.',
  Tracking: 'Which records you want to hear of, where a webhook endpoint is limited to those.',
  Deliverables: 'The files that a facility sent.',
  Documents: 'The files that go with a record request.',
  Attachments: 'Files that lie on a record request itself.',
  Browse: 'What the searches found, by filters and orders over all that the key can see.',
  Webhooks: 'What is sent to your endpoints.',
};

/** The server that the document names: that of a deployment, or a variable where there is none. */
function serverOf(publicUrl: string | undefined) {
  if (publicUrl !== undefined) return { url: publicUrl, description: 'This deployment.' };
  return {
    url: 'https://{host}',
    description: 'A deployment.',
    variables: { host: { default: 'api.example.com', description: 'Where your deployment is.' } },
  };
}

/**
 * Builds the OpenAPI 3.1 document from the contracts alone.
 * @param publicUrl the base address that the document names as its server; without one it leaves the host
 *   to the reader
 */
export function buildOpenApi(contracts: readonly Contract[], publicUrl?: string) {
  const paths: ZodOpenApiPathsObject = {};
  for (const contract of contracts) {
    const path = (paths[contract.path] ??= {});
    Object.assign(path, { [contract.method.toLowerCase()]: describe(contract) });
  }
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'recordwell',
        version: '0',
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
        contact: { name: 'The support of your deployment' },
        description:
          'Medical-records retrieval. Every request carries `Authorization: Bearer <API_KEY>`; the ' +
          'key selects the environment: a sandbox key works on `Sandbox` projects only. Fields you ' +
          'did not ask for are optional: ignore what you do not know. So does the service: it ' +
          'ignores the fields of a body that it does not know, and names them in the answer’s ' +
          '`X-Ignored-Fields`; a browse request with such a field is refused.\n\nPages for frames ' +
          'need a token in place of the key: `GET /ui/auth-check/embed?token=…` shows the whole ' +
          'result of an auth-check, `GET /ui/auth-check/embed/badge?token=…` one line of it. The ' +
          'token is the `embedToken` of a patient.',
      },
      servers: [serverOf(publicUrl)],
      security: [{ apiKey: [] }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      paths,
      webhooks: describeEvents(),
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'A key `rw_live_…` (production) or `rw_test_…` (sandbox).',
          },
        },
      },
    },
    { override: correctSchema },
  );
  return openReferences(document);
}

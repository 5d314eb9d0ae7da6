import {
  createDocument,
  type ZodOpenApiOverride,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { z } from 'zod';
import { rowMediaTypes } from '../pipeline/answer-rows';
import { isMaking, type Contract } from '../pipeline/contract';
import { describeEvents } from './events';
import { answerHeaders, rateLimitHeaders, requestHeaders } from './headers';
import { introduction, tags } from './introduction';
import { ignoredFields, problemResponses } from './problem-responses';

const csvSchema = z
  .string()
  .meta({
    description:
      'The rows, after a line with the column names (`visit.ref`). Null is an empty cell. A text that a ' +
      'spreadsheet would run as a formula starts with a quotation mark.',
  });

/** The bytes of a file, as client generators recognize them. */
const fileSchema = { type: 'string', format: 'binary' } as const;

function isChangeOfVersioned(contract: Contract): boolean {
  return contract.isVersioned === true && ['PUT', 'PATCH', 'DELETE'].includes(contract.method);
}

function describe(contract: Contract): ZodOpenApiOperationObject {
  const headers = {
    ...(contract.method === 'POST'
      ? {
          'Idempotency-Key': isMaking(contract)
            ? requestHeaders.idempotencyKey
            : requestHeaders.unneededIdempotencyKey,
        }
      : {}),
    ...(isChangeOfVersioned(contract) ? { 'If-Match': requestHeaders.ifMatch } : {}),
  };
  const answers = Object.entries(contract.responses).map(
    ([status, { description, schema, rows, file }]): [string, ZodOpenApiResponseObject] => [
      status,
      {
        description,
        headers: z.object({
          'X-Request-Id': answerHeaders['X-Request-Id'],
          ...rateLimitHeaders,
          ...(contract.isVersioned === true ? { ETag: answerHeaders.ETag } : {}),
          ...(isMaking(contract) ? { 'Idempotent-Replayed': answerHeaders['Idempotent-Replayed'] } : {}),
          ...ignoredFields,
        }),
        ...(file === undefined ? {} : { content: { [file]: { schema: fileSchema } } }),
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
    description: `${contract.description}\n\nRequires the permission \`${contract.access.permission}\`.${
      contract.cost === 'heavy' ? ' Expensive: only a few of these run at once.' : ''
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
 * Corrects what the generator says of a schema. Answers can gain fields, so only the objects of a browse
 * request, which refuse unknown fields, are closed. A `pattern` beside a `format` is removed, because some
 * generated clients don't compile with it.
 */
const correctSchema: ZodOpenApiOverride = ({ jsonSchema, zodSchema: { _zod: schema } }) => {
  if (schema.def.type === 'object' && schema.def.catchall?._zod.def.type !== 'never')
    delete jsonSchema.additionalProperties;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
};

/** Removes `additionalProperties: false` beside a `$ref`, where it would forbid every field. */
function openReferences<Document>(document: Document): Document {
  return JSON.parse(
    JSON.stringify(document, (_, value: unknown) => {
      if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
      return { ...value, additionalProperties: undefined };
    }),
  ) as Document;
}

/** Returns the server of the document: the deployment's, or one with a variable for its host. */
function serverOf(publicUrl: string | undefined) {
  if (publicUrl !== undefined) return { url: publicUrl, description: 'This deployment.' };
  return {
    url: 'https://{host}',
    description: 'Your deployment.',
    variables: { host: { default: 'api.example.com', description: 'Host of your deployment.' } },
  };
}

/**
 * Builds the OpenAPI 3.1 document from the contracts alone.
 * @param publicUrl the base address of the document's server; without one, the host is a variable
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
        contact: { name: 'Support of your deployment' },
        description: introduction,
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
            description: 'An API key: `rw_live_…` for production, `rw_test_…` for the sandbox.',
          },
        },
      },
    },
    { override: correctSchema },
  );
  return openReferences(document);
}

import { z } from 'zod';
import { buildOpenApi } from '../../src/api/document/openapi';
import { operations } from '../../src/api/operations';
import { browseRoutes } from '../../src/browse/catalogue/routes';

const { paths, components } = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), z.unknown())),
    components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
  })
  .parse(buildOpenApi(operations.map(({ contract }) => contract)));

const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

test.each(browseRoutes.map(({ name, path }) => [name, path] as const))(
  'The OpenAPI document has a schema for each part of the requests and responses of %s [BROWSE-19]',
  (name, path) => {
    for (const part of [
      'Request',
      'Response',
      'Filter',
      'Sort',
      'Select',
      'Row',
      'AggregateRequest',
      'Aggregate',
    ])
      expect(Object.keys(components.schemas)).toContain(`${name}Browse${part}`);
    expect(paths[`/v0/${path}/browse`]?.['post']).toMatchObject({
      requestBody: { content: { 'application/json': { schema: reference(`${name}BrowseRequest`) } } },
      responses: {
        '200': {
          content: {
            'application/json': { schema: reference(`${name}BrowseResponse`) },
            'text/csv': { schema: { type: 'string' } },
          },
        },
      },
    });
    expect(components.schemas[`${name}BrowseRequest`]).toMatchObject({
      additionalProperties: false,
      properties: {
        select: reference(`${name}BrowseSelect`),
        where: reference(`${name}BrowseFilter`),
        orderBy: { items: reference(`${name}BrowseSort`) },
        aggregate: reference(`${name}BrowseAggregateRequest`),
        search: { type: 'string' },
      },
    });
    expect(components.schemas[`${name}BrowseResponse`]).toMatchObject({
      required: ['table', 'aggregate', 'total'],
      properties: {
        table: { items: reference(`${name}BrowseRow`) },
        aggregate: reference(`${name}BrowseAggregate`),
      },
    });
  },
);

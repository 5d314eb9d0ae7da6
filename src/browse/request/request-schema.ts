import { z } from 'zod';
import { isStorableText } from '../../domain/text';
import { columnsOf, type BrowseRoute, type PlacedColumn } from '../catalogue/routes';
import { aggregateRequestSchema } from './aggregate-schema';
import { perEntity, slotName } from './block-schemas';
import { filterSchema, isSubstring, type Filter } from './filter';
import { browseLimits } from './limits';
import { directions, type BrowseQuery, type PerColumn, type PlacedFilter, type PlacedOrder } from './query';

const { filtersMax, filtersOfColumnMax, listedMax, ordersMax, searchMax, skipMax, substringsMax, takeMax } =
  browseLimits;

/** What a request gives for columns of the route, in the order of the catalogue. */
function columnsIn<T>({ blocks }: BrowseRoute, perColumn: PerColumn<T>): Array<PlacedColumn & { given: T }> {
  const found: Array<PlacedColumn & { given: T }> = [];
  for (const [entity, { columns }] of Object.entries(blocks)) {
    const block = perColumn[entity];
    if (block === undefined) continue;
    for (const [field, column] of Object.entries(columns)) {
      const given = block[field];
      if (given !== undefined) found.push({ entity, field, column, given });
    }
  }
  return found;
}

/** What is shown, and the entities that are named for it. */
interface Selected {
  readonly shown: readonly PlacedColumn[];
  readonly named: readonly string[];
}

function selectSchema(route: BrowseRoute): z.ZodType<Selected> {
  const blocks: z.ZodType<PerColumn<boolean>> = perEntity(route, 'Select', () => z.boolean()).meta({
    id: slotName(route, 'Select'),
    description:
      'Entity to column to boolean; a column defaults to `false` inside a block, an omitted block ' +
      'returns all its columns.',
  });
  const all = columnsOf(route);
  return blocks.transform(select => ({
    shown: all.filter(({ entity, field }) => select[entity] === undefined || select[entity][field] === true),
    named: Object.keys(select).filter(entity => Object.values(select[entity] ?? {}).includes(true)),
  }));
}

function substringsIn(filters: readonly PlacedFilter[]): number {
  return filters.filter(({ filter }) => isSubstring(filter.operator)).length;
}

/** The number of values in all lists of the filters. */
function listedIn(filters: readonly PlacedFilter[]): number {
  return filters.reduce((sum, { filter }) => sum + ('values' in filter ? filter.values.length : 0), 0);
}

function whereSchema(route: BrowseRoute): z.ZodType<readonly PlacedFilter[]> {
  const blocks: z.ZodType<PerColumn<Filter[]>> = perEntity(route, 'Filter', column =>
    z.array(filterSchema(column)).max(filtersOfColumnMax),
  ).meta({
    id: slotName(route, 'Filter'),
    description: 'Entity to column to a list of field filters; everything is ANDed.',
  });
  const filters: z.ZodType<readonly PlacedFilter[]> = blocks.transform(where =>
    columnsIn(route, where).flatMap(({ given, ...placed }) =>
      given.map((filter): PlacedFilter => ({ ...placed, filter })),
    ),
  );
  return filters
    .refine(({ length }) => length <= filtersMax, `must have at most ${filtersMax} filters`)
    .refine(
      found => substringsIn(found) <= substringsMax,
      `must have at most ${substringsMax} \`contains\`, \`startsWith\`, and \`endsWith\` filters`,
    )
    .refine(found => listedIn(found) <= listedMax, `must list at most ${listedMax} values`);
}

const direction = z.enum(directions).meta({ id: 'SortDirection' });

function sortSchema(route: BrowseRoute): z.ZodType<PlacedOrder> {
  const blocks: z.ZodType<PerColumn<'asc' | 'desc'>> = perEntity(route, 'Sort', () => direction)
    .refine(
      entry => Object.values(entry).flatMap(columns => Object.values(columns ?? {})).length === 1,
      'must name one entity and one column',
    )
    .meta({ id: slotName(route, 'Sort'), description: 'One entity and one column of it.' });
  return blocks.transform(entry => {
    const [placed] = columnsIn(route, entry);
    if (placed === undefined) throw new TypeError('an order without a column passed its rule');
    const { given, ...column } = placed;
    return { ...column, direction: given };
  });
}

/**
 * The schema of `search`. The searched columns of a table are joined by a character that no text of a search
 * can have, so that none is found across two of them (migrations: browse_search_text).
 */
const searchText = z
  .string()
  .max(searchMax)
  .refine(
    text => isStorableText(text) && !/\p{Cc}/u.test(text),
    'must be well-formed text without control characters',
  );

/** The schema of a route's request, made from its catalogue. */
export function browseRequestSchema(route: BrowseRoute): z.ZodType<BrowseQuery> {
  const all = columnsOf(route);
  return z
    .strictObject({
      select: selectSchema(route).optional(),
      where: whereSchema(route).optional(),
      orderBy: z
        .array(sortSchema(route))
        .max(ordersMax)
        .optional()
        .meta({ description: 'Applied in order; a stable tiebreaker is appended.' }),
      aggregate: aggregateRequestSchema(route).optional(),
      search: searchText
        .optional()
        .meta({
          description:
            'A part of a text that some column of the row has, whatever its capitals and accents; ' +
            'an empty one finds every row.',
        }),
      take: z
        .number()
        .int()
        .min(0)
        .max(takeMax)
        .optional()
        .meta({
          description:
            `Page size, at most ${takeMax}; omitted returns every match,` + ' of many as they are read.',
        }),
      skip: z.number().int().min(0).max(skipMax).optional().meta({ description: 'Rows to skip.' }),
    })
    .meta({ id: `${route.name}BrowseRequest` })
    .transform(
      ({ select, where: filters = [], orderBy: orders = [], aggregate = [], ...page }): BrowseQuery => ({
        shown: select?.shown ?? all,
        filters,
        orders,
        aggregates: aggregate,
        // An empty search finds every row, as none does.
        search: page.search === '' ? undefined : page.search,
        take: page.take,
        skip: page.skip ?? 0,
        named: new Set([
          ...(select?.named ?? []),
          ...[filters, orders, aggregate].flatMap(parts => parts.map(({ entity }) => entity)),
        ]),
      }),
    );
}

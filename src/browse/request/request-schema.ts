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

/** Returns what a request says about columns of the route, in the order of the catalogue. */
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

/** The columns to return, and the entities that the request names for them. */
interface Selected {
  readonly shown: readonly PlacedColumn[];
  readonly named: readonly string[];
}

function selectSchema(route: BrowseRoute): z.ZodType<Selected> {
  const blocks: z.ZodType<PerColumn<boolean>> = perEntity(route, 'Select', ({ description }) =>
    z.boolean().meta({ description }),
  ).meta({
    id: slotName(route, 'Select'),
    description:
      'The columns to return, by entity. In an entity you send, only columns set to `true` are returned. ' +
      'An entity you leave out returns all its columns.',
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

/** Returns the number of values in all lists of the filters. */
function listedIn(filters: readonly PlacedFilter[]): number {
  return filters.reduce((sum, { filter }) => sum + ('values' in filter ? filter.values.length : 0), 0);
}

function whereSchema(route: BrowseRoute): z.ZodType<readonly PlacedFilter[]> {
  const blocks: z.ZodType<PerColumn<Filter[]>> = perEntity(route, 'Filter', column =>
    z.array(filterSchema(column)).max(filtersOfColumnMax).meta({ description: column.description }),
  ).meta({
    id: slotName(route, 'Filter'),
    description: 'Filters, by entity and column. A row must match all of them.',
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

const direction = z
  .enum(directions)
  .meta({ id: 'SortDirection', description: '`asc` puts null values last, `desc` puts them first.' });

function sortSchema(route: BrowseRoute): z.ZodType<PlacedOrder> {
  const blocks: z.ZodType<PerColumn<'asc' | 'desc'>> = perEntity(route, 'Sort', () => direction)
    .refine(
      entry => Object.values(entry).flatMap(columns => Object.values(columns ?? {})).length === 1,
      'must name one entity and one column',
    )
    .meta({ id: slotName(route, 'Sort'), description: 'One column of one entity, with its direction.' });
  return blocks.transform(entry => {
    const [placed] = columnsIn(route, entry);
    if (placed === undefined) throw new TypeError('an order without a column passed its rule');
    const { given, ...column } = placed;
    return { ...column, direction: given };
  });
}

/**
 * The schema of `search`. It allows no control characters, because one joins the searched columns of a table,
 * so that no search matches across two columns (migrations: browse_search_text).
 */
const searchText = z
  .string()
  .max(searchMax)
  .refine(
    text => isStorableText(text) && !/\p{Cc}/u.test(text),
    'must be well-formed text without control characters',
  );

/** Returns the schema of a route's request, built from its catalogue. */
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
        .meta({
          description:
            'The columns to sort by, applied in order. Rows that are equal are sorted by ID. Without it, ' +
            'rows are in the order we found them.',
        }),
      aggregate: aggregateRequestSchema(route).optional(),
      search: searchText
        .optional()
        .meta({
          description:
            "Text that any searched column of the row contains. Case and accents don't matter. An empty " +
            'text matches every row.',
        }),
      take: z
        .number()
        .int()
        .min(0)
        .max(takeMax)
        .optional()
        .meta({
          description:
            `Page size, at most ${takeMax.toLocaleString('en-US')}. Without it, every match is ` +
            'returned.',
        }),
      skip: z
        .number()
        .int()
        .min(0)
        .max(skipMax)
        .optional()
        .meta({ description: 'Number of rows to skip. Without it, the answer starts at the first row.' }),
    })
    .meta({
      id: `${route.name}BrowseRequest`,
      description: `Which ${route.plural} to return, and which of their columns. Every field is optional.`,
    })
    .transform(
      ({ select, where: filters = [], orderBy: orders = [], aggregate = [], ...page }): BrowseQuery => ({
        shown: select?.shown ?? all,
        filters,
        orders,
        aggregates: aggregate,
        // An empty search matches every row, like no search.
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

import { isNumeric } from '../catalogue/column';
import type { BrowseRoute, PlacedColumn } from '../catalogue/routes';
import { aggregateLister, type AskedAggregates } from './aggregate-schema';
import { readFilter } from './filter';
import { isRecord } from './given';
import { browseLimits } from './limits';
import { queryMaker, rulesOfWhere, selector, type PerColumn, type Selected } from './make-query';
import { aggregateFunctions, directions, type Aggregate, type PlacedFilter, type PlacedOrder } from './query';
import type { BrowseQuery } from './query';
import { searchText } from './request-schema';

const { filtersOfColumnMax, ordersMax, skipMax, takeMax } = browseLimits;

/** Reads a part of a request; `undefined` for what it leaves to the schema. */
type Reads<T> = (given: unknown) => T | undefined;

/** A column and its place in the catalogue. */
interface Place extends PlacedColumn {
  readonly at: number;
}

type Places = ReadonlyMap<string, ReadonlyMap<string, Place>>;

function placesOf({ blocks }: BrowseRoute): Places {
  let at = 0;
  const ofBlock = (entity: string, columns: BrowseRoute['blocks'][string]['columns']) =>
    Object.entries(columns).map(([field, column]): [string, Place] => [
      field,
      { entity, field, column, at: (at += 1) },
    ]);
  return new Map(
    Object.entries(blocks).map(([entity, { columns }]) => [entity, new Map(ofBlock(entity, columns))]),
  );
}

/** Whether all that is given for columns, in blocks of entities, is of the catalogue and fits; each is told to `fits`. */
function fitsPerColumn<T>(
  places: Places,
  given: unknown,
  fits: (place: Place, value: unknown) => boolean,
): given is PerColumn<T> {
  if (!isRecord(given)) return false;
  for (const entity of Object.keys(given)) {
    const [columns, block] = [places.get(entity), given[entity]];
    if (columns === undefined || !isRecord(block)) return false;
    for (const field of Object.keys(block)) {
      const place = columns.get(field);
      if (place === undefined || !fits(place, block[field])) return false;
    }
  }
  return true;
}

function isBoolean(given: unknown): given is boolean {
  return typeof given === 'boolean';
}

function isWholeUpTo(max: number, given: unknown): given is number | undefined {
  return given === undefined || (Number.isInteger(given) && Number(given) >= 0 && Number(given) <= max);
}

function selectReader(route: BrowseRoute, places: Places): Reads<Selected> {
  const select = selector(route);
  return given =>
    fitsPerColumn<boolean>(places, given, (_place, value) => isBoolean(value)) ? select(given) : undefined;
}

function whereReader(places: Places): Reads<readonly PlacedFilter[]> {
  return given => {
    const found: Array<{ readonly at: number; readonly placed: PlacedFilter }> = [];
    const areFilters = ({ entity, field, column, at }: Place, filters: unknown): boolean =>
      Array.isArray(filters) &&
      filters.length <= filtersOfColumnMax &&
      filters.every(one => {
        const filter = readFilter(column, one);
        if (filter !== undefined) found.push({ at, placed: { entity, field, column, filter } });
        return filter !== undefined;
      });
    if (!fitsPerColumn(places, given, areFilters)) return undefined;
    // In the order of the catalogue, whatever that of the request.
    const filters = found.sort((a, b) => a.at - b.at).map(({ placed }) => placed);
    return rulesOfWhere.every(({ holds }) => holds(filters)) ? filters : undefined;
  };
}

function orderReader(places: Places): Reads<PlacedOrder> {
  return given => {
    const found: PlacedOrder[] = [];
    const isDirection = ({ entity, field, column }: Place, value: unknown): boolean => {
      const direction = directions.find(one => one === value);
      if (direction !== undefined) found.push({ entity, field, column, direction });
      return direction !== undefined;
    };
    return fitsPerColumn(places, given, isDirection) && found.length === 1 ? found[0] : undefined;
  };
}

function ordersReader(places: Places): Reads<readonly PlacedOrder[]> {
  const read = orderReader(places);
  return given => {
    if (!Array.isArray(given) || given.length > ordersMax) return undefined;
    const orders: PlacedOrder[] = [];
    for (const one of given) {
      const order = read(one);
      if (order === undefined) return undefined;
      orders.push(order);
    }
    return orders;
  };
}

function aggregatesReader(route: BrowseRoute, places: Places): Reads<readonly Aggregate[]> {
  const list = aggregateLister(route);
  const areFlags = (numbers: ReadonlySet<string>, given: unknown): boolean =>
    isRecord(given) && Object.keys(given).every(field => numbers.has(field) && isBoolean(given[field]));
  const ofEntity = new Map(
    [...places].map(([entity, columns]) => {
      const numbers = new Set(
        [...columns.values()].filter(({ column }) => isNumeric(column)).map(({ field }) => field),
      );
      const functions: readonly string[] = numbers.size === 0 ? [] : aggregateFunctions;
      const isAsked = (name: string, value: unknown): boolean =>
        name === 'count' ? isBoolean(value) : functions.includes(name) && areFlags(numbers, value);
      return [entity, isAsked];
    }),
  );
  const areAsked = (given: unknown): given is AskedAggregates =>
    isRecord(given) &&
    Object.keys(given).every(entity => {
      const [isAsked, asked] = [ofEntity.get(entity), given[entity]];
      return (
        isAsked !== undefined &&
        isRecord(asked) &&
        Object.keys(asked).every(name => isAsked(name, asked[name]))
      );
    });
  return given => (areAsked(given) ? list(given) : undefined);
}

const partNames: ReadonlySet<string> = new Set([
  'select',
  'where',
  'orderBy',
  'aggregate',
  'search',
  'take',
  'skip',
]);
const nothing: readonly never[] = [];

/**
 * Makes what reads a request of the route as its schema does, in a tenth of the time: a schema looks for each column of
 * the catalogue in a request, this for each column of the request in the catalogue.
 * @returns what the schema makes of the body; `undefined` for a body that the schema has to decide about, among them
 *   each that it refuses: what is wrong with one is said in one place
 */
export function quickReader(route: BrowseRoute): (body: unknown) => BrowseQuery | undefined {
  const places = placesOf(route);
  const toQuery = queryMaker(route);
  const readSelect = selectReader(route, places);
  const readWhere = whereReader(places);
  const readOrders = ordersReader(places);
  const readAggregates = aggregatesReader(route, places);
  return body => {
    if (!isRecord(body) || !Object.keys(body).every(name => partNames.has(name))) return undefined;
    const { select, where, orderBy, aggregate, search, take, skip } = body;
    const selected = select === undefined ? undefined : readSelect(select);
    const filters = where === undefined ? nothing : readWhere(where);
    const orders = orderBy === undefined ? nothing : readOrders(orderBy);
    const aggregates = aggregate === undefined ? nothing : readAggregates(aggregate);
    const isSelected = select === undefined || selected !== undefined;
    if (!isSelected || filters === undefined || orders === undefined || aggregates === undefined)
      return undefined;
    if (!isWholeUpTo(takeMax, take) || !isWholeUpTo(skipMax, skip)) return undefined;
    const searched = search === undefined ? undefined : searchText.safeParse(search);
    if (searched?.success === false) return undefined;
    return toQuery({ select: selected, filters, orders, aggregates, search: searched?.data, take, skip });
  };
}

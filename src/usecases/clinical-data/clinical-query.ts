/** The browse queries of a clinical data page. */
import { browseRoutes, type BrowseRoute, type PlacedColumn } from '../../browse/catalogue/routes';
import type { BrowseQuery, PlacedFilter } from '../../browse/request/query';
import { nameOfColumn, type ClinicalTab } from '../../domain/embeds/clinical-tabs';
import { narrowingColumns, type Panel } from '../../domain/embeds/clinical-panel';

/** The owner of the rows, from the database, never from the page. */
export interface RowsOwner {
  readonly projectId: string;
  readonly patientId: string;
}

/** Returns the browse route of a tab. @throws TypeError for an unknown tab */
export function routeOf(tab: ClinicalTab): BrowseRoute {
  const route = browseRoutes.find(({ path }) => path === tab.name);
  if (route === undefined) throw new TypeError(`no browse route is named ${tab.name}`);
  return route;
}

function placed({ blocks }: BrowseRoute, entity: string, field: string): PlacedColumn {
  const column = blocks[entity]?.columns[field];
  if (column === undefined) throw new TypeError(`the catalogue has no ${entity}.${field}`);
  return { entity, field, column };
}

/**
 * Returns the panel's filters, on columns of the tab only: it has none of a patient, a project, or a company.
 */
function filtersOf(route: BrowseRoute, { tab, from, to, filters }: Panel): PlacedFilter[] {
  const [day] = tab.columns;
  const days = [
    { operator: 'gte', value: from },
    { operator: 'lte', value: to },
  ] as const;
  return [
    ...days
      .filter(({ value }) => value !== '')
      .map(filter => ({ ...placed(route, day.entity, day.field), filter })),
    ...narrowingColumns(tab).flatMap((column): PlacedFilter[] => {
      const value = filters[nameOfColumn(column)] ?? '';
      if (value === '') return [];
      const operator = column.narrows === 'part' ? 'contains' : 'equals';
      return [{ ...placed(route, column.entity, column.field), filter: { operator, value } }];
    }),
  ];
}

/** Returns the two filters that always apply, whatever the page's state says (EMBED-7). */
function ownersRows(route: BrowseRoute, { projectId, patientId }: RowsOwner): PlacedFilter[] {
  return [
    { ...placed(route, 'project', 'id'), filter: { operator: 'equals', value: projectId } },
    { ...placed(route, 'patient', 'id'), filter: { operator: 'equals', value: patientId } },
  ];
}

/** The columns and rows to show. */
interface Wanted {
  readonly shown: ReadonlyArray<{ readonly entity: string; readonly field: string }>;
  readonly take: number;
  readonly skip: number;
}

/**
 * Returns the query for one patient's rows that match a panel. A search looks at the rows, not at their
 * owner, whose name is in every one.
 */
export function clinicalQuery(owner: RowsOwner, panel: Panel, { shown, take, skip }: Wanted): BrowseQuery {
  const route = routeOf(panel.tab);
  const { search, order, tab } = panel;
  const ordered = tab.columns.find(column => nameOfColumn(column) === order.column) ?? tab.columns[0];
  const asked = filtersOf(route, panel);
  return {
    shown: shown.map(({ entity, field }) => placed(route, entity, field)),
    filters: [...ownersRows(route, owner), ...asked],
    orders: [{ ...placed(route, ordered.entity, ordered.field), direction: order.direction }],
    aggregates: [],
    ...(search === '' ? {} : { search }),
    take,
    skip,
    // The owner's filters are ours, so they need no permission that the page didn't ask for.
    named: new Set([...shown, ...asked, ordered].map(({ entity }) => entity)),
    hidden: new Set(['patient']),
  };
}

import fc from 'fast-check';
import { columnsOf } from '../../../src/browse/catalogue/routes';
import type { BrowseQuery } from '../../../src/browse/request/query';
import { firstPanel, parsePanel, rowsOfPage } from '../../../src/domain/embeds/clinical-panel';
import { clinicalTabs, firstClinicalTab, nameOfColumn } from '../../../src/domain/embeds/clinical-tabs';
import { clinicalQuery, routeOf } from '../../../src/usecases/clinical-data/clinical-query';
import { panelTexts } from '../../support/random-panels';

const owner = { projectId: 'sandbox', patientId: 'p-1' };
const tenant = ['patient', 'project', 'company'];

test('Every column of a clinical tab is in the catalog, with a matching type [EMBED-6]', () => {
  for (const tab of clinicalTabs) {
    const route = routeOf(tab);
    expect([route.path, route.base]).toEqual([tab.name, tab.entity]);
    const catalogue = new Map(columnsOf(route).map(placed => [nameOfColumn(placed as never), placed.column]));
    const types = { text: ['text'], code: ['text'], day: ['date'], dollars: ['decimal'], yesNo: ['boolean'] };
    for (const column of tab.columns) {
      const { type } = catalogue.get(nameOfColumn(column)) ?? {};
      expect({ ...types, number: ['decimal', 'integer'] }[column.writes]).toContain(type);
      if (column.narrows !== undefined) expect(type).toBe('text');
      expect(tenant).not.toContain(column.entity);
    }
    expect(tab.columns[0].writes).toBe('day');
  }
});

const owners = [
  ['project', 'id', 'equals', owner.projectId],
  ['patient', 'id', 'equals', owner.patientId],
];

/** Returns what a query says about the owner of its rows: in its filters, and anywhere else. */
function asksOfTenant({ filters, shown, orders, named }: BrowseQuery): readonly [string, number] {
  const isOfTenant = (entity: string): boolean => tenant.includes(entity);
  const ofTenant = filters.filter(({ entity }) => isOfTenant(entity));
  const others = [...shown, ...orders].map(({ entity }) => entity);
  return [
    JSON.stringify(
      ofTenant.map(({ entity, field, filter }) => [
        ...[entity, field, filter.operator],
        ...('value' in filter ? [filter.value] : []),
      ]),
    ),
    [...others, ...named].filter(isOfTenant).length,
  ];
}

test('Each of 10,000 panels queries only the rows of one patient, and shows or names no owner [EMBED-7] [DECISION-77]', () => {
  const queries = fc.sample(panelTexts, 10_000).map(text => {
    const panel = parsePanel(text) ?? firstPanel(firstClinicalTab);
    const wanted = { shown: panel.tab.columns, take: rowsOfPage, skip: 0 };
    return clinicalQuery(owner, panel, wanted);
  });
  expect(new Set(queries.map(query => asksOfTenant(query).join(' ')))).toEqual(
    new Set([`${JSON.stringify(owners)} 0`]),
  );
  expect(queries.every(({ hidden }) => hidden?.has('patient') === true)).toBe(true);
});

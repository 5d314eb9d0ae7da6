import { isNumeric, type Column } from '../../src/browse/catalogue/column';
import {
  browseRoutes,
  labResultRoute,
  prescriptionFillRoute,
  procedureRoute,
  diagnosisRoute,
  visitRoute,
  type BrowseRoute,
} from '../../src/browse/catalogue/routes';
import { valueOperators } from '../../src/browse/request/filter';
import { browseLimits } from '../../src/browse/request/limits';

const count = (value: number): string => value.toLocaleString('en-US');

function columnRow(name: string, column: Column): string {
  const marks = [
    ...(column.isNullable ? ['can be NULL'] : []),
    ...(column.isSearched ? ['searched'] : []),
    ...(isNumeric(column) ? ['totaled'] : []),
  ];
  return `| \`${name}\` | ${column.type} | ${marks.join(', ')} | ${column.description} |`;
}

/** Returns the columns of an entity in the rows of a route. */
function entityTable(route: BrowseRoute, entity: string): string[] {
  const columns = Object.entries(route.blocks[entity]?.columns ?? {});
  return [
    `### \`${entity}\``,
    '',
    '| column | type | | |',
    '|---|---|---|---|',
    ...columns.map(([name, column]) => columnRow(`${entity}.${name}`, column)),
    '',
  ];
}

function routeTable(): string[] {
  return [
    '| route | entities of a row | default order |',
    '|---|---|---|',
    ...browseRoutes.map(
      ({ path, base, blocks }) =>
        `| \`POST /v0/${path}/browse\` | ${Object.keys(blocks)
          .map(entity => `\`${entity}\``)
          .join(', ')} | \`${base}.createdAt\` |`,
    ),
    '',
  ];
}

const operators = Object.entries(valueOperators).map(
  ([type, names]) => `| ${type} | ${names.map(name => `\`${name}\``).join(', ')} |`,
);

const opening = [
  '# Browse',
  '',
  'Read what the searches found, as rows: choose columns, filter, sort, search, total, and page. You see the ' +
    'rows of the projects your key can see.',
  'Each row is nested by entity: the visit, its patient, its site, and who paid.',
  '',
  '## What you need',
  '',
  '- A role with `ViewClinicalData`. Without `ViewPatients`, rows have no `patient` block; without `ViewProjects`, no ' +
    '`project` block. A request that uses such a block is 403.',
  '- `$API` and `call` from the [quickstart](quickstart.md#set-up). The examples use its patient.',
  '',
  '## Routes',
  '',
  ...routeTable(),
  '## Your first browse',
  '',
  'Every part of the request is optional. `{}` answers all rows with all columns.',
  '',
  '```sh',
  'call "$API/v0/visits/browse" -d \'{',
  '  "where": { "patient": { "id": [{ "equals": "case-4711" }] } },',
  '  "select": { "visit": { "ref": true, "kind": true }, "site": { "id": true, "name": true }, ' +
    '"patient": {}, "payor": {}, "company": {}, "project": {} },',
  '  "orderBy": [{ "visit": { "earliestServiceDate": "asc" } }],',
  '  "aggregate": { "visit": { "count": true, "sum": { "chargeAmount": true } } },',
  '  "take": 2',
  "}'; echo",
  '```',
  '',
  'The answer has `table` (the rows), `aggregate` (the totals), and `total` (how many rows match, on all pages).',
  "If `table` is empty, check the patient's [search status](searches.md#search-status).",
  '',
  '## CSV',
  '',
  'With `Accept: text/csv`, you get the rows as CSV for a spreadsheet:',
  '',
  '```sh',
  "call \"$API/v0/diagnoses/browse\" -H 'Accept: text/csv' -d '{",
  '  "select": { "diagnosis": { "code": true, "description": true }, "visit": {}, "patient": { ' +
    '"id": true }, "site": {}, "payor": {}, "company": {}, "project": {} },',
  '  "take": 5',
  "}'",
  '```',
  '',
];

const rules = [
  '## Columns: `select`',
  '',
  '- A block that you leave out is included in full. In a block that you send, only columns set to `true` are included. ' +
    '`{}` includes none of them.',
  "- A column that isn't included is absent, not null. A block without columns is absent.",
  '',
  '## Filters: `where`',
  '',
  'For each entity and column, send a list of filters. A row must match all of them.',
  '',
  '| column type | operators with one value |',
  '|---|---|',
  ...operators,
  '',
  '- `in` and `notIn` take a list, for every type. An empty list matches nothing.',
  '- `"isNull"` and `"isNotNull"` replace a filter object, if the column can be NULL.',
  '- `equals`, `notEquals`, `in`, and `notIn` compare exactly: case and accents matter.',
  "- `contains`, `startsWith`, and `endsWith` match part of a text. Case and accents don't matter, and neither does the " +
    "form of a character: `’` is `'`, `–` is `-`, `½` is ` 1/2`. `%`, `_`, and `\\` have no special meaning. An empty " +
    "text matches every text that isn't NULL.",
  '- NULL differs from every value: `notEquals` and `notIn` match it. Of the other operators, only `isNull` does.',
  '- You can send decimals as text, so every digit counts: `{ "gt": "99.90" }`. They compare as numbers: `100` equals ' +
    '`100.00`.',
  '- Dates are calendar days, without a time zone. Instants need one: `2026-01-01T10:00:00+02:00`. They have microsecond ' +
    'precision.',
  '',
  'An invalid filter is 400, and the error names its place: `where.visit.reason[0]`. Unknown fields are 400 too.',
  '',
  '## Search: `search`',
  '',
  "Finds rows with this text in a column marked *searched* below. Case and accents don't matter, and wildcards have no " +
    'special meaning.',
  'Rows must also match the filters. An empty search matches every row. The text is matched as a whole, with its spaces: not ' +
    'word by word, and not across two columns.',
  '',
  '## Order: `orderBy`',
  '',
  '- Each entry names one column and its direction: `{ "visit": { "earliestServiceDate": "desc" } }`. Entries apply in ' +
    'their order.',
  '- Equal rows are sorted by their own ID, so pages neither lose nor repeat a row. Without `orderBy`, rows are in the ' +
    'order they were found.',
  '- NULL is last in `asc` and first in `desc`. Texts are sorted by their Unicode code points: uppercase before lowercase.',
  '',
  '## Totals: `aggregate`',
  '',
  "- Totals cover all rows that match; `take` and `skip` don't change them. The answer has the shape of the request.",
  "- `count` of an entity: how many rows have it. A row of a visit that nobody paid for has no payor, so it isn't " +
    'counted for `payor`.',
  '- `sum`, `avg`, `min`, and `max` of columns marked *totaled*. They cover rows: a visit with two procedures counts ' +
    'twice among procedures. NULL is left out; if no value remains, the result is null.',
  '- Decimals are text with all their digits. Whole numbers are numbers. `avg` is a decimal, rounded to six places, ' +
    'without trailing zeros.',
  '- CSV has no totals: request JSON.',
  '',
  '## Pages: `take` and `skip`',
  '',
  `- \`take\` is at most ${count(browseLimits.takeMax)}, \`skip\` at most ` +
    `${count(browseLimits.skipMax)}. ` +
    'Without `take`, you get every match. Rows are streamed without `take`, and for more than 1,000 rows.',
  "- If an answer breaks off, you notice: the JSON isn't valid without its end, and the connection is reset. With CSV, you " +
    'see the reset.',
  '- To read very many rows, filter by `createdAt` instead of using a large `skip`: `{ "gte": "<the last value you have>" }`, ' +
    'and leave out the IDs you already have.',
  '',
  '## Limits',
  '',
  '| what | at most |',
  '|---|---|',
  `| filters per column, per request | ${browseLimits.filtersOfColumnMax}, ${browseLimits.filtersMax} |`,
  `| \`contains\`, \`startsWith\`, and \`endsWith\` filters | ${browseLimits.substringsMax} |`,
  `| values in a list, in all lists of a request | ${count(browseLimits.listMax)}, ` +
    `${count(browseLimits.listedMax)} |`,
  `| entries of \`orderBy\` | ${browseLimits.ordersMax} |`,
  `| characters of a value, of \`search\` | ${browseLimits.textMax}, ${browseLimits.searchMax} |`,
  '',
  'Only a few requests of a company run at once. Another one waits a second, and then gets 429. A request that takes too long ' +
    'gets 504: narrow it, ideally by a patient, a project, or dates. If you close the connection, the request is stopped.',
  '',
  '## Fast requests',
  '',
  'These stay fast for a company with many rows:',
  '',
  "- a patient's rows in the order of their day",
  '- a page in the order rows were found, of the company or of one project',
  '- a range of days',
  '- `visit.ref`, `site.id`, and codes (`procedure.code`, `diagnosis.code`, `prescriptionFill.rxNormCode`, ' +
    '`labResult.loincCode`) by `equals` and `in`',
  '- a search, or part of a searched column, of at least three letters that few rows have',
  '',
];

/** Returns the page `docs/guides/browse.md`, from the catalogue. */
export function browsePage(): string {
  const own: ReadonlyArray<readonly [BrowseRoute, readonly string[]]> = [
    [visitRoute, ['visit', 'patient', 'site', 'payor', 'company', 'project']],
    [procedureRoute, ['procedure']],
    [diagnosisRoute, ['diagnosis']],
    [prescriptionFillRoute, ['prescriptionFill']],
    [labResultRoute, ['labResult']],
  ];
  return [
    ...opening,
    ...rules,
    '## All columns',
    '',
    'A row without a payor has all columns of `payor`, and each is null. Prescription fills and lab results can have ' +
      'no visit: then the columns of `visit`, `site`, and `payor` are null.',
    '',
    ...own.flatMap(([route, entities]) => entities.flatMap(entity => entityTable(route, entity))),
  ].join('\n');
}

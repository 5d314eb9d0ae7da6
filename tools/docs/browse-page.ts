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
    ...(isNumeric(column) ? ['summed up'] : []),
  ];
  return `| \`${name}\` | ${column.type} | ${marks.join(', ')} | ${column.description} |`;
}

/** The columns of an entity, as the row that it belongs to has them. */
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
    '| route | a row has | in order of |',
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
  'What the searches found, as rows: choose columns, filter, order, search, sum up, page. You see ' +
    'the rows of the projects that your key sees,',
  'and no others. Each row is nested by entity: the visit, whose it is, where it was, who paid.',
  '',
  ...routeTable(),
  'Your role needs the permission `ViewClinicalData`. Without `ViewPatients` the block `patient` is ' +
    'not there, without `ViewProjects` not `project`; to ask by one is 403.',
  '',
  'Every part of the request may be left out. `{}` answers all rows with all columns.',
  '',
  '```sh',
  'curl -sS $api/v0/visits/browse -H "authorization: Bearer $key" -H "content-type: application/json" -d \'{',
  '  "where": { "patient": { "id": [{ "equals": "case-4711" }] }, "project": { "id": [{ "equals": ' +
    '"demo-sandbox" }] } },',
  '  "select": { "visit": { "ref": true, "kind": true }, "site": { "id": true, "name": true }, ' +
    '"patient": {}, "payor": {}, "company": {}, "project": {} },',
  '  "orderBy": [{ "visit": { "earliestServiceDate": "asc" } }],',
  '  "aggregate": { "visit": { "count": true, "sum": { "chargeAmount": true } } },',
  '  "take": 2',
  "}'; echo",
  '```',
  '',
  'The answer has `table` (the rows), `aggregate` (what was summed up) and `total` (how many rows ' +
    'match, whatever the page).',
  'With `Accept: text/csv` the rows come as CSV, for a spreadsheet:',
  '',
  '```sh',
  'curl -sS $api/v0/diagnoses/browse -H "authorization: Bearer $key" -H "content-type: ' +
    'application/json" -H "accept: text/csv" -d \'{',
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
  '- A block that you leave out is shown whole. In a block that is there, only what is `true` is ' +
    'shown. `{}` shows nothing of it.',
  '- What is not shown is absent, not null. A block that shows nothing is absent.',
  '',
  '## Filters: `where`',
  '',
  'Entity to column to a list of filters. All of them must hold.',
  '',
  '| type of the column | operators with one value |',
  '|---|---|',
  ...operators,
  '',
  '- `in` and `notIn` take a list, on every type. Nothing is in an empty list.',
  '- `"isNull"` and `"isNotNull"` stand in place of a filter, where a column can be NULL.',
  '- `equals`, `notEquals`, `in` and `notIn` compare to the letter: capitals and accents count.',
  '- `contains`, `startsWith` and `endsWith` look for a part of a text: capitals and accents do not ' +
    "count (nor the form of a sign: `’` is `'`, `–` is `-`, `½` is ` 1/2`). `%`, `_` and `\\` stand " +
    'for themselves. An empty part is in every text that is not NULL.',
  '- NULL is another than any value: `notEquals` and `notIn` hold for it. No other operator but ' +
    '`isNull` does.',
  '- Decimals may be sent as text, so that every digit counts: `{ "gt": "99.90" }`. They compare as ' +
    'numbers: `100` is `100.00`.',
  '- Dates are days of the calendar, without a time zone. Instants need one: ' +
    '`2026-01-01T10:00:00+02:00`. They go to the microsecond.',
  '',
  'A filter that does not fit is 400, and names its place: `where.visit.reason[0]`. So is anything ' +
    'that is not known.',
  '',
  '## Search: `search`',
  '',
  'A part of a text that some column of the row has, of those marked *searched* below. Capitals and ' +
    'accents do not count, wildcards stand for themselves.',
  'It holds beside the filters. An empty search finds every row. The text is looked for as it is, ' +
    'blanks included: not word by word, and not across two columns.',
  '',
  '## Order: `orderBy`',
  '',
  '- Each entry names one column and its direction: `{ "visit": { "earliestServiceDate": "desc" } ' +
    '}`. They are applied in their order.',
  '- Rows that are equal come in the order of their own id, so that pages neither lose nor repeat ' +
    'one. Without `orderBy` the order is that of discovery.',
  '- NULL comes last in `asc` and first in `desc`. Texts are ordered by their characters’ numbers ' +
    'in Unicode: capitals before small letters.',
  '',
  '## Sums: `aggregate`',
  '',
  '- Numbers over all rows that match; `take` and `skip` do not change them. The answer has the ' +
    'shape of the question.',
  '- `count` of an entity: how many rows have it. A row whose visit nobody paid for has no payor, ' +
    'so it does not count for `payor`.',
  '- `sum`, `avg`, `min`, `max` of columns marked *summed up*. They go over rows: a visit with two ' +
    'procedures counts twice among procedures. NULL is left out; where no value is left they are ' +
    'null.',
  '- Decimals come as text with all their digits. Whole numbers come as numbers. `avg` is a ' +
    'decimal, rounded to six places, without zeros at its end.',
  '- CSV has no place for them: ask for JSON.',
  '',
  '## Pages: `take` and `skip`',
  '',
  `- \`take\` is at most ${count(browseLimits.takeMax)}, \`skip\` at most ` +
    `${count(browseLimits.skipMax)}. ` +
    'Without `take` you get every match. Rows are streamed without `take`, and for more than 1,000 rows.',
  '- An answer that breaks off is cut, never short: without its end it is not valid JSON, and its ' +
    'connection was reset. Of CSV you see the reset.',
  '- To walk through very many rows, filter by `createdAt` in place of a large `skip`: `{ "gte": ' +
    '"<the last one you have>" }`, and leave out the ids that you know.',
  '',
  '## Limits',
  '',
  '| what | at most |',
  '|---|---|',
  `| filters of a column, of a request | ${browseLimits.filtersOfColumnMax}, ${browseLimits.filtersMax} |`,
  `| of these \`contains\`, \`startsWith\`, \`endsWith\` | ${browseLimits.substringsMax} |`,
  `| values of a list, of all lists of a request | ${count(browseLimits.listMax)}, ` +
    `${count(browseLimits.listedMax)} |`,
  `| entries of \`orderBy\` | ${browseLimits.ordersMax} |`,
  `| characters of a value, of \`search\` | ${browseLimits.textMax}, ${browseLimits.searchMax} |`,
  '',
  'Only a few requests of a company run at once; one more waits a second, then it is answered 429. ' +
    'One that takes too long is answered 504: narrow it, best by a patient, a project or dates. When ' +
    'you close the connection, the work on it ends.',
  '',
  '## What is quick',
  '',
  'These need no longer for a company with many rows: a patient’s rows in the order of their day; a ' +
    'page in the order of discovery, of the company or of one project; a range of days; `visit.ref`, ' +
    '`site.id` and codes (`procedure.code`, `diagnosis.code`, `prescriptionFill.rxNormCode`, ' +
    '`labResult.loincCode`) by `equals` and `in`; a search, and a part of a searched column, of three ' +
    'letters or more that few rows have.',
  '',
];

/** The page `docs/guides/browse.md`, from the catalogue. */
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
    'A row that has no payor has all columns of `payor`, and each is null. Prescription fills and ' +
      'lab results may have no visit: then the columns of `visit`, `site` and `payor` are null.',
    '',
    ...own.flatMap(([route, entities]) => entities.flatMap(entity => entityTable(route, entity))),
  ].join('\n');
}

import { isFoundByBeginning, isNumeric, type Column } from '../../src/browse/catalogue/column';
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
import { idBeginningMin } from '../../src/browse/compile/search-values';
import { browseLimits } from '../../src/browse/request/limits';

const count = (value: number): string => value.toLocaleString('en-US');

function columnRow(name: string, column: Column): string {
  const marks = [
    ...(column.isNullable ? ['can be null'] : []),
    ...(isFoundByBeginning(column) ? ['searched from its beginning'] : []),
    ...(isNumeric(column) ? ['numeric'] : []),
  ];
  return `| \`${name}\` | ${column.type} | ${marks.join(', ')} | ${column.description} |`;
}

/** Returns the columns of an entity, as the rows of the route have them. */
function entityTable(route: BrowseRoute, entity: string): string[] {
  const columns = Object.entries(route.blocks[entity]?.columns ?? {});
  return [
    `### \`${entity}\``,
    '',
    '| Column | Type | Notes | Description |',
    '|---|---|---|---|',
    ...columns.map(([name, column]) => columnRow(`${entity}.${name}`, column)),
    '',
  ];
}

function routeTable(): string[] {
  return [
    '| Route | A row has | Sorted by |',
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
  'Read the clinical data that searches found as rows: choose columns, filter, sort, search, aggregate, and page. You see the ' +
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
  'The answer has `table` (the rows), `aggregate` (the numbers you requested), and `total` (how many rows match, on all pages).',
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
  '- An entity you leave out returns all its columns. In an entity you send, only columns set to ' +
    '`true` are returned. `{}` returns none.',
  '- Columns that are not returned are absent, not null. An entity without returned columns is absent, too.',
  '',
  '## Filters: `where`',
  '',
  'List the filters of each column, by entity. A row must match all of them.',
  '',
  '| Column type | Operators with one value |',
  '|---|---|',
  ...operators,
  '',
  '- `in` and `notIn` take a list, on every type. An empty list contains nothing.',
  '- Send `"isNull"` or `"isNotNull"` instead of a filter on a column that can be null.',
  '- `equals`, `notEquals`, `in`, and `notIn` compare exactly, including case and accents.',
  '- `contains`, `startsWith`, and `endsWith` ignore case and accents, and the form of a character: ' +
    "`’` is `'`, `–` is `-`, `½` is ` 1/2`. `%`, `_`, and `\\` are ordinary characters. Every text that " +
    "isn't null contains the empty text.",
  '- Null differs from every value, so `notEquals` and `notIn` match it. Of the other operators, only ' +
    '`isNull` does.',
  '- Send a decimal as text if every digit counts: `{ "gt": "99.90" }`. Decimals compare as numbers: ' +
    '`100` is `100.00`.',
  '- A date is a calendar date without a time zone. An instant needs one: ' +
    '`2026-01-01T10:00:00+02:00`. Instants are exact to the microsecond.',
  '',
  "A filter that doesn't fit is 400, and the error names its place: `where.visit.reason[0]`. Unknown " +
    'fields are 400, too.',
  '',
  '## Search: `search`',
  '',
  'Finds rows where any column contains the text as the row shows it: `2021-05` finds a month, and `1714.89` ' +
    'an amount. Case and accents are ignored, and there are no wildcards.',
  'Columns marked *searched from its beginning* below are found only by how their value begins: an ID by ' +
    `${idBeginningMin} characters or more, an instant by a whole day, hour, minute, or second ` +
    '(`2026-01-01T10`), in UTC.',
  'Filters apply, too. An empty search matches every row. The text is searched as a whole, including ' +
    'its spaces: not word by word, and not across two columns.',
  '',
  '## Sorting: `orderBy`',
  '',
  '- Each entry names one column and its direction: `{ "visit": { "earliestServiceDate": "desc" } }`. ' +
    'Entries apply in order.',
  '- Rows that are equal are sorted by their ID, so pages neither lose nor repeat a row. Without ' +
    '`orderBy`, rows are in the order we found them.',
  '- Null is last in `asc` and first in `desc`. Text is sorted by Unicode code points: uppercase before ' +
    'lowercase.',
  '',
  '## Aggregates: `aggregate`',
  '',
  '- Numbers over all rows that match; `take` and `skip` make no difference. The answer has the form ' +
    'of the request.',
  '- `count` of an entity: how many rows have it. A visit that nobody paid for has no payor, so it ' +
    "doesn't count for `payor`.",
  '- `sum`, `avg`, `min`, and `max` of columns marked *numeric*. They cover rows: a visit with two ' +
    'procedures counts twice among procedures. Null values are left out. Without any value, the result ' +
    'is null.',
  '- Decimals are text with all their digits. Integers are numbers. `avg` is a decimal, rounded to ' +
    'six places, without trailing zeros.',
  '- CSV has no aggregates. Request JSON.',
  '',
  '## Pages: `take` and `skip`',
  '',
  `- \`take\` is at most ${count(browseLimits.takeMax)}, \`skip\` at most ` +
    `${count(browseLimits.skipMax)}. ` +
    'Without `take`, you get every match. Rows are streamed without `take`, and for more than 1,000 rows.',
  '- If an answer breaks off, the connection is reset. JSON without its end is not valid, so you ' +
    'notice. With CSV, you only see the reset.',
  '- To read very many rows, filter by `createdAt` instead of using a large `skip`: `{ "gte": "<the ' +
    'last one you have>" }`, and leave out the IDs you already have.',
  '',
  '## Limits',
  '',
  '| Limit | At most |',
  '|---|---|',
  `| Filters of a column, of a request | ${browseLimits.filtersOfColumnMax}, ${browseLimits.filtersMax} |`,
  `| \`contains\`, \`startsWith\`, and \`endsWith\` filters | ${browseLimits.substringsMax} |`,
  `| Values in a list, in all lists of a request | ${count(browseLimits.listMax)}, ` +
    `${count(browseLimits.listedMax)} |`,
  `| Entries of \`orderBy\` | ${browseLimits.ordersMax} |`,
  `| Characters of a value, of \`search\` | ${browseLimits.textMax}, ${browseLimits.searchMax} |`,
  '',
  'Only a few browse requests of a company run at once. Another one waits for a second, and then it ' +
    'is 429. A request that takes too long is 504: narrow it, preferably by patient, project, or date. ' +
    'If you close the connection, the request ends.',
  '',
  '## Fast queries',
  '',
  "These stay fast for a company with many rows: a patient's rows sorted by date; a page in the order " +
    'we found the rows, of the company or of one project; a range of dates; `visit.ref`, `site.id`, and ' +
    'codes (`procedure.code`, `diagnosis.code`, `prescriptionFill.rxNormCode`, `labResult.loincCode`) ' +
    'with `equals` and `in`; and a search, or a part of a column, of three or more letters that few ' +
    'rows contain. A search that very many rows match takes as long as counting them: the name of a large ' +
    'project, a sex, or one or two characters.',
  '',
];

/** Returns the page `docs/guides/browse.md`, built from the catalogue. */
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
    'A row without a payor has every column of `payor`, and each is null. Prescription fills and lab ' +
      'results can be without a visit: then the columns of `visit`, `site`, and `payor` are null.',
    '',
    ...own.flatMap(([route, entities]) => entities.flatMap(entity => entityTable(route, entity))),
  ].join('\n');
}

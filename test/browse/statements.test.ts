/** The SQL of typical queries, checked in: a change of it is seen, and read, before it is shipped. */
import { browseRoutes } from '../../src/browse/catalogue/routes';
import { searchTables, searchVisits, type SearchedTables } from '../../src/browse/compile/search-condition';
import { compileBrowse } from '../../src/browse/compile/statements';
import { browseRequestSchema } from '../../src/browse/request/request-schema';
import { typicalQueries } from '../support/browse/typical-queries';

const uid = (last: number): string => `01936f2e-0000-7000-8000-00000000000${last}`;
const scope = {
  companyUid: uid(1),
  environment: 'production',
  membershipUid: uid(2),
  seesAllProjects: true,
} as const;
const found: SearchedTables = { sites: [uid(3)], payors: [], patients: 'many', visits: [uid(4), uid(5)] };

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** One line for each part, and the values below. */
function shown({ text, values }: Statement): string {
  const broken = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=(?:from|where|join|left join|cross join|order by|limit|offset) )/g, '\n  ');
  return `${broken}\n${values.map((value, index) => `$${index + 1} = ${JSON.stringify(value)}`).join('\n')}`;
}

test.each(typicalQueries)('%s', (_, path, body) => {
  const route = browseRoutes.find(one => one.path === path);
  if (route === undefined) throw new Error(`there is no route ${path}`);
  const query = browseRequestSchema(route).parse(body);
  const statements = compileBrowse(route, scope, query, found);
  expect(shown(statements.page(query.take ?? 1_001))).toMatchSnapshot('page');
  expect(shown(statements.rows(query.take))).toMatchSnapshot('rows');
  expect(shown(statements.numbers())).toMatchSnapshot('numbers');
});

test('what a search finds first', () => {
  expect(shown(searchTables(scope, '50%'))).toMatchSnapshot('sites, payors and patients');
  expect(shown(searchVisits(scope, '50%', found))).toMatchSnapshot('visits');
});

test.each([
  ['a member of some projects', { ...scope, seesAllProjects: false }],
  ['a sandbox key', { ...scope, environment: 'sandbox' as const }],
])('%s is bound, and changes no other part of a statement', (_, other) => {
  for (const [, path, body] of typicalQueries) {
    const route = browseRoutes.find(one => one.path === path);
    if (route === undefined) throw new Error(`there is no route ${path}`);
    const query = browseRequestSchema(route).parse(body);
    const mine = compileBrowse(route, scope, query, found);
    const theirs = compileBrowse(route, other, query, found);
    for (const [one, another] of [
      [mine.page(10), theirs.page(10)],
      [mine.rows(10), theirs.rows(10)],
      [mine.numbers(), theirs.numbers()],
    ] as const) {
      // A key that sees every project keeps the index by project out; the predicate itself is the same.
      const plain = (text: string): string => text.replaceAll(/[()]| is true|\s+/g, '');
      expect(plain(one.text)).toBe(plain(another.text));
      // No statement is without the tenant.
      expect(one.values.filter(value => value === scope.companyUid).length).toBeGreaterThanOrEqual(2);
    }
  }
});

test('no value of a request is in the text of a statement', () => {
  const marked = 'Zqx-marked';
  for (const route of browseRoutes) {
    const text = Object.entries(route.blocks).flatMap(([entity, { columns }]) =>
      Object.entries(columns)
        .filter(([, column]) => column.type === 'text')
        .map(([field]) => [entity, field] as const),
    );
    for (const [entity, field] of text) {
      const where = { [entity]: { [field]: [{ equals: marked }, { contains: marked }, { in: [marked] }] } };
      const query = browseRequestSchema(route).parse({ where, search: marked });
      const statements = compileBrowse(route, scope, query, {
        ...found,
        sites: 'many',
        payors: 'many',
        visits: 'many',
      });
      for (const { text: sql } of [statements.page(5), statements.rows(5), statements.numbers()])
        expect(sql).not.toContain('Zqx');
    }
  }
});

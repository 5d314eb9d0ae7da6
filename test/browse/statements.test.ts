/** The SQL of typical queries, checked in: a change of it is seen, and read, before it is shipped. */
import { browseRoutes, type BrowseRoute } from '../../src/browse/catalogue/routes';
import { bind, prepare, type Asked } from '../../src/browse/compile/parameter';
import { searchTables, searchVisits } from '../../src/browse/compile/search-condition';
import type { SearchedTables } from '../../src/browse/compile/searched-tables';
import { keyOfShape, shapeOf } from '../../src/browse/compile/shape';
import { compileBrowse } from '../../src/browse/compile/statements';
import { browseRequestSchema } from '../../src/browse/request/request-schema';
import type { TextStatement } from '../../src/store/text-query';
import { typicalQueries } from '../support/browse/typical-queries';

const uid = (last: number): string => `01936f2e-0000-7000-8000-00000000000${last}`;
const scope = {
  companyUid: uid(1),
  environment: 'production',
  membershipUid: uid(2),
  seesAllProjects: true,
} as const;
const found: SearchedTables = { sites: [uid(3)], payors: [], patients: 'many', visits: [uid(4), uid(5)] };

/** One line for each part, and the values below. */
function shown({ text, values }: TextStatement): string {
  const broken = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=(?:from|where|join|left join|cross join|order by|limit|offset) )/g, '\n  ');
  return `${broken}\n${values.map((value, index) => `$${index + 1} = ${JSON.stringify(value)}`).join('\n')}`;
}

function routeOf(path: string): BrowseRoute {
  const route = browseRoutes.find(one => one.path === path);
  if (route === undefined) throw new Error(`there is no route ${path}`);
  return route;
}

function askedOf(route: BrowseRoute, body: object, other: Partial<Asked> = {}): Asked {
  return { scope, searched: found, query: browseRequestSchema(route).parse(body), ...other };
}

interface Statements {
  readonly page: TextStatement;
  readonly rows: TextStatement;
  readonly numbers: TextStatement;
  readonly found: TextStatement;
  readonly shown: TextStatement;
}

const names = ['page', 'rows', 'numbers', 'found', 'shown'] as const;

function statementsOf(route: BrowseRoute, asked: Asked): Statements {
  const statements = compileBrowse(shapeOf(route, asked));
  return {
    page: bind(statements.page(), asked),
    rows: bind(statements.rows(), asked),
    numbers: bind(statements.numbers(), asked),
    found: bind(statements.found(), asked),
    shown: bind(statements.shown(), asked),
  };
}

test.each(typicalQueries)('%s', (_, path, body) => {
  const route = routeOf(path);
  const { page, rows, numbers } = statementsOf(route, askedOf(route, body));
  expect(shown(page)).toMatchSnapshot('page');
  expect(shown(rows)).toMatchSnapshot('rows');
  expect(shown(numbers)).toMatchSnapshot('numbers');
});

test('a page that is looked for by a part of a text is found first, and shown then', () => {
  const route = routeOf('visits');
  const asked = askedOf(
    route,
    { search: '50%', take: 2, select: { visit: { ref: true } } },
    { found: [uid(6), uid(7)] },
  );
  const statements = compileBrowse(shapeOf(route, asked));
  expect(shown(bind(statements.found(), asked))).toMatchSnapshot('found');
  expect(shown(bind(statements.shown(), asked))).toMatchSnapshot('shown');
});

test('a page of which all that was searched is named is found among all that match', () => {
  const route = routeOf('procedures');
  const searched = { sites: [uid(3)], payors: [], patients: [uid(6)], visits: [uid(4), uid(5)] };
  const asked = askedOf(route, { search: '50%', take: 2, skip: 2 }, { searched });
  expect(shown(bind(compileBrowse(shapeOf(route, asked)).found(), asked))).toMatchSnapshot('found');
});

test('what a search finds first', () => {
  const asked = askedOf(routeOf('procedures'), { search: '50%' });
  expect(shown(bind(searchTables, asked))).toMatchSnapshot('sites, payors and patients');
  const visits = searchVisits({ sites: 'named', payors: 'none' });
  expect(shown(bind(visits, asked))).toMatchSnapshot('visits');
});

test.each([
  ['a member of some projects', { ...scope, seesAllProjects: false }],
  ['a sandbox key', { ...scope, environment: 'sandbox' as const }],
])('%s is bound, and changes no other part of a statement', (_, other) => {
  for (const [, path, body] of typicalQueries) {
    const route = routeOf(path);
    const mine = statementsOf(route, askedOf(route, body));
    const theirs = statementsOf(route, askedOf(route, body, { scope: other }));
    for (const name of names) {
      // A key that sees every project keeps the index by project out; the predicate itself is the same.
      const plain = (text: string): string => text.replaceAll(/[()]|coalesce|, false|\s+/g, '');
      expect(plain(mine[name].text)).toBe(plain(theirs[name].text));
      // No statement is without the tenant: neither the rows nor the projects that they are in.
      const tenant = mine[name].values.indexOf(scope.companyUid) + 1;
      expect(mine[name].text).toContain(`project.company_uid = $${tenant}\n`);
      expect(mine[name].text).toMatch(
        new RegExp(`where (coalesce\\()?\\w+\\.company_uid = \\$${tenant}::uuid`),
      );
    }
  }
});

test('no value of a request is in the text of a statement', () => {
  const marked = 'Zqx-marked';
  for (const route of browseRoutes) {
    const texts = Object.entries(route.blocks).flatMap(([entity, { columns }]) =>
      Object.entries(columns)
        .filter(([, column]) => column.type === 'text')
        .map(([field]) => [entity, field] as const),
    );
    for (const [entity, field] of texts) {
      const where = { [entity]: { [field]: [{ equals: marked }, { contains: marked }, { in: [marked] }] } };
      const searched = { ...found, sites: 'many', payors: 'many', visits: 'many' } as const;
      const asked = askedOf(route, { where, search: marked }, { searched });
      for (const { text } of Object.values(statementsOf(route, asked))) expect(text).not.toContain('Zqx');
    }
  }
});

test('a statement that holds a value is not made: it would be another caller’s the next time', () => {
  expect(() => prepare({ strings: ['select ', ''], values: ['a value'] })).toThrow(TypeError);
});

/** Two browses of one shape, each by another caller and with other values. */
function alike(route: BrowseRoute): readonly [Asked, Asked] {
  const body = (mark: string) => ({
    where: {
      patient: { id: [{ equals: `${mark}-id` }, { in: [`${mark}-in`] }], lastName: [{ contains: mark }] },
    },
    search: `${mark}-search`,
    take: mark.length,
    skip: 10 * mark.length,
  });
  const theirs = { ...scope, companyUid: uid(8), membershipUid: uid(9), environment: 'sandbox' } as const;
  const searched = { ...found, sites: [uid(6), uid(7)], visits: [uid(8)] };
  return [askedOf(route, body('mine')), askedOf(route, body('theirs'), { scope: theirs, searched })];
}

test.each(browseRoutes.map(route => [route.path, route] as const))(
  '%s: browses of one shape share their texts, and each has its own values alone',
  (_, route) => {
    const [mine, theirs] = alike(route);
    expect(keyOfShape(shapeOf(route, mine))).toBe(keyOfShape(shapeOf(route, theirs)));
    const compiled = compileBrowse(shapeOf(route, mine));
    const own = statementsOf(route, theirs);
    for (const name of names) {
      const shared = bind(compiled[name](), theirs);
      expect(shared).toEqual(own[name]);
      expect(JSON.stringify(shared.values)).not.toMatch(/mine/);
      expect(shared.values).not.toContain(scope.companyUid);
      expect(shared.values).not.toContain(scope.membershipUid);
    }
  },
);

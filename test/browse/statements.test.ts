import { browseRoutes, columnsOf } from '../../src/browse/catalogue/routes';
import type { Asked } from '../../src/browse/compile/asked';
import { searchTables, searchVisits } from '../../src/browse/compile/search-condition';
import {
  numbersStatement,
  shownStatement,
  streamStatement,
  uidsStatement,
} from '../../src/browse/compile/statements';
import { browseRequestSchema } from '../../src/browse/request/request-schema';

const uid = (last: number): string => `01936f2e-0000-7000-8000-00000000000${last}`;
const scope = {
  companyUid: uid(1),
  environment: 'production',
  membershipUid: uid(2),
  seesAllProjects: false,
} as const;

test('The text of a statement contains no value of the request and nothing of the caller', () => {
  const marked = 'Zqx-marked';
  for (const route of browseRoutes)
    for (const { entity, field } of columnsOf(route).filter(({ column }) => column.type === 'text'))
      for (const found of ['many', [uid(3)]] as const) {
        const where = { [entity]: { [field]: [{ equals: marked }, { contains: marked }, { in: [marked] }] } };
        const asked: Asked = {
          route,
          scope,
          query: browseRequestSchema(route).parse({ where, search: marked }),
          searched: { sites: found, payors: found, patients: found, projects: found, visits: found },
        };
        const piece = { limit: 25, offset: 0, isTurned: false };
        for (const { text } of [
          uidsStatement(asked, piece),
          streamStatement(asked),
          shownStatement(asked, [uid(4)]),
          numbersStatement(asked),
          searchTables(asked),
          searchVisits(asked, asked.searched),
        ])
          expect(text).not.toMatch(/Zqx|01936f2e|production/);
      }
});

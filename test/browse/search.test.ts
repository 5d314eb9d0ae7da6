import type { ApiWorld, TestCompany } from '../support/api-world';
import { startSeededWorld, type SeededWorld } from '../support/browse/seeded-world';
import { jane } from '../support/patients';
import { seededVisits, seedVisits } from '../support/seeded-visits';

let world: ApiWorld;
let company: TestCompany;
let browse: SeededWorld['browse'];
beforeAll(async () => {
  ({ world, company, browse } = await startSeededWorld());
  const [one] = seededVisits;
  if (one === undefined) throw new Error('there is no seeded visit');
  const form = { ...jane, firstName: 'Zoë', lastNames: ['Núñez-Øster'] };
  await seedVisits(world, company, { project: 'live', patientId: 'zoe.1', form }, [
    { ...one, ref: 'z1', reason: 'Straße' },
  ]);
});
afterAll(() => world.close());

async function refs(search: string, body: object = {}): Promise<unknown[]> {
  const { table, total } = await browse('visits', { search, orderBy: [{ visit: { ref: 'asc' } }], ...body });
  expect(total).toBe(table.length);
  return table.map(row => row['visit']?.['ref']);
}

const all = ['v1', 'v2', 'v3', 'v4', 'v5', 'z1'];

describe('a search finds a part of any searched column [BROWSE-11]', () => {
  test.each<[what: string, search: string, found: string[]]>([
    ['of the visit', 'chest', ['v1', 'v4']],
    ['of its reference', 'V4', ['v4']],
    ['of the site', 'harbor gen', ['v1', 'v2', 'v5', 'z1']],
    ['of its health system', 'MERCY HEALTH', ['v3', 'v4']],
    ['of its address', 'suite 3', ['v3', 'v4']],
    ['of its NPI', '1234567893', ['v3', 'v4']],
    ['of the payor', 'bay state', ['v1', 'v5', 'z1']],
    ['of the patient’s id', 'zoe.', ['z1']],
    ['of a name, whatever the accents', 'zoe', ['z1']],
    ['of a name with accents where there are none', 'Jañe', ['v1', 'v2', 'v3', 'v4', 'v5']],
    ['of a name, whatever the capitals', 'NÚÑEZ-ØS', ['z1']],
    ['of a name without its accents', 'nunez-oster', ['z1']],
    ['whose letters fold into two', 'STRASSE', ['z1']],
    ['with a wildcard that stands for itself', '50%', ['v3']],
    ['with an underscore that stands for itself', 'f_h', ['v3']],
    ['with a backslash', ':\\c', ['v4']],
    ['of one letter', '%', ['v3', 'v4']],
    ['with blanks, as it is', 'chest  pain', []],
    ['not across two columns', 'jane doe', []],
    ['that is nowhere', 'nowhere', []],
    ['that every text has', '', all],
    ['not of a kind', 'Telehealth', []],
    ['not of the project', 'live project', []],
  ])('%s', async (_, search, found) => {
    expect(await refs(search)).toEqual(found);
  });

  test('beside the filters, on a page, and in an answer that is sent while it is read', async () => {
    expect(await refs('harbor', { where: { visit: { kind: [{ equals: 'Office' }] } } })).toEqual(['v2']);
    const page = await browse('visits', { search: 'chest', take: 1, orderBy: [{ visit: { ref: 'asc' } }] });
    expect([page.table.length, page.total]).toEqual([1, 2]);
    expect(await refs('chest', { take: 10_000 })).toEqual(['v1', 'v4']);
  });

  test.each<[path: string, search: string, found: number]>([
    ['procedures', '71046', 1],
    ['procedures', 'resection', 1],
    ['procedures', 'harbor', 2],
    ['procedures', 'medicare', 1],
    ['procedures', 'chest pain', 2],
    ['procedures', 'doe', 3],
    ['diagnoses', 'angina', 1],
    ['diagnoses', '44054', 1],
    ['prescription-fills', 'nunez', 1],
    ['prescription-fills', '860975', 1],
    ['prescription-fills', 'AMOX', 1],
    ['prescription-fills', 'harbor', 1],
    ['prescription-fills', 'jane', 2],
    ['lab-results', '4548-4', 1],
    ['lab-results', 'negative', 1],
    ['lab-results', 'mercy', 1],
    ['lab-results', 'nobody', 0],
  ])('of %s for %s: %d', async (path, search, found) => {
    const { table, total } = await browse(path, { search });
    expect([table.length, total]).toEqual([found, found]);
  });
});

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
  const form = { ...jane, firstName: 'Zoë', lastNames: ['Núñez-Øster'], reference: 'Matter 4711/B' };
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

describe('Browse search [BROWSE-11]', () => {
  test.each<[what: string, search: string, found: string[]]>([
    ['the reason for a visit', 'chest', ['v1', 'v4']],
    ["a visit's reference", 'V4', ['v4']],
    ["a site's name", 'harbor gen', ['v1', 'v2', 'v5', 'z1']],
    ["a site's health system", 'MERCY HEALTH', ['v3', 'v4']],
    ["a site's address", 'suite 3', ['v3', 'v4']],
    ["a site's NPI", '1234567893', ['v3', 'v4']],
    ["a payor's name", 'bay state', ['v1', 'v5', 'z1']],
    ["a patient's id", 'zoe.', ['z1']],
    ["a patient's reference", 'MATTER 4711', ['z1']],
    ['a name with accents by a text without them', 'zoe', ['z1']],
    ['a name without accents by a text with them', 'Jañe', ['v1', 'v2', 'v3', 'v4', 'v5']],
    ['a name in other capitals', 'NÚÑEZ-ØS', ['z1']],
    ['a name without its accents', 'nunez-oster', ['z1']],
    ['a letter that folds into two', 'STRASSE', ['z1']],
    ['a percent sign as itself', '50%', ['v3']],
    ['an underscore as itself', 'f_h', ['v3']],
    ['a backslash as itself', ':\\c', ['v4']],
    ['one character', '%', ['v3', 'v4']],
    ['spaces only as they are', 'chest  pain', []],
    ['nothing across two columns', 'jane doe', []],
    ['nothing for a text that is nowhere', 'nowhere', []],
    ['every row for an empty text', '', all],
    ['the kind of a visit', 'telehealth', ['v4']],
    ['a day of service', '2021-05-10', ['v2', 'v3']],
    ['a month', '2022-12', ['v4']],
    ['an amount', '1714.8', ['v1', 'z1']],
    ["a site's phone number", '6175550100', ['v3', 'v4']],
    ["a payor's kind", 'commercial', ['v1', 'v5', 'z1']],
    ["a patient's sex", 'female', all],
    ["a patient's sex in letters that fold into others", 'mał', all],
    ['nothing for a letter that no sex has', 'mað', []],
    ["a patient's date of birth", '1984-02-2', all],
    ["a patient's date of birth with dashes from a letter", '1984–02–2', all],
    ["a patient's date of birth in full-width digits", '１984-02-2', all],
    ["the project's name", 'live project', all],
    ["the company's id", 'acme', all],
    ['the day that a visit was found', '2026-01-03', ['v3']],
    ['the hour that a visit was found', '2026-01-03t10', ['v3']],
    ['the millisecond that a visit was found', '2026-01-03T10:00:00.123Z', ['v3']],
    ['nothing for a day that does not exist', '2026-02-30', []],
  ])('finds %s', async (_, search, found) => {
    expect(await refs(search)).toEqual(found);
  });

  test('finds the beginning of an id, of eight characters or more', async () => {
    const { table } = await browse('visits', { search: 'telehealth' });
    const { visit, site } = table[0] ?? {};
    const [id, siteId] = [String(visit?.['id']), String(site?.['id'])];
    expect(await refs(id)).toEqual(['v4']);
    expect(await refs(id.toUpperCase())).toEqual(['v4']);
    expect(await refs(id.slice(0, 8))).toContain('v4');
    expect(await refs(siteId)).toEqual(['v3', 'v4']);
    expect(await refs(id.slice(1))).toEqual([]);
    expect(await refs(id.slice(0, 7))).toEqual([]);
  });

  test('combines with filters, pages, and streamed answers', async () => {
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
    ['procedures', 'cpt', 1],
    ['diagnoses', 'icd10cm', 1],
    ['lab-results', 'high', 1],
  ])('of %s for %s finds %d', async (path, search, found) => {
    const { table, total } = await browse(path, { search });
    expect([table.length, total]).toEqual([found, found]);
  });
});

/** Whole downloads of NPPES that are older than what is known, in any order of their files. */
import fc from 'fast-check';
import { Readable } from 'node:stream';
import { systemClock } from '../../../src/platform/clock';
import { runChange } from '../../../src/usecases/change';
import { importFiles, knowFiles, type ImportStep } from '../../../src/usecases/sites/directory-imports';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import {
  deactivated,
  endpointFile,
  mainFile,
  nameFile,
  npiOf,
  placeFile,
  type MainRow,
} from '../../support/nppes-files';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Imports files together, as a folder. @returns how much they changed */
async function bring(files: readonly NamedText[]): Promise<number> {
  const act = {
    principal: { kind: 'operator', name: 'olga' },
    requestId: null,
    event: 'site.import',
  } as const;
  const parts = { db: database.db, clock: systemClock, nudgeOutbox: () => undefined };
  const step: ImportStep = work => runChange(parts, act, work);
  const open = (text: string) => (): Readable => Readable.from([Buffer.from(text)]);
  const known = await knowFiles(files.map(({ name, text }) => ({ name, open: open(text) })));
  const changed = new Map<string, number>();
  for await (const { file, counts } of importFiles(step, known)) changed.set(file.name, counts.changed);
  return [...changed.values()].reduce((sum, count) => sum + count, 0);
}

/** Returns everything that the directory has of some organizations. */
async function contentOf(npis: readonly string[]): Promise<unknown> {
  const { db } = database;
  const columns = ['npi', 'place', 'name', 'system_name', 'address_line_1', 'address_line_2', 'phone', 'fax'];
  return {
    sites: await db('directory_site')
      .whereIn('npi', npis)
      .orderBy(['npi', 'place'])
      .select(...columns, 'updated_on', 'deactivated_on'),
    names: await db('directory_name').whereIn('npi', npis).orderBy(['npi', 'match_name']),
    endpoints: await db('directory_endpoint')
      .whereIn('npi', npis)
      .orderBy(['npi', 'kind', 'address'])
      .select('npi', 'kind', 'address', 'use', 'content'),
  };
}

/** What a download says of an organization. */
interface Said {
  readonly state: 'active' | 'deactivated' | 'abroad' | 'reactivated';
  readonly day: number;
  readonly variant: number;
  readonly places: readonly number[];
  readonly names: readonly number[];
  readonly endpoints: readonly number[];
}

const few = fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 3 });
const said: fc.Arbitrary<Said> = fc.record({
  state: fc.constantFrom('active', 'active', 'active', 'deactivated', 'abroad', 'reactivated'),
  day: fc.integer({ min: 10, max: 28 }),
  variant: fc.integer({ min: 1, max: 3 }),
  places: few,
  names: few,
  endpoints: few,
});

function mainRow(npi: string, month: string, { state, day, variant }: Said): MainRow {
  const on = `${month}/${day}/2026`;
  if (state === 'deactivated') return deactivated(npi, on);
  return {
    NPI: npi,
    'Last Update Date': state === 'reactivated' ? '01/01/2026' : on,
    'Provider Organization Name (Legal Business Name)': `CLINIC ${variant}`,
    'Provider Other Organization Name': `OTHER NAME ${variant}`,
    'Provider Business Practice Location Address Fax Number': `617555010${variant}`,
    ...(state === 'abroad' && {
      'Provider Business Practice Location Address Country Code (If outside U.S.)': 'CA',
    }),
    ...(state === 'reactivated' && { 'NPI Deactivation Date': '02/01/2026', 'NPI Reactivation Date': on }),
  };
}

/** Returns the four files of a month's download. Those of an NPI that isn't active list nothing. */
function download(
  month: string,
  hasDatedNames: boolean,
  organizations: ReadonlyArray<readonly [string, Said]>,
): NamedText[] {
  const active = organizations.filter(([, { state }]) => state === 'active' || state === 'reactivated');
  const name = (kind: string): string =>
    hasDatedNames ? `${kind}_pfile_20050523-2026${month}28.csv` : `${kind}.csv`;
  const phone = (npi: string, variant: number): string => `61755502${npi.slice(-1)}${variant}`;
  const places = active.flatMap(([npi, { places: numbers, variant }]) =>
    numbers.map(number => [
      npi,
      `${number} PIER RD`,
      '',
      'SALEM',
      'MA',
      '01970',
      'US',
      phone(npi, variant),
      '',
      '',
    ]),
  );
  return [
    { name: name('npidata'), text: mainFile(organizations.map(([npi, one]) => mainRow(npi, month, one))) },
    { name: name('pl'), text: placeFile(places) },
    {
      name: name('othername'),
      text: nameFile(
        active.flatMap(([npi, { names, variant }]) =>
          names.map(number => [npi, `NAME ${number}${variant === 1 ? ' INC' : ''}`] as const),
        ),
      ),
    },
    {
      name: name('endpoint'),
      text: endpointFile(
        active.flatMap(([npi, { endpoints }]) =>
          endpoints.map(number => [npi, 'DIRECT', `records${number}@clinic.example`] as const),
        ),
      ),
    },
  ];
}

let used = 2_000;

test('An older download changes nothing, in any order of its files, together or one at a time [REQUEST-23]', async () => {
  const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 });
  const way = fc.record({ isTogether: fc.boolean(), newer: order, older: order });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(said, said), { minLength: 1, maxLength: 4 }),
      way,
      async (pairs, how) => {
        const npis = pairs.map(() => npiOf((used += 1)));
        const of = (which: 0 | 1): Array<readonly [string, Said]> =>
          npis.flatMap((npi, index) => {
            const pair = pairs[index];
            return pair === undefined ? [] : [[npi, pair[which]] as const];
          });
        // Files without a date in their name are dated by the main file next to them.
        const older = download('09', !how.isTogether, of(0));
        const newer = download('10', !how.isTogether, of(1));
        const all = async (files: readonly NamedText[], sequence: readonly number[]): Promise<number> => {
          const sorted = sequence.flatMap(index => files[index] ?? []);
          if (how.isTogether) return bring(sorted);
          let changed = 0;
          for (const file of sorted) changed += await bring([file]);
          return changed;
        };
        await bring(newer);
        const known = await contentOf(npis);
        expect(await all(newer, how.newer)).toBe(0);
        expect(await all(older, how.older)).toBe(0);
        expect(await contentOf(npis)).toEqual(known);
      },
    ),
    { numRuns: 60 },
  );
}, 240_000);

test('A later download makes its changes after an older one, and a repeat changes nothing [REQUEST-23]', async () => {
  await fc.assert(
    fc.asyncProperty(said, said, fc.boolean(), async (before, after, hasDatedNames) => {
      const npi = npiOf((used += 1));
      await bring(download('09', hasDatedNames, [[npi, before]]));
      const newer = download('10', hasDatedNames, [[npi, after]]);
      await bring(newer);
      expect(await bring(newer)).toBe(0);
      const isActive = after.state === 'active' || after.state === 'reactivated';
      const found: ReadonlyArray<{ readonly name: string; readonly place: string }> = await database
        .db('directory_site')
        .where({ npi, deactivated_on: null })
        .select('name', 'place');
      expect(found.some(({ place }) => place === '')).toBe(isActive);
      if (!isActive) expect(found).toEqual([]);
      else {
        expect(found.every(({ name }) => name === `CLINIC ${after.variant}`)).toBe(true);
        expect(found.length).toBeGreaterThan(after.places.length);
      }
    }),
    { numRuns: 30 },
  );
}, 240_000);

test('A file without a known date only adds what no other file listed [REQUEST-23]', async () => {
  const [listed, unlisted] = [npiOf((used += 1)), npiOf((used += 1))];
  const one = { state: 'active', day: 12, variant: 2, names: [], endpoints: [] } as const;
  await bring(
    download('10', true, [
      [listed, { ...one, places: [1] }],
      [unlisted, { ...one, places: [] }],
    ]),
  );
  const known = await contentOf([listed]);
  const undated = download('09', false, [
    [listed, { ...one, variant: 3, places: [1, 2] }],
    [unlisted, { ...one, variant: 3, places: [1, 2] }],
  ]).filter(({ name }) => name === 'pl.csv');
  expect(await bring(undated)).toBe(2);
  expect(await contentOf([listed])).toEqual(known);
});

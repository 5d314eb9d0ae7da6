/** A directory the size of a state's, from generated files, in a real database. */
import { Readable } from 'node:stream';
import { systemClock } from '../../../src/platform/clock';
import { runChange } from '../../../src/usecases/change';
import {
  importFile,
  knowFiles,
  linesAtOnce,
  namedFaultsMax,
  type DirectoryFile,
  type ImportCounts,
  type ImportStep,
} from '../../../src/usecases/sites/directory-imports';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { mainFile, npiOf } from '../../support/nppes-files';

const organizations = 100_000;
const badEvery = 1_000;
const rowsAtOnce = 2_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/**
 * Returns a file of a hundred thousand organizations, generated while it is read; every thousandth has an
 * invalid NPI.
 */
function bigFile(fax: (number: number) => string): DirectoryFile {
  const chunk = (from: number): Buffer => {
    const rows = Array.from({ length: rowsAtOnce }, (_none, index) => {
      const number = from + index;
      return {
        NPI: number % badEvery === 0 ? '2000000000' : npiOf(number),
        'Provider Organization Name (Legal Business Name)': `CLINIC NUMBER ${number} INC`,
        'Provider First Line Business Practice Location Address': `${number} MAIN STREET`,
        'Provider Business Practice Location Address Fax Number': fax(number),
      };
    });
    const text = mainFile(rows);
    return Buffer.from(from === 0 ? text : text.slice(text.indexOf('\n') + 1));
  };
  const starts = Array.from({ length: organizations / rowsAtOnce }, (_none, index) => index * rowsAtOnce);
  return {
    name: 'npidata.csv',
    open: () =>
      Readable.from(
        (function* chunks() {
          for (const from of starts) yield chunk(from);
        })(),
        { objectMode: true, highWaterMark: 1 },
      ),
  };
}

interface Run {
  readonly counts: ImportCounts | undefined;
  readonly steps: number;
}

async function bring(file: DirectoryFile): Promise<Run> {
  const act = {
    principal: { kind: 'operator', name: 'olga' },
    requestId: null,
    event: 'site.import',
  } as const;
  const parts = { db: database.db, clock: systemClock, nudgeOutbox: () => undefined };
  const step: ImportStep = work => runChange(parts, act, work);
  const [known] = await knowFiles([file]);
  if (known === undefined) throw new TypeError('the file is not known');
  let counts: ImportCounts | undefined;
  let steps = 0;
  for await (counts of importFile(step, known, null)) steps += 1;
  return { counts, steps };
}

test('100,000 organizations are imported in parts, a repeat changes nothing, and a delta changes only its own [REQUEST-23]', async () => {
  const first = await bring(bigFile(() => '6175550101'));
  const bad = organizations / badEvery;
  expect(first.counts).toMatchObject({ lines: organizations, changed: organizations - bad, unreadable: bad });
  expect(first.counts?.faults).toHaveLength(namedFaultsMax);
  expect(first.counts?.faults.slice(0, 2)).toEqual(['line 2: npi', 'line 1002: npi']);
  expect(first.steps).toBe(Math.ceil((organizations + 1) / linesAtOnce));
  expect((await bring(bigFile(() => '6175550101'))).counts?.changed).toBe(0);
  const delta = await bring(bigFile(number => (number % 500 === 1 ? '6175550199' : '6175550101')));
  expect(delta.counts?.changed).toBe(organizations / 500);
  const rows: unknown = await database.db('directory_site').count('* as count').groupBy('fax').orderBy('fax');
  expect(rows).toEqual([{ count: organizations - bad - 200 }, { count: 200 }]);
}, 240_000);

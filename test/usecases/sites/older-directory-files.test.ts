/** Files of the directory that are older than what is known, or the same again. */
import { Readable } from 'node:stream';
import { systemClock } from '../../../src/platform/clock';
import { runChange } from '../../../src/usecases/change';
import { importFile, knowFiles, type ImportStep } from '../../../src/usecases/sites/directory-imports';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { mainFile, npiOf, type MainRow } from '../../support/nppes-files';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Imports rows of one facility. @returns how much they changed, and since when it is deactivated */
async function bring(
  row: MainRow,
  ...others: readonly MainRow[]
): Promise<readonly [changed: number, deactivatedOn: string | null]> {
  const act = {
    principal: { kind: 'operator', name: 'olga' },
    requestId: null,
    event: 'site.import',
  } as const;
  const parts = { db: database.db, clock: systemClock, nudgeOutbox: () => undefined };
  const step: ImportStep = work => runChange(parts, act, work);
  const open = (): Readable => Readable.from([Buffer.from(mainFile([row, ...others]))]);
  let changed = 0;
  for (const known of await knowFiles([{ name: 'npidata.csv', open }]))
    for await (const counts of importFile(step, known, null)) ({ changed } = counts);
  const found = database.db('directory_site').where({ npi: row.NPI });
  const stored: ReadonlyArray<{ readonly on: string | null }> = await found.select(
    database.db.raw('deactivated_on::text as "on"'),
  );
  return [changed, stored[0]?.on ?? null];
}

const active = (npi: string, updated: string, more: MainRow = {}): MainRow => ({
  NPI: npi,
  'Last Update Date': updated,
  ...more,
});
const deactivated = (npi: string, on: string): MainRow => ({
  NPI: npi,
  'Entity Type Code': '',
  'Last Update Date': '',
  'NPI Deactivation Date': on,
});

test('An active row older than the deactivation does not reactivate a facility, and a newer one does [REQUEST-23]', async () => {
  const npi = npiOf(401);
  expect(await bring(active(npi, '10/01/2026'))).toEqual([1, null]);
  expect(await bring(deactivated(npi, '11/10/2026'))).toEqual([1, '2026-11-10']);
  expect(await bring(deactivated(npi, '11/10/2026'))).toEqual([0, '2026-11-10']);
  expect(await bring(deactivated(npi, '09/01/2026'))).toEqual([0, '2026-11-10']);
  expect(await bring(active(npi, '10/01/2026'))).toEqual([0, '2026-11-10']);
  expect(await bring(active(npi, '11/20/2026'))).toEqual([1, null]);
});

test('A deactivation older than the last update or reactivation changes nothing [REQUEST-23]', async () => {
  const npi = npiOf(301);
  const reactivated = { 'NPI Deactivation Date': '09/01/2026', 'NPI Reactivation Date': '10/15/2026' };
  expect(await bring(active(npi, '08/01/2026', reactivated))).toEqual([1, null]);
  expect(await bring(deactivated(npi, '09/01/2026'))).toEqual([0, null]);
  expect(await bring(active(npi, '08/01/2026'))).toEqual([0, null]);
  expect(await bring(deactivated(npi, '11/01/2026'))).toEqual([1, '2026-11-01']);
});

test('Of rows of a facility in one file, the newest counts, whatever their order [REQUEST-23]', async () => {
  const name = 'Provider Organization Name (Legal Business Name)';
  for (const [index, isNewestLast] of [true, false].entries()) {
    const npi = npiOf(601 + index);
    const newer = active(npi, '11/20/2026', { [name]: 'NEW NAME CLINIC' });
    const older = active(npi, '10/01/2026', { [name]: 'OLD NAME CLINIC' });
    await bring(...(isNewestLast ? ([older, newer] as const) : ([newer, older] as const)));
    const stored: unknown = await database.db('directory_site').where({ npi }).select('name');
    expect(stored).toEqual([{ name: 'NEW NAME CLINIC' }]);
  }
  const npi = npiOf(611);
  await bring(active(npi, '08/01/2026'));
  expect(await bring(deactivated(npi, '11/10/2026'), deactivated(npi, '09/01/2026'))).toEqual([
    1,
    '2026-11-10',
  ]);
});

test('A deactivation of an NPI that the directory lacks keeps an older active row out [REQUEST-23]', async () => {
  const npi = npiOf(701);
  expect(await bring(deactivated(npi, '11/10/2026'))).toEqual([0, null]);
  expect(await bring(deactivated(npi, '09/01/2026'))).toEqual([0, null]);
  expect(await bring(active(npi, '10/01/2026'))).toEqual([0, null]);
  expect(await bring(active(npi, '11/20/2026'))).toEqual([1, null]);
});

test('An organization that moved abroad is no longer found, until a newer row has it in the United States [REQUEST-23]', async () => {
  const npi = npiOf(702);
  const country = 'Provider Business Practice Location Address Country Code (If outside U.S.)';
  const abroad = active(npi, '11/10/2026', { [country]: 'CA' });
  await bring(active(npi, '10/01/2026'));
  expect(await bring(abroad)).toEqual([1, '2026-11-10']);
  expect(await bring(active(npi, '10/01/2026'))).toEqual([0, '2026-11-10']);
  expect(await bring(active(npi, '11/20/2026'))).toEqual([1, null]);
});

test('A row without a date never changes one with a date [REQUEST-23]', async () => {
  const npi = npiOf(703);
  const fax = 'Provider Business Practice Location Address Fax Number';
  expect(await bring(active(npi, '10/01/2026'))).toEqual([1, null]);
  expect(await bring(active(npi, '', { [fax]: '6175550199' }))).toEqual([0, null]);
});

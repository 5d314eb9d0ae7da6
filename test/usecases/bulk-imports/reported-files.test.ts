/** Whole files as people reported them to makers of similar products, and the result of each row. */
import { Readable } from 'node:stream';
import { readBulkRow, unreadableRow } from '../../../src/usecases/bulk-imports/bulk-row';
import type { FileRow } from '../../../src/usecases/bulk-imports/csv-rows';
import { surveyed } from '../../support/surveyed';

interface ReadRow {
  readonly number: number;
  readonly id: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly warned: readonly string[];
  readonly refused: readonly string[];
}

async function rowsOf(file: string | Buffer): Promise<ReadRow[]> {
  const rows: FileRow[] = [];
  const survey = await surveyed('patients', Readable.from([Buffer.from(file)]), row => rows.push(row));
  if (survey.kind === 'unreadable') throw new Error(survey.failure);
  return rows.map(row => {
    const read = row.fault === null ? readBulkRow('patients', survey.columns, row) : unreadableRow(row.fault);
    const form =
      read.kind === 'readable' && read.parsed.kind === 'patients' ? read.parsed.form.submitted : {};
    return {
      number: row.rowNumber,
      id: read.id,
      fields: { ...form },
      warned: read.warnings.map(({ field }) => field),
      refused: read.kind === 'unreadable' ? read.errors.map(({ field }) => field) : [],
    };
  });
}

const header = 'Patient ID,First Name,Last Name,DOB';
const ana = (id: string, more = ''): string => `${id},Ana,Nunez,1961-02-28${more}`;
const forty = Array.from({ length: 40 }, (_, at) => ana(`k${at + 1}`));

test.each([
  ['a stray quote', Buffer.from('k21,Ana "Annie",Nunez,1961-02-28')],
  ['a byte of another encoding', Buffer.from('k21,Ana,Nu\u00f1ez,1961-02-28', 'latin1')],
])('%s in row 22 costs that row only [BULK-5]', async (_, faulty) => {
  const lines = forty.map(line => Buffer.from(line)).with(20, faulty);
  const rows = await rowsOf(
    Buffer.concat([header, ...lines].flatMap(line => [Buffer.from(line), Buffer.from('\n')])),
  );
  expect(rows).toHaveLength(40);
  const bad = rows.filter(({ refused }) => refused.length > 0);
  expect(bad.filter(({ number }) => number !== 22)).toEqual([]);
  expect(rows.filter(({ number }) => number !== 22).map(({ id }) => id)).toEqual(
    forty.flatMap((_line, at) => (at === 20 ? [] : [`k${at + 1}`])),
  );
});

test('Each date that a spreadsheet writes is read with a warning, and two digits of a year are refused [BULK-3]', async () => {
  const dates = ['2/28/1961 0:00', '1961-02-28 00:00:00', '28-Feb-1961', '22340', '2/28/61', '19610228'];
  const rows = await rowsOf(
    ['ID,First Name,Last Name,DOB', ...dates.map((date, at) => `d${at},Ana,Nunez,${date}`)].join('\n'),
  );
  expect(rows.map(({ refused }) => refused)).toEqual([[], [], [], [], ['dateOfBirth'], []]);
  for (const { fields, warned, refused } of rows)
    if (refused.length === 0)
      expect([fields['dateOfBirth'], warned]).toEqual(['1961-02-28', ['dateOfBirth']]);
});

test.each([
  ['semicolons', 'Patient ID;First Name;Last Name;DOB\nc4;Ana;Nunez;2/28/1961\n', 2],
  ['a sep= line', `sep=,\n${header}\nc4,Ana,Nunez,2/28/1961\n`, 3],
])('A file with %s is understood [BULK-5]', async (_, file) => {
  expect(await rowsOf(file)).toMatchObject([
    { id: 'c4', fields: { firstName: 'Ana', lastNames: ['Nunez'], dateOfBirth: '1961-02-28' }, refused: [] },
  ]);
});

test('ZIP codes of three digits, and one that stands for none, are never made up [BULK-4]', async () => {
  const rows = await rowsOf(
    [`${header},ZIP`, ana('n1', ',213'), ana('n2', ',941'), ana('n3', ',00000')].join('\n'),
  );
  for (const { fields } of rows) expect(fields['zipCodes'] ?? []).toEqual([]);
  for (const { warned, refused } of rows) expect([...warned, ...refused].join()).toMatch(/^zipCodes/);
});

test('A state in full, and words for nothing in optional cells, are read or passed over with a warning [BULK-8]', async () => {
  const rows = await rowsOf(
    [
      'ID,First Name,Last Name,DOB,State,Gender,Phone',
      ana('s0', ',Massachusetts,F,'),
      ana('s1', ',MA,N/A,'),
      ana('s2', ',MA,F,N/A'),
    ].join('\n'),
  );
  expect(rows).toMatchObject([
    { fields: { state: 'MA', sex: 'Female' }, refused: [] },
    { fields: { state: 'MA', sex: null }, warned: ['sex'], refused: [] },
    { fields: { state: 'MA', mobile: null }, warned: ['mobile'], refused: [] },
  ]);
});

test('Misread letters warn, and a placeholder for a name is refused [BULK-8]', async () => {
  const rows = await rowsOf(
    `ID,First Name,Last Name,DOB\nn1,RenÃ©e,MuÃ±oz,1961-02-28\nn2,Ana,N/A,1961-02-28\nn3,-,Unknown,1961-02-28\n`,
  );
  expect(rows.map(({ warned, refused }) => [warned, refused.toSorted()])).toEqual([
    [['firstName', 'lastNames'], []],
    [[], ['lastNames']],
    [[], ['firstName', 'lastNames']],
  ]);
});

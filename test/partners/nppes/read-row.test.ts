import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { readNppesHeader, NppesHeaderFault } from '../../../src/partners/nppes/header';
import { lineBytesMax, readCsvLines, type CsvLine } from '../../../src/partners/nppes/read-lines';
import {
  endpointMax,
  publishedTextMax,
  readNppesRow,
  type NppesEntry,
} from '../../../src/partners/nppes/read-row';
import {
  deactivated,
  endpointFile,
  mainFile,
  nameFile,
  npiOf,
  placeFile,
  type MainRow,
} from '../../support/nppes-files';

const npi = npiOf(17);

/** Returns the entry of the first row of a file. */
function read(file: string): NppesEntry {
  const [header = [], row = []]: string[][] = parse(file);
  const known = readNppesHeader(header);
  if (known === undefined) throw new TypeError('the file is none of NPPES');
  return readNppesRow(known, row);
}

const main = (row: MainRow): NppesEntry => read(mainFile([{ NPI: npi, ...row }]));

describe('An NPPES header [REQUEST-23]', () => {
  test.each([
    ['main', mainFile([])],
    ['location', placeFile([])],
    ['name', nameFile([])],
    ['endpoint', endpointFile([])],
  ])('identifies a %s file by its column names in any order', (kind, file) => {
    const [header = []]: string[][] = parse(file);
    expect(readNppesHeader(header)?.kind).toBe(kind);
    expect(readNppesHeader(header.toReversed())?.kind).toBe(kind);
  });

  test('of another file is unknown, and one that lacks a column names the column', () => {
    expect(readNppesHeader(['id', 'name'])).toBeUndefined();
    expect(() => readNppesHeader(['NPI', 'Entity Type Code'])).toThrow(NppesHeaderFault);
    expect(() => readNppesHeader(['NPI', 'Endpoint Type'])).toThrow('columns are missing: Endpoint');
  });
});

describe('An NPPES row [REQUEST-23]', () => {
  test('of an organization is its main practice location, with the names to match it by', () => {
    expect(
      main({
        'Parent Organization LBN': 'HARBOR HEALTH',
        'Provider Other Organization Name': 'The Harbor Ctr.',
      }),
    ).toEqual({
      kind: 'organization',
      organization: {
        npi,
        place: '',
        name: 'HARBOR CLINIC INC',
        matchName: 'harbor clinic',
        systemName: 'HARBOR HEALTH',
        addressLine1: '1 HARBOR WAY',
        matchLine: '1 harbor way',
        addressLine2: null,
        city: 'SALEM',
        matchCity: 'salem',
        state: 'MA',
        zip: '01970-1234',
        zip5: '01970',
        phone: '+16175550100',
        fax: '+16175550101',
        updatedOn: '2026-11-01',
      },
      names: [{ npi, name: 'The Harbor Ctr.', matchName: 'harbor center' }],
    });
  });

  test.each<[string, MainRow, NppesEntry]>([
    ['a person', { 'Entity Type Code': '1' }, { kind: 'passedOver', why: 'individual' }],
    [
      'a place abroad',
      { 'Provider Business Practice Location Address Country Code (If outside U.S.)': 'CA' },
      { kind: 'movedAbroad', npi, on: '2026-11-01' },
    ],
    ['a deactivated NPI', deactivated(npi, '05/31/2026'), { kind: 'deactivated', npi, on: '2026-05-31' }],
    ['a wrong NPI', { NPI: '2000000170' }, { kind: 'unreadable', fault: 'npi' }],
    [
      'an organization without a name',
      { 'Provider Organization Name (Legal Business Name)': ' ' },
      { kind: 'unreadable', fault: 'name' },
    ],
    [
      'an address without a ZIP',
      { 'Provider Business Practice Location Address Postal Code': '19' },
      { kind: 'unreadable', fault: 'address' },
    ],
    [
      'an address without a state',
      { 'Provider Business Practice Location Address State Name': 'XX' },
      { kind: 'unreadable', fault: 'address' },
    ],
    ['an invalid date', { 'Last Update Date': '02/30/2026' }, { kind: 'unreadable', fault: 'date' }],
    [
      'a text over the limit',
      { 'Provider Organization Name (Legal Business Name)': 'x'.repeat(publishedTextMax + 1) },
      { kind: 'unreadable', fault: 'text' },
    ],
    [
      'a NUL',
      { 'Provider Organization Name (Legal Business Name)': 'a\u0000b' },
      { kind: 'unreadable', fault: 'text' },
    ],
  ])('of %s is recognized', (_, row, entry) => {
    expect(main(row)).toEqual(entry);
  });

  test('of a reactivated NPI is its organization', () => {
    const row = { 'NPI Deactivation Date': '01/01/2020', 'NPI Reactivation Date': '01/02/2020' };
    expect(main(row).kind).toBe('organization');
  });

  test('with too many or too few cells is unreadable', () => {
    const header = readNppesHeader(['NPI', 'Provider Other Organization Name']);
    if (header === undefined) throw new TypeError('the header is none of NPPES');
    expect(readNppesRow(header, [npi])).toEqual({ kind: 'unreadable', fault: 'columns' });
    expect(readNppesRow(header, [npi, 'a', 'b'])).toEqual({ kind: 'unreadable', fault: 'columns' });
  });

  test.each([
    ['6175550100', '+16175550100'],
    ['1-617-555-0100', '+16175550100'],
    ['617-555-0100 x12', null],
    ['0175550100', null],
    ['', null],
  ])('with the number %s has the phone %s', (typed, number) => {
    const entry = main({ 'Provider Business Practice Location Address Telephone Number': typed });
    expect(entry).toMatchObject({ organization: { phone: number } });
  });

  test('of a further location differs from the others of its organization, including suites', () => {
    const place = (suite: string): unknown => {
      const entry = read(placeFile([[npi, '2 Harbor Way', suite, 'Salem', 'MA', '01970', 'US', '', '', '']]));
      return entry.kind === 'place' ? entry.place.place : entry;
    };
    expect(place('Suite 1')).toBe('2 harbor way|suite 1|01970');
    expect(place('Suite 2')).not.toBe(place('Suite 1'));
  });

  test('of an electronic address is limited in length', () => {
    const of = (length: number): NppesEntry => read(endpointFile([[npi, 'FHIR', 'x'.repeat(length)]]));
    expect(of(endpointMax).kind).toBe('endpoint');
    expect(of(endpointMax + 1)).toEqual({ kind: 'unreadable', fault: 'text' });
  });
});

describe('The lines of a CSV file [REQUEST-23]', () => {
  async function linesOf(chunks: readonly Buffer[], linesAtOnce = 3): Promise<CsvLine[]> {
    const lines: CsvLine[] = [];
    for await (const batch of readCsvLines(Readable.from(chunks, { objectMode: true }), linesAtOnce))
      lines.push(...batch);
    return lines;
  }

  test('are read the same in any chunks, and a broken line does not affect the others', async () => {
    const file = Buffer.concat([
      Buffer.from('\uFEFF"a","b"\r\n"1","é"\n"open,\n\n"2","c"\n"3","'),
      Buffer.from([0xff]),
      Buffer.from('"\n4,d'),
    ]);
    const read = [
      { number: 1, cells: ['a', 'b'] },
      { number: 2, cells: ['1', 'é'] },
      { number: 3, cells: undefined },
      { number: 5, cells: ['2', 'c'] },
      { number: 6, cells: undefined },
      { number: 7, cells: ['4', 'd'] },
    ];
    expect(await linesOf([file])).toEqual(read);
    expect(
      await linesOf(
        Array.from(file, byte => Buffer.from([byte])),
        1,
      ),
    ).toEqual(read);
  });

  test('are limited in length', async () => {
    const line = Buffer.from('x'.repeat(lineBytesMax));
    const lines = await linesOf([line, Buffer.from('\n'), line, Buffer.from('x\nshort\n')]);
    expect(lines.map(({ cells }) => cells?.[0]?.length)).toEqual([lineBytesMax, undefined, 5]);
  });
});

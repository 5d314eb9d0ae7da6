/**
 * Generated files in CMS's format: the columns in another order than ours, with some unused ones in between.
 */
import { stringify } from 'csv-stringify/sync';
import { npiCheckDigit } from '../../src/domain/clinical/npi';

const mainColumns = [
  'NPI',
  'Entity Type Code',
  'Replacement NPI',
  'Provider Organization Name (Legal Business Name)',
  'Provider Last Name (Legal Name)',
  'Provider Other Organization Name',
  'Provider First Line Business Mailing Address',
  'Provider First Line Business Practice Location Address',
  'Provider Second Line Business Practice Location Address',
  'Provider Business Practice Location Address City Name',
  'Provider Business Practice Location Address State Name',
  'Provider Business Practice Location Address Postal Code',
  'Provider Business Practice Location Address Country Code (If outside U.S.)',
  'Provider Business Practice Location Address Telephone Number',
  'Provider Business Practice Location Address Fax Number',
  'Last Update Date',
  'NPI Deactivation Date',
  'NPI Reactivation Date',
  'Healthcare Provider Taxonomy Code_1',
  'Parent Organization LBN',
] as const;

/** A row of the main file; omitted fields are those of a clinic in Salem. */
export type MainRow = Partial<Record<(typeof mainColumns)[number], string>>;

/** Returns an NPI by its number; those that start with 2 were never issued. */
export function npiOf(number: number): string {
  const firstNine = `2${String(number).padStart(8, '0')}`;
  return firstNine + npiCheckDigit(firstNine);
}

const usual: MainRow = {
  'Entity Type Code': '2',
  'Provider Organization Name (Legal Business Name)': 'HARBOR CLINIC INC',
  'Provider First Line Business Mailing Address': 'PO BOX 1',
  'Provider First Line Business Practice Location Address': '1 HARBOR WAY',
  'Provider Business Practice Location Address City Name': 'SALEM',
  'Provider Business Practice Location Address State Name': 'MA',
  'Provider Business Practice Location Address Postal Code': '019701234',
  'Provider Business Practice Location Address Country Code (If outside U.S.)': 'US',
  'Provider Business Practice Location Address Telephone Number': '6175550100',
  'Provider Business Practice Location Address Fax Number': '6175550101',
  'Last Update Date': '11/01/2026',
};

function csv(
  columns: readonly string[],
  rows: ReadonlyArray<Readonly<Record<string, string | undefined>>>,
): string {
  return stringify([columns, ...rows.map(row => columns.map(column => row[column] ?? ''))], { quoted: true });
}

/** Returns a main file. */
export function mainFile(rows: readonly MainRow[]): string {
  return csv(
    mainColumns,
    rows.map(row => ({ ...usual, ...row })),
  );
}

/** Returns the line of a deactivated NPI: nothing else is published about it. */
export function deactivated(npi: string, on: string): MainRow {
  const blank = Object.fromEntries(mainColumns.map(column => [column, '']));
  return { ...blank, NPI: npi, 'NPI Deactivation Date': on };
}

const secondary = 'Provider Secondary Practice Location Address';
const placeColumns = [
  'NPI',
  `${secondary}- Address Line 1`,
  `${secondary}-  Address Line 2`,
  `${secondary} - City Name`,
  `${secondary} - State Name`,
  `${secondary} - Postal Code`,
  `${secondary} - Country Code (If outside U.S.)`,
  `${secondary} - Telephone Number`,
  `${secondary} - Telephone Extension`,
  'Provider Practice Location Address - Fax Number',
];

/**
 * Returns a file of secondary practice locations: NPI, first line, second line, city, state, ZIP code,
 * country, phone, extension, fax.
 */
export function placeFile(rows: ReadonlyArray<readonly string[]>): string {
  return stringify([placeColumns, ...rows], { quoted: true });
}

/** Returns a file of other names: NPI and name. */
export function nameFile(rows: ReadonlyArray<readonly [npi: string, name: string]>): string {
  const columns = ['NPI', 'Provider Other Organization Name', 'Provider Other Organization Name Type Code'];
  return stringify([columns, ...rows.map(row => [...row, '3'])], { quoted: true });
}

const endpointColumns = [
  'NPI',
  'Endpoint Type',
  'Endpoint Type Description',
  'Endpoint',
  'Affiliation',
  'Use Description',
  'Content Type',
];

/** Returns a file of electronic addresses: NPI, type, address. */
export function endpointFile(
  rows: ReadonlyArray<readonly [npi: string, type: string, address: string]>,
): string {
  return stringify(
    [endpointColumns, ...rows.map(([npi, type, address]) => [npi, type, '', address, 'N', 'Direct', ''])],
    { quoted: true },
  );
}

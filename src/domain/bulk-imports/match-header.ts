import type { BulkFailure } from './bulk-import';
import { bulkLimits } from './bulk-import';

/** The fields that a column can fill. */
export const bulkFields = [
  'id',
  'firstName',
  'lastNames',
  'dateOfBirth',
  'sex',
  'zipCodes',
  'city',
  'state',
  'mobile',
  'email',
  'siteSonar',
  'patientHistories',
  'ehrSearch',
] as const;
/** A field that a column can fill. */
export type BulkField = (typeof bulkFields)[number];

// As spreadsheets call them, without case, blanks and punctuation.
const names: Readonly<Record<BulkField, readonly string[]>> = {
  id: ['id', 'patientid', 'patient', 'externalid', 'caseid', 'reference'],
  firstName: ['firstname', 'first', 'givenname', 'forename'],
  lastNames: [
    'lastnames',
    'lastname',
    'last',
    'surname',
    'familyname',
    'maidenname',
    'othernames',
    'otherlastname',
    'otherlastnames',
    'previouslastname',
    'previouslastnames',
    'formerlastname',
    'alternatelastname',
  ],
  dateOfBirth: ['dateofbirth', 'dob', 'birthdate', 'birthday'],
  sex: ['sex', 'gender'],
  zipCodes: ['zipcodes', 'zipcode', 'zips', 'zip', 'postalcode', 'postalcodes', 'postcode'],
  city: ['city', 'town'],
  state: ['state', 'statecode'],
  mobile: ['mobile', 'mobilephone', 'mobilenumber', 'cell', 'cellphone', 'phone', 'phonenumber', 'telephone'],
  email: ['email', 'emailaddress', 'mail'],
  siteSonar: ['sitesonar', 'sonar'],
  patientHistories: ['patienthistories', 'patienthistory', 'histories'],
  ehrSearch: ['ehrsearch', 'ehr'],
};

const needed: readonly BulkField[] = ['id', 'firstName', 'lastNames', 'dateOfBirth'];
/** Fields that several columns may fill: `Last name 2`, `ZIP 3`. */
const severalColumns: ReadonlySet<BulkField> = new Set(['lastNames', 'zipCodes']);

/** A column of a file and what it fills; `null`: it is not read. */
export interface BulkColumn {
  readonly header: string;
  readonly field: BulkField | null;
}

/** A header that was understood, or why it was not. */
export type HeaderMatch =
  | { readonly kind: 'matched'; readonly columns: readonly BulkColumn[] }
  | { readonly kind: 'failed'; readonly failure: BulkFailure };

function plain(header: string): string {
  return header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

function fieldOf(header: string): BulkField | null {
  const name = plain(header);
  const isCalled = (field: BulkField, asked: string): boolean => names[field].includes(asked);
  const exact = bulkFields.find(field => isCalled(field, name));
  if (exact !== undefined) return exact;
  const unnumbered = name.replace(/\d{1,2}$/, '');
  return bulkFields.find(field => severalColumns.has(field) && isCalled(field, unnumbered)) ?? null;
}

/** Finds the field of each column; names are matched without case, blanks and punctuation. */
export function matchHeader(headers: readonly string[]): HeaderMatch {
  const failed = (failure: BulkFailure): HeaderMatch => ({ kind: 'failed', failure });
  if (headers.length > bulkLimits.columns) return failed('tooManyColumns');
  const columns = headers.map(header => ({ header: header.trim(), field: fieldOf(header) }));
  const count = (field: BulkField): number => columns.filter(column => column.field === field).length;
  if (bulkFields.some(field => count(field) > 1 && !severalColumns.has(field))) return failed('columnTwice');
  if (needed.some(field => count(field) === 0)) return failed('columnMissing');
  return { kind: 'matched', columns };
}

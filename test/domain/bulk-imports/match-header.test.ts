import { bulkFailures } from '../../../src/domain/bulk-imports/bulk-import';
import { lastNameColumn } from '../../../src/domain/bulk-imports/column-names';
import { explainFailure, matchHeader } from '../../../src/domain/bulk-imports/match-header';

const needed = ['id', 'firstName', 'lastNames', 'dateOfBirth'];

function fieldsOf(headers: readonly string[]): unknown {
  const match = matchHeader('patients', headers);
  return match.kind === 'failed' ? match.failure : match.columns.map(({ field }) => field);
}

describe('A bulk import header', () => {
  test.each([
    [['ID', 'First Name', 'LAST_NAME', 'D.O.B.']],
    [['patient id', 'Given name', 'Surname', 'Birth Date']],
    [['Patient-ID ', ' first', 'Family Name', 'date of birth']],
    [['External ID', 'forename', 'lastnames', 'birthday']],
  ])('matches %j regardless of case, spaces, and punctuation', headers => {
    expect(fieldsOf(headers)).toEqual(needed);
  });

  test('may have several columns for last names and ZIP codes, numbered or named', () => {
    const headers = [...needed, 'Last name 2', 'Maiden Name', 'ZIP', 'Zip 2', 'zip code 3'];
    expect(fieldsOf(headers)).toEqual([
      ...needed,
      'lastNames',
      'lastNames',
      'zipCodes',
      'zipCodes',
      'zipCodes',
    ]);
  });

  test.each(
    ['maiden', 'previous', 'former', 'prior', 'prior married', 'other', 'alternate', 'AKA'].flatMap(which =>
      ['name', 'names', 'last name', 'last names', 'surname', 'family name', 'Last Name 2'].map(
        name => `${which} ${name}`,
      ),
    ),
  )('reads the column "%s" as last names other than the current one', header => {
    expect(fieldsOf([header, ...needed])).toEqual(['lastNames', ...needed]);
    expect(lastNameColumn(header).isCurrent).toBe(false);
  });

  test('reads AKA and Maiden as other last names, but ignores "married name"', () => {
    expect(fieldsOf(['AKA', 'Maiden', 'married name', ...needed])).toEqual([
      'lastNames',
      'lastNames',
      null,
      ...needed,
    ]);
    expect(['AKA', 'Maiden', 'Last', 'Last name 2'].map(header => lastNameColumn(header).isCurrent)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test.each([
    ['MRN', 'Given', 'Family', 'DOB'],
    ['MRN #', 'Patient First Name', 'Patient Last Name', 'Patient DOB'],
    ['Medical Record No.', 'FIRST NM', 'LAST NM', 'Birth Dt'],
    ['Member ID', 'Member First Name', 'Member Last Name', 'Member Date of Birth'],
    ['Client ID', "Client's First Name", "Client's Last Name", "Client's Birthdate"],
    ['Case Number', 'First Name*', 'Last Name*', 'Date of Birth (MM/DD/YYYY)'],
    ['Case #', 'Name (First)', 'Name (Last)', 'Date of Birth [mm/dd/yyyy]'],
    ['Matter Number', 'Plaintiff First Name', 'Plaintiff Last Name', 'Plaintiff D.O.B.'],
    ['Claim Number', 'Claimant First', 'Claimant Last', 'Claimant Birth Date'],
    ['File No.', 'FName', 'LName', 'DOB (required)'],
  ])('has the names that the field uses: %s, %s, %s, %s [BULK-7]', (...headers) => {
    expect(fieldsOf(headers)).toEqual(needed);
  });

  test.each([
    [
      ['Patient ID', 'MRN', 'Case Number'],
      ['id', null, 'reference'],
    ],
    [
      ['Case Number', 'MRN'],
      ['reference', 'id'],
    ],
    [
      ['Reference', 'Claim Number'],
      ['id', 'reference'],
    ],
    [
      ['Patient ID', 'Claim Number', 'Matter Number', 'Reference'],
      ['id', null, null, 'reference'],
    ],
    [
      ['Patient ID', 'Claim Number', 'Matter Number'],
      ['id', null, 'reference'],
    ],
    [
      ['MRN', 'Reference'],
      [null, 'id'],
    ],
    [
      ['Patient ID', 'Client First Name', 'First Name'],
      ['id', null, 'firstName'],
    ],
    [
      ['Patient ID', 'Home Phone', 'Cell'],
      ['id', null, 'mobile'],
    ],
    [
      ['Patient ID', 'Home ZIP', 'Patient Maiden Name'],
      ['id', 'zipCodes', 'lastNames'],
    ],
  ])('prefers the name that always means a field: %j [BULK-7]', (headers, fields) => {
    const others = ['First Name', 'Last Name', 'DOB'].filter(
      name => name !== 'First Name' || !headers.includes(name),
    );
    const match = matchHeader('patients', [...headers, ...others]);
    expect(match.kind).toBe('matched');
    expect(match.columns.slice(0, headers.length).map(({ field }) => field)).toEqual(fields);
  });

  test('of record requests has the facility in front of its address, and no ID of the provider [BULK-7]', () => {
    const headers = [
      'MRN',
      'Provider ID',
      'Provider Name',
      'Facility Address',
      'Hospital City',
      'Clinic State',
    ];
    const match = matchHeader('recordRequests', [...headers, 'Facility Zip', 'From Date', 'Thru Date']);
    expect(match.columns.map(({ field }) => field)).toEqual([
      'patientId',
      null,
      'siteName',
      'siteAddressLine1',
      'siteCity',
      'siteState',
      'siteZip',
      'startDateOfService',
      'endDateOfService',
    ]);
  });

  test.each(['Spouse First Name', 'Insured DOB', 'Emergency Contact Phone', 'Attorney Email', 'Middle Name'])(
    'does not read another person or name in the column %s',
    header => {
      expect(fieldsOf([...needed, header])).toEqual([...needed, null]);
    },
  );

  test('may end with blank cells, more than a file may have columns', () => {
    expect(fieldsOf([...needed, ...Array.from({ length: 200 }, () => ' ')])).toHaveLength(100);
  });

  test('keeps unknown columns and reports them as not read', () => {
    expect(matchHeader('patients', [...needed, 'Adjuster', ''])).toMatchObject({
      kind: 'matched',
      columns: [{}, {}, {}, {}, { header: 'Adjuster', field: null }, { header: '', field: null }],
    });
  });

  test.each([
    ['without an id', ['First name', 'Last name', 'DOB'], 'columnMissing'],
    ['if the file has no header', ['p-1', 'Jane', 'Doe', '1984-02-29'], 'columnMissing'],
    ['with only a maiden name', ['id', 'first name', 'maiden name', 'DOB'], 'columnMissing'],
    ['with one field twice', [...needed, 'Given name'], 'columnTwice'],
    ['with two phone columns', [...needed, 'Phone', 'Cell'], 'columnTwice'],
    ['with 101 columns', Array.from({ length: 101 }, () => 'x'), 'tooManyColumns'],
  ])('fails the file %s', (_, headers, failure) => {
    expect(fieldsOf(headers)).toBe(failure);
  });

  test.each([
    ['a bell and an escape', 'No\u0007te\u001b[31m', 'No te [31m'],
    ['a line break inside quotes', ' Notes,\r\ninternal\t', 'Notes, internal'],
    ['a control character of Latin-1', 'No\u0085te', 'No te'],
    ['a lone surrogate', 'Note\ud800', 'Note'],
    ['a change of writing direction', '\u202eNote\ufeff', 'Note'],
    ['the 101st character', 'n'.repeat(101), 'n'.repeat(100)],
    ['a character that the limit cuts in two', `${'n'.repeat(99)}😀`, 'n'.repeat(99)],
  ])('drops %s from a column name', (_, header, shown) => {
    expect(matchHeader('patients', [...needed, header])).toEqual({
      kind: 'matched',
      columns: [...needed.map(field => ({ header: field, field })), { header: shown, field: null }],
    });
  });

  test('matches names that contain invisible characters', () => {
    expect(fieldsOf(['\ufeffid', 'First\u200b name', 'Last\r\nname', 'DOB\u0007'])).toEqual(needed);
  });

  test.each([
    ['in an unread column', [...needed, 'no\0te']],
    ['in every name', needed.map(name => `${name}\0`)],
  ])('with a NUL %s fails the file as not UTF-8 and keeps no column', (_, headers) => {
    expect(matchHeader('patients', headers)).toEqual({ kind: 'failed', failure: 'notUtf8', columns: [] });
  });

  test('with duplicate fields reports the fields and their columns', () => {
    const match = matchHeader('patients', [...needed, 'mobile', 'Phone', 'Sex', 'gender', 'Adjuster']);
    expect(match).toMatchObject({ kind: 'failed', failure: 'columnTwice' });
    expect(match.columns.slice(needed.length)).toEqual([
      { header: 'mobile', field: 'mobile' },
      { header: 'Phone', field: 'mobile' },
      { header: 'Sex', field: 'sex' },
      { header: 'gender', field: 'sex' },
      { header: 'Adjuster', field: null },
    ]);
    expect(explainFailure('patients', 'columnTwice', match.columns)).toEqual({
      message:
        'Two columns are for the same field. Fields: `sex`, `mobile`. Columns: `mobile`, `Phone`, `Sex`, ' +
        '`gender`.',
      fields: ['sex', 'mobile'],
    });
  });

  test('without a required field reports it and keeps no patient data', () => {
    const match = matchHeader('patients', ['p-1', 'Jane', 'Doe', 'last', '1984-02-29']);
    expect(match).toEqual({
      kind: 'failed',
      failure: 'columnMissing',
      columns: [{ header: 'last', field: 'lastNames' }],
    });
    expect(explainFailure('patients', 'columnMissing', match.columns)).toEqual({
      message:
        'A required column is missing. Missing: `id` (a column named `Patient ID`, `MRN`, `Member ID`, ' +
        '`Client ID`, `Case Number`, `Claim Number`); `firstName` (a column named `First Name`, ' +
        '`Given Name`, `Given`); `dateOfBirth` (a column named `Date of Birth`, `DOB`, `Birth Date`). ' +
        'The first 20 rows have no row with column names.',
      fields: ['id', 'firstName', 'dateOfBirth'],
    });
  });

  test('without a required field is explained with the columns found, and those that would do [BULK-7]', () => {
    const match = matchHeader('patients', ['Matter', 'First', 'Last', 'Adjuster', 'DOB']);
    expect(match.kind).toBe('failed');
    expect(explainFailure('patients', 'columnMissing', match.columns)).toEqual({
      message:
        'A required column is missing. Missing: `id` (a column named `Patient ID`, `MRN`, `Member ID`, ' +
        '`Client ID`, `Case Number`, `Claim Number`). Columns found: `Matter`, `First`, `Last`, ' +
        '`Adjuster`, `DOB`.',
      fields: ['id'],
    });
  });

  test('with duplicate fields but no stored columns names no field', () => {
    expect(explainFailure('patients', 'columnTwice', [])).toEqual({
      message: bulkFailures.columnTwice,
      fields: [],
    });
  });
});

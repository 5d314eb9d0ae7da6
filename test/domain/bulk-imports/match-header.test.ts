import { bulkFailures } from '../../../src/domain/bulk-imports/bulk-import';
import { explainFailure, lastNameColumn, matchHeader } from '../../../src/domain/bulk-imports/match-header';

const needed = ['id', 'firstName', 'lastNames', 'dateOfBirth'];

function fieldsOf(headers: readonly string[]): unknown {
  const match = matchHeader('patients', headers);
  return match.kind === 'failed' ? match.failure : match.columns.map(({ field }) => field);
}

describe('a header', () => {
  test.each([
    [['ID', 'First Name', 'LAST_NAME', 'D.O.B.']],
    [['patient id', 'Given name', 'Surname', 'Birth Date']],
    [['Patient-ID ', ' first', 'Family Name', 'date of birth']],
    [['External ID', 'forename', 'lastnames', 'birthday']],
  ])('%j is matched without case, blanks and punctuation', headers => {
    expect(fieldsOf(headers)).toEqual(needed);
  });

  test('may have several columns of last names and ZIP codes, numbered or named', () => {
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
  )('may have the column %s, of last names that are not the current one', header => {
    expect(fieldsOf([header, ...needed])).toEqual(['lastNames', ...needed]);
    expect(lastNameColumn(header).isCurrent).toBe(false);
  });

  test('may have a column AKA or maiden of such names, but a married name is not guessed at', () => {
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

  test('keeps columns that mean nothing here, and tells that they are not read', () => {
    expect(matchHeader('patients', [...needed, 'Adjuster', ''])).toMatchObject({
      kind: 'matched',
      columns: [{}, {}, {}, {}, { header: 'Adjuster', field: null }, { header: '', field: null }],
    });
  });

  test.each([
    ['without an id', ['First name', 'Last name', 'DOB'], 'columnMissing'],
    ['of a file without a header', ['p-1', 'Jane', 'Doe', '1984-02-29'], 'columnMissing'],
    ['with a maiden name only', ['id', 'first name', 'maiden name', 'DOB'], 'columnMissing'],
    ['with one field twice', [...needed, 'Given name'], 'columnTwice'],
    ['with two columns of phones', [...needed, 'Phone', 'Cell'], 'columnTwice'],
    ['of 101 columns', Array.from({ length: 101 }, () => ''), 'tooManyColumns'],
  ])('%s fails the file', (_, headers, failure) => {
    expect(fieldsOf(headers)).toBe(failure);
  });

  test.each([
    ['a bell and an escape', 'No\u0007te\u001b[31m', 'No te [31m'],
    ['a line break inside quotes', ' Notes,\r\ninternal\t', 'Notes, internal'],
    ['a control character of Latin-1', 'No\u0085te', 'No te'],
    ['a lone surrogate', 'Note\ud800', 'Note'],
    ['a turn of the writing direction', '\u202eNote\ufeff', 'Note'],
    ['101 characters', 'n'.repeat(101), 'n'.repeat(100)],
    ['a character that the limit parts', `${'n'.repeat(99)}😀`, 'n'.repeat(99)],
  ])('with %s in a name is shown and stored without', (_, header, shown) => {
    expect(matchHeader('patients', [...needed, header])).toEqual({
      kind: 'matched',
      columns: [...needed.map(field => ({ header: field, field })), { header: shown, field: null }],
    });
  });

  test('is matched though its names hold what nobody sees', () => {
    expect(fieldsOf(['\ufeffid', 'First\u200b name', 'Last\r\nname', 'DOB\u0007'])).toEqual(needed);
  });

  test.each([
    ['in a column that is not read', [...needed, 'no\0te']],
    ['in every name, as UTF-16 has it', needed.map(name => `${name}\0`)],
  ])('with a NUL %s fails the file as no UTF-8, and nothing of it is kept', (_, headers) => {
    expect(matchHeader('patients', headers)).toEqual({ kind: 'failed', failure: 'notUtf8', columns: [] });
  });

  test('that names a field twice tells which, and which columns say it', () => {
    const match = matchHeader('patients', [...needed, 'mobile', 'Phone', 'Sex', 'gender', 'Adjuster']);
    expect(match).toMatchObject({ kind: 'failed', failure: 'columnTwice' });
    expect(match.columns.slice(needed.length)).toEqual([
      { header: 'mobile', field: 'mobile' },
      { header: 'Phone', field: 'mobile' },
      { header: 'Sex', field: 'sex' },
      { header: 'gender', field: 'sex' },
    ]);
    expect(explainFailure('patients', 'columnTwice', match.columns)).toEqual({
      message: 'Two columns are for the same field. Fields: `sex`, `mobile`.',
      fields: ['sex', 'mobile'],
    });
  });

  test('that lacks a field tells which, and keeps no value of a patient who stands in its place', () => {
    const match = matchHeader('patients', ['p-1', 'Jane', 'Doe', 'last', '1984-02-29']);
    expect(match).toEqual({
      kind: 'failed',
      failure: 'columnMissing',
      columns: [{ header: 'last', field: 'lastNames' }],
    });
    expect(explainFailure('patients', 'columnMissing', match.columns)).toEqual({
      message: 'A required column is missing. Missing: `id`, `firstName`, `dateOfBirth`.',
      fields: ['id', 'firstName', 'dateOfBirth'],
    });
  });

  test('that failed before its columns were kept is not said to name fields twice that nobody knows', () => {
    expect(explainFailure('patients', 'columnTwice', [])).toEqual({
      message: bulkFailures.columnTwice,
      fields: [],
    });
  });
});

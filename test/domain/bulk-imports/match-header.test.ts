import { matchHeader } from '../../../src/domain/bulk-imports/match-header';

const needed = ['id', 'firstName', 'lastNames', 'dateOfBirth'];

function fieldsOf(headers: readonly string[]): unknown {
  const match = matchHeader(headers);
  return match.kind === 'failed' ? match.failure : match.columns.map(({ field }) => field);
}

describe('a header', () => {
  it.each([
    [['ID', 'First Name', 'LAST_NAME', 'D.O.B.']],
    [['patient id', 'Given name', 'Surname', 'Birth Date']],
    [['Patient-ID ', ' first', 'Family Name', 'date of birth']],
    [['External ID', 'forename', 'lastnames', 'birthday']],
  ])('%j is matched without case, blanks and punctuation', headers => {
    expect(fieldsOf(headers)).toEqual(needed);
  });

  it('may have several columns of last names and ZIP codes, numbered or named', () => {
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

  it('keeps columns that mean nothing here, and tells that they are not read', () => {
    expect(matchHeader([...needed, 'Adjuster', ''])).toMatchObject({
      kind: 'matched',
      columns: [{}, {}, {}, {}, { header: 'Adjuster', field: null }, { header: '', field: null }],
    });
  });

  it.each([
    ['without an id', ['First name', 'Last name', 'DOB'], 'columnMissing'],
    ['of a file without a header', ['p-1', 'Jane', 'Doe', '1984-02-29'], 'columnMissing'],
    ['with one field twice', [...needed, 'Given name'], 'columnTwice'],
    ['with two columns of phones', [...needed, 'Phone', 'Cell'], 'columnTwice'],
    ['of 101 columns', Array.from({ length: 101 }, () => ''), 'tooManyColumns'],
  ])('%s fails the file', (_, headers, failure) => {
    expect(fieldsOf(headers)).toBe(failure);
  });
});

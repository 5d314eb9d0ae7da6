import type { BulkColumn } from '../../../src/domain/bulk-imports/bulk-import';
import { fieldsOf } from '../../../src/domain/bulk-imports/sheets';
import { matchHeader } from '../../../src/domain/bulk-imports/match-header';
import { isBlankRow } from '../../../src/domain/bulk-imports/read-cells';
import { readBulkRow } from '../../../src/usecases/bulk-imports/bulk-row';

function columnsOf(...headers: string[]): readonly BulkColumn[] {
  const match = matchHeader('patients', headers);
  if (match.kind === 'failed') throw new Error(match.failure);
  return match.columns;
}

const four = columnsOf('id', 'firstName', 'lastNames', 'dateOfBirth');
const bulkFields = [...fieldsOf('patients').keys()];
const all = columnsOf(...bulkFields);
const jane = ['p1', 'Jane', 'Doe', '1984-02-29'];

/** Returns the row of a patient, with the fields of its form. */
function read(columns: readonly BulkColumn[], cells: readonly string[]) {
  const row = readBulkRow('patients', columns, { cells });
  if (row.kind !== 'readable') return row;
  const { parsed, ...facts } = row;
  return { ...facts, ...parsed.form };
}

/** Returns a row with one more column. */
function withCell(header: string, cell: string) {
  return read(columnsOf('id', 'firstName', 'lastNames', 'dateOfBirth', header), [...jane, cell]);
}

describe('A row of a bulk import', () => {
  test('has only the values of its columns', () => {
    expect(read(four, jane)).toEqual({
      kind: 'readable',
      id: 'p1',
      submitted: { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29' },
      flags: {},
      warnings: [],
    });
  });

  test('clears the fields of empty cells, but leaves flags unset', () => {
    const row = read(all, [...jane, '', '', '', '', '', '', '', '', '', '']);
    expect(row).toMatchObject({
      kind: 'readable',
      submitted: { sex: null, zipCodes: [], city: null, state: null, mobile: null, email: null },
      flags: { siteSonar: undefined, patientHistories: undefined, ehrSearch: undefined },
    });
  });

  test.each<[string, string, string, object]>([
    ['several ZIP codes', 'zips', '02139;10001', { zipCodes: ['02139', '10001'] }],
    ['a sex by its letter', 'Gender', 'f', { sex: 'Female' }],
    ['a phone in a common notation', 'Phone', '(617) 555-0123', { mobile: '+16175550123' }],
    ['a state in small letters', 'State', 'ma', { state: 'MA' }],
    [
      'a city that looks like a formula as text',
      'City',
      '=HYPERLINK("http://x")',
      { city: '=HYPERLINK("http://x")' },
    ],
    ['a line break inside quotes as a space', 'City', 'New\r\nYork', { city: 'New York' }],
  ])('reads %s', (_, header, cell, expected) => {
    expect(withCell(header, cell)).toMatchObject({ kind: 'readable', submitted: expected, warnings: [] });
  });

  test.each(['yes', 'TRUE', '1', 'x', 'Y'])('reads the flag %s as on', cell => {
    expect(withCell('Site Sonar', cell)).toMatchObject({ flags: { siteSonar: true } });
  });
  test.each(['no', 'FALSE', '0', 'n'])('reads the flag %s as off', cell => {
    expect(withCell('Site Sonar', cell)).toMatchObject({ flags: { siteSonar: false } });
  });

  test.each(['ja', 'constructor', '1.0', 'yes no'])(
    'with an unknown word for a flag is rejected with the accepted words, without the value',
    word => {
      const row = withCell('Site Sonar', word);
      expect(row).toMatchObject({
        kind: 'unreadable',
        errors: [
          {
            field: 'siteSonar',
            rule:
              'must be one of `yes`, `true`, `y`, `x`, `1`, `on` for on, `no`, `false`, `n`, `0`, ' +
              '`off` for off, or empty',
          },
        ],
      });
    },
  );

  test.each([
    ['a maiden name before the last name', ['Maiden Name', 'Last Name'], ['Smith', 'Doe'], ['Doe', 'Smith']],
    [
      'other names in any column',
      ['AKA', 'Former surname', 'Surname', 'Prior married name', 'Other last name 2', 'Other last name 1'],
      ['A', 'F', 'Doe', 'P', 'O2', 'O1'],
      ['Doe', 'A', 'F', 'P', 'O1', 'O2'],
    ],
    [
      'several names in a cell, in order',
      ['previous last names', 'family name'],
      ['Smith; Jones', 'Doe | Ace'],
      ['Doe', 'Ace', 'Smith', 'Jones'],
    ],
    ['numbered last names', ['Last name 2', 'Last name', 'Last name 10'], ['B', 'A', 'C'], ['A', 'B', 'C']],
  ])('puts the current last name first: %s', (_, headers, names, lastNames) => {
    const columns = columnsOf('id', ...headers, 'firstName', 'dateOfBirth');
    expect(read(columns, ['p1', ...names, 'Jane', '1984-02-29'])).toMatchObject({
      kind: 'readable',
      submitted: { lastNames },
    });
  });

  test('does not use a maiden name as the current last name if that is empty', () => {
    const columns = columnsOf('id', 'maiden name', 'last name', 'firstName', 'dateOfBirth');
    expect(read(columns, ['p1', 'Smith', '\u200b', 'Jane', '1984-02-29'])).toMatchObject({
      kind: 'unreadable',
      errors: [{ field: 'lastNames', rule: 'must have at least one entry' }],
    });
  });

  test('treats a cell with only invisible characters as empty', () => {
    expect(withCell('City', ' \u200b\ufeff')).toMatchObject({ kind: 'readable', submitted: { city: null } });
    expect(withCell('Sonar', '\u200byes\u200b')).toMatchObject({ flags: { siteSonar: true } });
  });

  test('says how many last names a cell holds, because each is a search [BULK-8]', () => {
    expect(withCell('Maiden name', 'Smith; Jones | Ace')).toMatchObject({
      kind: 'readable',
      submitted: { lastNames: ['Doe', 'Smith', 'Jones', 'Ace'] },
      warnings: [{ field: 'lastNames', rule: '4 last names, and each is searched and billed separately' }],
    });
    expect(read(four, ['p1', 'Jane', 'Doe/Smith', '1984-02-29'])).toMatchObject({
      kind: 'readable',
      submitted: { lastNames: ['Doe/Smith'] },
      warnings: [{ field: 'lastNames', rule: expect.stringContaining('two names') as string }],
    });
  });

  test.each([
    ['State', 'Massachusetts', { state: 'MA' }],
    ['Gender', 'N/A', { sex: null }],
    ['Gender', 'Unknown', { sex: 'Unknown' }],
    ['Phone', 'N/A', { mobile: null }],
    ['Phone', 'none', { mobile: null }],
    ['Phone', '617-555', {}],
    ['Phone', '617-555-0123 x5', {}],
    ['Phone', 'call the office', {}],
    ['Email', '-', { email: null }],
    ['City', 'unknown', { city: null }],
    ['ZIP', 'n/a', { zipCodes: [] }],
    ['State', '--', { state: null }],
  ])('is never refused for an optional cell: %s %s [BULK-8]', (header, cell, submitted) => {
    const row = withCell(header, cell);
    expect(row).toMatchObject({ kind: 'readable', submitted });
    expect(row.warnings).toHaveLength('sex' in submitted && submitted.sex !== null ? 0 : 1);
    if (Object.keys(submitted).length === 0) expect(row).not.toHaveProperty('submitted.mobile');
  });

  test.each([
    ['N/A', 'Doe'],
    ['-', 'Doe'],
    ['Jane', 'Unknown'],
    ['Jane', 'LNU'],
    ['Jane', 'Doe; N/A'],
  ])('is refused with a placeholder for a name: %s %s [BULK-8]', (first, last) => {
    const row = read(four, ['p1', first, last, '1984-02-29']);
    expect(row).toMatchObject({
      kind: 'unreadable',
      errors: [{ rule: 'must be a name, not a word or sign for an unknown one' }],
    });
  });

  test.each(['FNU', 'fnu', 'NFN', 'F.N.U.'])(
    'has a single name with the first name %s [PATIENT-25]',
    cell => {
      expect(read(four, ['p1', cell, 'Suharto', '1984-02-29'])).toMatchObject({
        kind: 'readable',
        submitted: { firstName: '', lastNames: ['Suharto'] },
        warnings: [{ field: 'firstName', rule: 'read as a person with a single name' }],
      });
    },
  );

  test('without a first name says how to write a single name [PATIENT-25]', () => {
    expect(read(four, ['p1', '', 'Suharto', '1984-02-29'])).toMatchObject({
      kind: 'unreadable',
      errors: [{ field: 'firstName', rule: 'is required; write FNU for a person with a single name' }],
    });
  });

  test('warns about letters that were misread [BULK-8]', () => {
    expect(read(four, ['p1', 'RenÃ©e', 'Mu?oz', '1984-02-29'])).toMatchObject({
      kind: 'readable',
      warnings: [
        { field: 'firstName', rule: expect.stringContaining('misread') as string },
        { field: 'lastNames', rule: expect.stringContaining('misread') as string },
      ],
    });
  });

  test('corrects what a spreadsheet does to a ZIP code, with a warning [BULK-1]', () => {
    expect(withCell('ZIP', '2139')).toMatchObject({
      kind: 'readable',
      submitted: { zipCodes: ['02139'] },
      warnings: [{ field: 'zipCodes', rule: 'a leading zero was restored' }],
    });
  });

  test('corrects what a spreadsheet does to a date, with a warning', () => {
    expect(read(four, ['p1', 'Jane', 'Doe', '2/29/1984'])).toMatchObject({
      kind: 'readable',
      submitted: { dateOfBirth: '1984-02-29' },
      warnings: [{ field: 'dateOfBirth', rule: 'read as month/day/year' }],
    });
  });

  test('has no ZIP code where digits are missing, and keeps those of a known patient [BULK-4]', () => {
    const row = withCell('ZIP', '213');
    expect(row).toMatchObject({ kind: 'readable', warnings: [{ field: 'zipCodes' }] });
    expect(row).toHaveProperty('submitted.zipCodes', undefined);
  });

  test.each(['00000', '99999', '00000-1234'])(
    'is refused with the ZIP code %s, which stands for none [PATIENT-24]',
    cell => {
      expect(withCell('ZIP', cell)).toMatchObject({
        kind: 'unreadable',
        errors: [{ field: 'zipCodes[0]', rule: 'must be a ZIP code in use: 00000 and 99999 stand for none' }],
      });
    },
  );

  test('is refused with the reason for a year of two digits [BULK-3]', () => {
    expect(read(four, ['p1', 'Jane', 'Doe', '2/29/84'])).toMatchObject({
      kind: 'unreadable',
      errors: [{ field: 'dateOfBirth', rule: expect.stringContaining('two digits') as string }],
    });
  });

  test('reports every error at once, by field and rule, and never by value [BULK-1]', () => {
    const cells = [
      'no id/here',
      '',
      'Doe',
      '1984-02-30',
      'Robot',
      '1A3',
      '',
      'ZZ',
      '12',
      'nobody',
      '',
      'perhaps',
      '',
      '',
    ];
    const row = read(all, cells);
    expect(row).toMatchObject({ kind: 'unreadable', id: null });
    if (row.kind !== 'unreadable') return;
    expect(row.errors.map(({ field }) => field).toSorted()).toEqual(
      ['id', 'firstName', 'dateOfBirth', 'sex', 'zipCodes[0]', 'state', 'email', 'siteSonar'].toSorted(),
    );
    const reported = JSON.stringify(row);
    for (const cell of cells.filter(text => text.length > 3 && text !== 'Doe'))
      expect(reported).not.toContain(cell);
  });

  test('with more cells than the header is unreadable, and with fewer lacks their fields', () => {
    expect(read(four, [...jane, 'MA'])).toMatchObject({
      kind: 'unreadable',
      errors: [
        {
          field: 'row',
          rule: 'has more cells than the header; put quotes around values that contain commas',
        },
      ],
    });
    expect(read(four, ['p1', 'Jane', 'Doe'])).toMatchObject({
      kind: 'unreadable',
      id: 'p1',
      errors: [{ field: 'dateOfBirth', rule: 'is required' }],
    });
  });

  test('with a cell of 1,001 characters is unreadable', () => {
    expect(withCell('City', 'x'.repeat(1_001))).toMatchObject({
      kind: 'unreadable',
      errors: [{ field: 'city', rule: 'must have at most 1,000 characters in a cell' }],
    });
  });

  test.each(['\0', '\ud800', '\u0007'])('with %j in any cell that is read is unreadable', character => {
    const cells = [...jane, 'f', '02139', 'Salem', 'MA', '6175550123', 'j@x.example'];
    cells.push('PI-1', 'yes', 'no', 'x');
    expect(read(all, cells)).toMatchObject({ kind: 'readable' });
    for (const at of bulkFields.keys()) {
      const row = read(
        all,
        cells.map((cell, index) => (index === at ? cell + character : cell)),
      );
      expect(row).toMatchObject({ kind: 'unreadable', id: at === 0 ? null : 'p1' });
      if (row.kind === 'unreadable') expect(JSON.stringify(row)).not.toContain(JSON.stringify(character));
      if (row.kind === 'unreadable') expect(row.errors).toHaveLength(1);
    }
  });

  test('with only blank cells is blank', () => {
    expect(isBlankRow(['', ' ', '\t', '\ufeff\u200b'])).toBe(true);
    expect(isBlankRow(['', 'x'])).toBe(false);
  });
});

describe('A cell with an error of a spreadsheet', () => {
  test.each(['#REF!', '#NAME?', '#N/A', '#VALUE!'])(
    '%s fails the row in a required field [BULK-19]',
    error => {
      expect(read(four, ['p1', error, 'Doe', '1984-02-29'])).toMatchObject({
        errors: [{ field: 'firstName', rule: expect.stringContaining('shows an error') as string }],
      });
      expect(read(four, ['p1', 'Jane', 'Doe', error])).toMatchObject({
        errors: [{ field: 'dateOfBirth', rule: expect.stringContaining('shows an error') as string }],
      });
    },
  );

  test('leaves an optional field as it is stored [BULK-19]', () => {
    for (const [header, field] of [
      ['City', 'city'],
      ['ZIP', 'zipCodes'],
      ['Phone', 'mobile'],
    ] as const) {
      const row = withCell(header, '#REF!');
      expect(row).toMatchObject({ kind: 'readable', warnings: [{ field }] });
      expect(row).not.toMatchObject({ submitted: { [field]: null } });
      expect(row).not.toMatchObject({ submitted: { [field]: [] } });
    }
  });
});

describe('A row of a bulk import warns', () => {
  test('of a note in a name [BULK-19]', () => {
    expect(read(four, ['p1', 'Jane', 'Estate of Doe', '1984-02-29'])).toMatchObject({
      submitted: { lastNames: ['Estate of Doe'] },
      warnings: [{ field: 'lastNames', rule: expect.stringContaining("aren't part of a name") as string }],
    });
  });

  test('of an escaped letter, and keeps the name whole [BULK-8]', () => {
    expect(read(four, ['p1', 'Ana', 'Mu&#241;oz; Doe', '1984-02-29'])).toMatchObject({
      submitted: { lastNames: ['Mu&#241;oz', 'Doe'] },
      warnings: [{ field: 'lastNames', rule: expect.stringContaining('misread') as string }],
    });
  });

  test('of January 1, 1900 as a date of birth [BULK-20]', () => {
    expect(read(four, ['p1', 'Ana', 'Doe', '1/1/1900'])).toMatchObject({
      submitted: { dateOfBirth: '1900-01-01' },
      warnings: [{ field: 'dateOfBirth', rule: expect.stringContaining('unknown date of birth') as string }],
    });
  });

  test('of an e-mail address that stands for none [BULK-8]', () => {
    for (const cell of ['none@none.com', 'NoEmail@clinic.org', 'declined'])
      expect(withCell('Email', cell)).toMatchObject({
        submitted: { email: null },
        warnings: [{ field: 'email', rule: 'read as an empty cell' }],
      });
  });

  test('of an ID that the spreadsheet changed, and refuses one that is no ID [BULK-16]', () => {
    expect(read(four, ['="007"', 'Ana', 'Doe', '1984-02-29'])).toMatchObject({
      id: '007',
      warnings: [{ field: 'id' }],
    });
    expect(read(four, ['N/A', 'Ana', 'Doe', '1984-02-29'])).toMatchObject({
      kind: 'unreadable',
      id: null,
      errors: [{ field: 'id', rule: "must be the patient's ID, not a word or sign for none" }],
    });
  });
});

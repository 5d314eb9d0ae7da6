import { isPlaceholder, looksLikeTwoNames, looksMisread } from '../../../src/domain/bulk-imports/name-cell';

test.each([
  ...['Unknown', 'UNKNOWN', 'unk', 'N/A', 'n/a', 'n.a.', '#N/A', '-', '--', '.', '?', 'LNU', 'None', 'NULL'],
  ...['TBD', 'Last Name Unknown', 'not provided', 'No Last Name', 'XXX', '***'],
])('%s is no name [BULK-8]', cell => {
  expect(isPlaceholder(cell)).toBe(true);
});

test.each(['Na', 'Null', 'Nunez', 'Li', 'X', 'O', 'Noname-Smith', 'Unkrich', '李', 'Testa', ''])(
  '%s is a name, or nothing',
  cell => {
    expect(isPlaceholder(cell)).toBe(false);
  },
);

test.each(['RenÃ©e', 'MuÃ±oz', 'Mu?oz', 'Mu\ufffdoz', 'Oâ€™Brien', 'Ã–zil', 'BjÃ¸rn'])(
  '%s looks misread [BULK-8]',
  cell => {
    expect(looksMisread(cell)).toBe(true);
  },
);

test.each(['Renée', 'Muñoz', 'O’Brien', 'JOÃO', 'São', 'Ângela', 'Who?'])(
  '%s does not look misread',
  cell => {
    expect(looksMisread(cell)).toBe(false);
  },
);

test.each([
  'Doe/Smith',
  'Doe & Smith',
  'Doe, Smith',
  'Doe aka Smith',
  'Doe (Smith)',
  'Doe née Smith',
  'Ana and Bea',
])('%s looks like two names [BULK-8]', cell => {
  expect(looksLikeTwoNames(cell)).toBe(true);
});

test.each([
  'Doe',
  'Doe-Smith',
  'De la Cruz',
  'Garcia Lopez',
  'Doe, Jr.',
  'Doe, MD',
  "O'Brien",
  'Anderson',
  'Orlando',
])('%s looks like one name', cell => {
  expect(looksLikeTwoNames(cell)).toBe(false);
});

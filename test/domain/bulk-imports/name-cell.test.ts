// Names in many spellings.
// cspell:disable
import {
  holdsNote,
  isPlaceholder,
  looksLikeTwoNames,
  looksMisread,
} from '../../../src/domain/bulk-imports/name-cell';

test.each([
  ...['Unknown', 'UNKNOWN', 'unk', 'N/A', 'n/a', 'n.a.', '#N/A', '-', '--', '.', '?', 'LNU', 'None', 'NULL'],
  ...['TBD', 'Last Name Unknown', 'not provided', 'No Last Name', 'XXX', '***', 'xxxxx', 'NaN', 'undefined'],
  ...['[redacted]', 'WITHHELD', 'not known'],
])('%s is no name [BULK-8]', cell => {
  expect(isPlaceholder(cell)).toBe(true);
});

test.each(['Na', 'Nan', 'Null', 'Nunez', 'Li', 'X', 'O', 'Noname-Smith', 'Unkrich', '李', 'Testa', ''])(
  '%s is a name, or nothing',
  cell => {
    expect(isPlaceholder(cell)).toBe(false);
  },
);

test.each([
  ...['RenÃ©e', 'MuÃ±oz', 'Mu?oz', 'Jos?', 'Mu\ufffdoz', 'Oâ€™Brien', 'Ã–zil', 'BjÃ¸rn'],
  // UTF-8 read as Windows-1250, Windows-1251, MacRoman, and as DOS did.
  ...['RenĂ©e', 'РњР°СЂРёСЏ', 'Ren√©e', 'Ren├⌐e'],
  // MacRoman and DOS read as Windows-1252.
  ...['JosŽ', 'Mu–oz', 'Mu¤oz', 'Jos‚'],
  ...['Mu&ntilde;oz', 'Mu&#241;oz', 'Mu\\u00f1oz', 'Ren%C3%A9e', 'Mu_x00F1_oz'],
])('%s looks misread [BULK-8]', cell => {
  expect(looksMisread(cell)).toBe(true);
});

test.each([
  ...['Renée', 'Muñoz', 'O’Brien', 'JOÃO', 'São', 'Ângela', 'García–López', 'Łukasz', 'Мария', 'Şahin'],
  ...['ŽIŽEK', 'Žižek', 'Doe & Smith', 'MŒURS', 'Đorđe', 'Nguyễn', 'Γιάννης', '李', 'José'],
])('%s does not look misread', cell => {
  expect(looksMisread(cell)).toBe(false);
});

test.each([
  ...['John1', 'Smith*', '*Smith', '"Ann" Lee', '“Ann”', '=Smith', '@Smith', '-Smith', '44620', '1-Mar'],
  ...['Estate of Smith', 'Smith - DECEASED', "Smith DEC'D", 'Smith POA Jones', 'Baby Girl', 'Test'],
  ...['TEST PATIENT', 'ZZTest', 'Do not use', 'Mr. John'],
])('%s holds something besides a name [BULK-19]', name => {
  expect(holdsNote(name)).toBe(true);
});

test.each([
  ...['Doe', "O'Brien", 'O’Brien', 'De la Cruz', 'Garcia-Lopez', 'St. John', 'John 3rd', 'Doe, Jr.', '李'],
  ...['Nguyễn', 'Deceasedo', 'Testa', 'Vipond', 'Mercy', 'Drake', 'Missy', 'María José', 'Col·lell'],
])('%s is only a name', name => {
  expect(holdsNote(name)).toBe(false);
});

test.each([
  'Doe/Smith',
  'Doe & Smith',
  'Doe, Smith',
  'Doe aka Smith',
  'Doe (Smith)',
  'Doe née Smith',
  'Ana and Bea',
  'Doe\nSmith',
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
  'Doe, Sr., MD',
  "O'Brien",
  'Anderson',
  'Orlando',
])('%s looks like one name', cell => {
  expect(looksLikeTwoNames(cell)).toBe(false);
});

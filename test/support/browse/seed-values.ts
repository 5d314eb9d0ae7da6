/** Error-prone values, for the rows of the oracle's test. */

/** In every free text of the second company, so that its rows are recognized wherever they show. */
export const mark = 'Zqx';

/** Texts with wildcards, quotes, case, accents, spaces, and length that make them hard to find and sort. */
export const nastyTexts: readonly string[] = [
  '',
  ' ',
  'a',
  'A',
  'Ab',
  'aB',
  'Z',
  '_',
  '%',
  '\\',
  "'",
  '"',
  '100%',
  '100% sure',
  '100_sure',
  '100xsure',
  '1000 sure',
  'C:\\temp\\%',
  '\\%',
  '\\_',
  "O'Brien",
  "it''s",
  '"quoted"',
  'Chest pain',
  'chest pain',
  'CHEST PAIN',
  ' chest pain ',
  'chest  pain',
  'chest\tpain',
  'chest\npain',
  'Café',
  'Cafe\u0301',
  'cafe',
  'CAFÉ',
  'Peña',
  'Pena',
  'PEN\u0303A',
  'Müller',
  'Mu\u0308ller',
  'Muller',
  'Ångström',
  '\u212Bngstro\u0308m',
  'façade',
  'Facade',
  'Straße',
  'STRASSE',
  'Strasse',
  'Øresund',
  'Oresund',
  'Æsir',
  'Œuvre',
  'Łódź',
  'Đorđe',
  'Þór',
  'x\u0301\u0302y',
  'Nguyễn',
  'Жанна',
  'жанна',
  '日本',
  'ﬁne',
  'fine',
  '😀',
  '😀 smile',
  '\uFFFD',
  '\uFF5E',
  '👩‍⚕️ nurse',
  'O’Brien',
  '“quoted”',
  '3–4 days',
  '3-4 days',
  'so on…',
  '±5',
  '½ tablet',
  '5 µg',
  'a\u00A0b',
  'a b',
  'null',
  'NULL',
  'true',
  '0',
  '1.0',
  ') or true --',
  '$1',
  ':name',
  '?',
  '{}',
  '[]',
  'é'.repeat(300),
  `${'long '.repeat(90)}end`,
];

/** Names of people, most of them shared by several. */
export const names: readonly string[] = [
  ...['Jane', 'jane', 'JANE', 'José', 'Jose', 'Jose\u0301', "D'Angelo", 'Müller', 'Muller', 'Peña', 'Øyvind'],
  ...['Doe', 'DOE', 'Straßer', 'Strasser', 'de la Cruz', ' Smith ', 'Łukasz', '%', '_', 'Van\\Dyke'],
];

/** Days that are the first or last of something. */
export const days: readonly string[] = [
  ...['0100-01-01', '1899-12-31', '1900-01-01', '1999-12-31', '2000-02-29', '2020-02-29', '2021-03-01'],
  ...['2021-03-02', '2021-12-31', '2022-01-01', '2022-01-01', '2022-01-01', '9999-12-31'],
];

/** Birth dates. */
export const births: readonly string[] = ['1900-01-01', '1984-02-29', '1984-03-01', '2021-12-31'];

/** Amounts of money, with two decimals like their columns. */
export const amounts: readonly string[] = [
  ...['0.00', '0.01', '-0.01', '0.10', '33.33', '66.67', '99.90', '99.99', '100.00', '100.00', '100.10'],
  ...['-100.00', '1714.89', '999999999999.99', '-999999999999.99', '123456789012.34'],
];

/** Numbers that can be written in several ways, down to a millionth and up to fifteen digits. */
export const numbers: readonly string[] = [
  ...['0', '0.0', '1', '1.0', '1.00', '1.5', '1.50', '-1.5', '2', '3', '7.1', '100', '100.00', '0.000001'],
  ...['-273.15', '99.999999', '0.3333333333', '123456789012345.123456', '-123456789012345.123456', '1e-7'],
];

/** 32-bit integers. */
export const wholes: readonly number[] = [0, 1, 1, 2, 3, 30, 90, 90, -1, 2_147_483_647, -2_147_483_648];

/** Codes; some look similar. */
export const codes: readonly string[] = [
  'E11.9',
  'e11.9',
  'E11',
  'E119',
  '99213',
  '99213-25',
  '71046',
  'Z00_0',
];

/** Instants of discovery: several rows share one, and others are a millisecond apart. */
export const instants: readonly string[] = [
  ...['1969-12-31T23:59:59.999Z', '2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z'],
  ...['2026-01-01T00:00:00.001Z', '2026-01-01T00:00:00.002Z', '2026-03-29T01:30:00.000Z'],
  ...Array.from({ length: 40 }, (_none, index) => `2026-05-01T10:00:0${index % 5}.${100 + index}Z`),
];

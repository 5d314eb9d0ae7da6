/** Labels on scans with a misrecognized letter. */
import { extract } from '../../../src/reading/extraction/extract';
import { layout, page, type Line } from './layouts';

const lines = (birth: string, last: string): readonly Line[] => [
  [60, 40, 'Autorización para divulgar información médica'],
  [60, 100, last],
  [160, 100, 'Reyes'],
  [300, 100, 'Nombre'],
  [380, 100, 'Beatriz'],
  [60, 130, birth],
  [160, 130, '02/29/1984'],
];
const read = (source: 'text' | 'recognition', birth: string, last: string) =>
  extract(layout(page(lines(birth, last), { source, confidence: source === 'text' ? null : 90 })));

test.each([
  ['Date of Blrth', 'Apelidos'],
  ['Date of Bith:', 'Apellldos:'],
  ['1. Dale of Birth', 'Apellidos'],
  ['Fecha de naclmiento', 'Apellidos.'],
])('%s and %s are read as labels on a scan [CHECK-38]', (birth, last) => {
  const { data, text } = read('recognition', birth, last);
  expect(data.patientDateOfBirth?.date).toBe('1984-02-29');
  expect(data.patientName?.text).toBe('Beatriz Reyes');
  expect(text).toContain(birth);
});

test('Labels with two wrong letters, or in a document with its own text, are not read [CHECK-38]', () => {
  expect(read('recognition', 'Dale of Blrth', 'Apelidos').data.patientDateOfBirth).toBeNull();
  expect(read('text', 'Date of Blrth', 'Apellidos').data.patientDateOfBirth).toBeNull();
});

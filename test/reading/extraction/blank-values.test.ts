/** Values in the blanks of forms, in the arrangements that real forms have. */
import type { Box, AuthorizationData } from '../../../src/domain/auth-checks/extraction';
import type { Widget } from '../../../src/reading/document-layout';
import { extract } from '../../../src/reading/extraction/extract';
import { layout, page, widget, type Line } from './layouts';

const across = (x: number, y: number, width: number): Box => ({ x, y, width, height: 1 });
const down = (x: number, y: number, height: number): Box => ({ x, y, width: 1, height });
const title: Line = [60, 30, 'I authorize the release of my medical records'];

/** Reads a form with these lines of text, rules, and fields. */
function read(
  lines: readonly Line[],
  rules: readonly Box[] = [],
  widgets: readonly Widget[] = [],
): AuthorizationData {
  return extract(layout(page([title, ...lines], { rules, widgets }))).data;
}

/** Returns the name and birth date that are read. */
function person(data: AuthorizationData): readonly [string | undefined, string | undefined] {
  return [data.patientName?.text, data.patientDateOfBirth?.date];
}

const low = [across(50, 100, 500), across(50, 116, 500), ...[50, 300, 550].map(x => down(x, 100, 16))];

test('A label and its value share one low cell', () => {
  const lines: Line[] = [
    [54, 103, 'Patient Name: Ada Quist'],
    [304, 103, 'Date of Birth: 03/04/1980'],
  ];
  expect(person(read(lines, low))).toEqual(['Ada Quist', '1980-03-04']);
});

test('A value is in the cell next to its label', () => {
  const rules = [
    across(50, 100, 500),
    across(50, 116, 500),
    ...[50, 130, 300, 380, 550].map(x => down(x, 100, 16)),
  ];
  const lines: Line[] = [
    [54, 103, 'Patient Name'],
    [136, 103, 'Ada Quist'],
    [304, 103, 'Date of Birth'],
    [390, 103, '03/04/1980'],
  ];
  expect(person(read(lines, rules))).toEqual(['Ada Quist', '1980-03-04']);
});

test('A filled field that touches its label is read, whatever lines are near', () => {
  const field = widget('text', [124, 96], { value: 'Ada Quist' });
  const lines: Line[] = [[60, 98, 'Patient Name:']];
  expect(read(lines, [across(60, 130, 300), across(60, 95, 480)], [field]).patientName?.text).toBe(
    'Ada Quist',
  );
});

test('A value on the next row’s line belongs to that row', () => {
  const lines: Line[] = [
    [60, 100, 'Patient Name:'],
    [60, 124, 'Emergency contact:'],
    [170, 122, 'Boris Quist'],
  ];
  const rules = [across(140, 110, 200), across(160, 134, 200)];
  expect(read(lines, rules).patientName).toBeNull();
});

test('Captions under one line divide it', () => {
  const lines: Line[] = [
    [60, 98, 'Ada Quist'],
    [320, 98, '03/04/1980'],
    [60, 112, 'Patient Name'],
    [320, 112, 'Date of Birth'],
  ];
  expect(person(read(lines, [across(60, 109, 480)]))).toEqual(['Ada Quist', '1980-03-04']);
});

test('A birth date in three blanks is one date', () => {
  const lines: Line[] = [
    [60, 100, 'Date of Birth'],
    [134, 99, '03'],
    [172, 98, '04'],
    [212, 99, '1980'],
  ];
  const rules = [across(130, 110, 30), across(168, 110, 30), across(206, 110, 40)];
  expect(read(lines, rules).patientDateOfBirth?.date).toBe('1980-03-04');
});

test('A name in two fields is one name', () => {
  const fields = [widget('text', [120, 96], { value: 'Quist' }), widget('text', [360, 96], { value: 'Ada' })];
  const lines: Line[] = [
    [60, 98, 'Last Name:'],
    [300, 98, 'First Name:'],
  ];
  expect(read(lines, [], fields).patientName?.text).toBe('Ada Quist');
});

test('A cell holds the parts of a name, each after its own label', () => {
  const lines: Line[] = [
    [54, 103, 'Patient Name'],
    [136, 103, 'Last: Quist'],
    [270, 103, 'First: Ada'],
    [400, 103, 'Middle: M'],
  ];
  const rules = [across(50, 100, 500), across(50, 116, 500), ...[50, 130, 550].map(x => down(x, 100, 16))];
  expect(read(lines, rules).patientName?.text).toBe('Ada Quist');
});

test('A label that only says "Name" is the patient’s next to a birth date', () => {
  const lines: Line[] = [
    [60, 100, 'Name: ____________________'],
    [95, 99, 'Ada Quist'],
    [300, 100, 'Date of Birth: ______________'],
    [380, 99, '03/04/1980'],
  ];
  expect(person(read(lines))).toEqual(['Ada Quist', '1980-03-04']);
});

test('A label that only says "Name" under another party’s heading isn’t the patient’s', () => {
  const lines: Line[] = [
    [60, 200, 'Person or organization that receives the records'],
    [60, 220, 'Name: ____________________'],
    [95, 219, 'Boris Quist'],
  ];
  expect(read(lines).patientName).toBeNull();
});

test('Printed instructions and options in blanks are no values', () => {
  const lines: Line[] = [
    [60, 100, 'Purpose: ______________________________'],
    [110, 99, 'Please check one'],
    [60, 130, 'Release to: ______________________________'],
    [125, 129, 'the person listed below'],
  ];
  const data = read(lines);
  expect([data.purpose, data.recipient]).toEqual([null, null]);
});

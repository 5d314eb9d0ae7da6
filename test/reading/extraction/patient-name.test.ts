/** Names and birth dates for which a form has evidence in several places. */
import type { AuthorizationData } from '../../../src/domain/auth-checks/extraction';
import type { PageLayout } from '../../../src/reading/document-layout';
import { extract } from '../../../src/reading/extraction/extract';
import { layout, page, widget, type Line } from './layouts';

const title: Line = [60, 30, 'I authorize the release of my medical records'];
const read = (lines: readonly Line[], over: Partial<PageLayout> = {}): AuthorizationData =>
  extract(layout(page([title, ...lines], over))).data;

test("The patient's name is what is in the fields, not the heading over their labels [CHECK-49]", () => {
  const lines: Line[] = [
    [100, 60, 'Records Made Public'],
    [60, 80, 'Last name'],
    [240, 80, 'First name'],
    [420, 80, 'Date of birth'],
  ];
  const widgets = ['Doe', 'Ada', '02/29/1984'].map((value, index) => {
    const x = 60 + index * 180;
    return widget('text', [x, 92], { value, box: { x, y: 92, width: 120, height: 14 } });
  });
  const data = read(lines, {
    widgets,
    ink: { strokes: [], rules: [{ x: 50, y: 74, width: 500, height: 1 }] },
  });
  expect([data.patientName?.text, data.patientDateOfBirth?.date]).toEqual(['Ada Doe', '1984-02-29']);
});

test('The name in the blank behind "I," is read, whatever the sentence goes on with', () => {
  const lines: Line[] = [
    [60, 100, 'I,'],
    [80, 100, 'Ada Doe'],
    [280, 100, ', have received a copy of the notice.'],
  ];
  const ink = { strokes: [], rules: [{ x: 75, y: 112, width: 200, height: 1 }] };
  expect(read(lines, { ink }).patientName?.text).toBe('Ada Doe');
});

test("A heading under an empty place for the name isn't the name", () => {
  const lines: Line[] = [
    [60, 100, "Patient's Name:"],
    [260, 100, 'MRN#'],
    [60, 130, 'Copy Cost Calculations'],
  ];
  expect(read(lines).patientName).toBeNull();
});

test('The birth date is read under its label if the words beside it are a name', () => {
  const lines: Line[] = [
    [60, 100, 'PATIENT NAME: FIRST / LAST'],
    [380, 100, 'DATE OF BIRTH'],
    [285, 114, 'Ada Doe-Whitcombe'],
    [380, 114, 'November 12, 1935'],
  ];
  expect(read(lines).patientDateOfBirth?.date).toBe('1935-11-12');
});

test("Someone else's birth date isn't the patient's", () => {
  expect(
    read([
      [60, 100, "Mother's date of birth"],
      [60, 114, '11/12/1955'],
      [300, 100, 'Date of birth'],
      [300, 114, '11/12/1985'],
    ]).patientDateOfBirth?.date,
  ).toBe('1985-11-12');
});

/** Returns what is typed on a line under its label, and behind another. */
function readAt(label: string, value: string): AuthorizationData[] {
  const ink = { strokes: [], rules: [{ x: 60, y: 151, width: 240, height: 1 }] };
  const onLine: Line[] = [
    [62, 140, value],
    [60, 153, label],
  ];
  return [read(onLine, { ink }), read([[60, 140, `${label}: ${value}`]])];
}

test.each([
  'Patient',
  'Client',
  'Patient (print name)',
  'Pt. Name',
  'Resident name',
  'Student name',
  'Name of consumer',
  'Name of person whose records are requested',
  'Nombre legal',
  'Nombre del cliente',
  'Apellido, Nombre',
])('The name is read at the label %s [CHECK-63]', label => {
  for (const { patientName } of readAt(label, 'Ada Whitcombe'))
    expect(patientName?.text).toBe('Ada Whitcombe');
});

test.each(['Witness', 'Name of facility', 'Nombre del representante', 'Emergency contact name'])(
  "The name at the label %s isn't the patient's [CHECK-63]",
  label => {
    for (const { patientName } of readAt(label, 'Ada Whitcombe')) expect(patientName).toBeNull();
  },
);

test.each(['D/O/B', 'Birth', 'Nacimiento', 'Fecha nacimiento', 'Fecha de Nac.', 'F. de nac.', 'F.D.N.'])(
  'The birth date is read at the label %s [CHECK-63]',
  label => {
    for (const { patientDateOfBirth } of readAt(label, '02/29/1984'))
      expect(patientDateOfBirth?.date).toBe('1984-02-29');
  },
);

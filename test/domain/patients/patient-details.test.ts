import {
  authorizedFieldsOf,
  changedDetails,
  mergeLastNames,
  patientDetailNames,
  type PatientDetails,
} from '../../../src/domain/patients/details';

const details: PatientDetails = {
  firstName: 'Jane',
  lastNames: ['Doe', 'Smith'],
  dateOfBirth: '1984-02-29',
  sex: 'Female',
  zipCodes: ['02139', '10001'],
  city: 'Boston',
  state: 'MA',
  mobile: '+16175550100',
  email: 'jane@example.com',
  reference: 'PI-0042',
};

/** Another value for each detail, and the field of an authorization that it touches. */
const edits: ReadonlyArray<[Partial<PatientDetails>, string | null]> = [
  [{ firstName: 'Joan' }, 'name'],
  [{ lastNames: ['Doe', 'Jones'] }, 'name'],
  [{ dateOfBirth: '1984-02-28' }, 'dateOfBirth'],
  [{ sex: 'Other' }, 'sex'],
  [{ zipCodes: ['02139'] }, 'zipCodes'],
  [{ city: 'Salem' }, 'cityState'],
  [{ state: 'NH' }, 'cityState'],
  [{ mobile: null }, null],
  [{ email: null }, null],
  [{ reference: 'PI-0043' }, null],
];

test.each(edits)(
  'The edit %j is detected and touches the right field of the authorization [AUTH-10]',
  (edit, field) => {
    const changed = changedDetails(details, { ...details, ...edit });
    expect(changed).toEqual(Object.keys(edit));
    expect([...authorizedFieldsOf(changed)]).toEqual(field === null ? [] : [field]);
  },
);

test('The table of edits covers every detail of a patient', () => {
  expect(edits.flatMap(([edit]) => Object.keys(edit)).toSorted()).toEqual([...patientDetailNames].toSorted());
});

test('Sending what is already on file changes nothing', () => {
  expect(changedDetails(details, structuredClone(details))).toEqual([]);
});

test('Reordering last names is an edit only if the first one, the current name, changes [PATIENT-2] [DECISION-10]', () => {
  expect(changedDetails(details, { ...details, lastNames: ['Smith', 'Doe'] })).toEqual(['lastNames']);
  const several = { ...details, lastNames: ['Doe', 'Smith', 'Roe'] };
  expect(changedDetails(several, { ...several, lastNames: ['Doe', 'Roe', 'Smith'] })).toEqual([]);
});

test('Reordering ZIP codes is not an edit [DECISION-10]', () => {
  expect(changedDetails(details, { ...details, zipCodes: ['10001', '02139'] })).toEqual([]);
  expect(changedDetails(details, { ...details, zipCodes: ['10001', '02140'] })).toEqual(['zipCodes']);
});

test('Apostrophes and hyphens of different make are one name [DECISION-7]', () => {
  expect(
    mergeLastNames(['O’Brien', "O'Brien", 'OʼBrien', 'O`Brien', 'Doe-Smith', 'Doe–Smith', 'Doe‑Smith']),
  ).toEqual(['O’Brien', 'Doe-Smith']);
  const before = { ...details, firstName: 'D’Arcy', lastNames: ['O’Brien', 'Doe-Smith'] };
  const after = { ...details, firstName: "D'Arcy", lastNames: ["O'Brien", 'Doe–Smith'] };
  expect(changedDetails(before, after)).toEqual([]);
  expect(changedDetails(before, { ...after, lastNames: ['OBrien', 'Doe-Smith'] })).toEqual(['lastNames']);
});

test('Last names that differ only in case or accents are merged into the first spelling [DECISION-7]', () => {
  expect(mergeLastNames(['Núñez', 'NUNEZ', 'Doe', 'doe', 'Doe-Smith'])).toEqual([
    'Núñez',
    'Doe',
    'Doe-Smith',
  ]);
});

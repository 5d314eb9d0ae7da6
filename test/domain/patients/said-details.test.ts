import { type PatientDetails, detailsAfter, detailsOf } from '../../../src/domain/patients/details';

const onFile: PatientDetails = {
  firstName: 'Jane',
  lastNames: ['Doe', 'Smith'],
  dateOfBirth: '1984-02-29',
  sex: 'Female',
  zipCodes: ['02139', '10001'],
  city: 'Salem',
  state: 'MA',
  mobile: '+16175550123',
  email: 'jane@example.com',
};

describe('an edit', () => {
  test('that says nothing leaves everything [PATIENT-22]', () => {
    expect(detailsAfter(onFile, {})).toEqual(onFile);
  });

  test.each(['sex', 'city', 'state', 'mobile', 'email'] as const)(
    'clears %s by null and nothing else [PATIENT-22]',
    name => {
      expect(detailsAfter(onFile, { [name]: null })).toEqual({ ...onFile, [name]: null });
    },
  );

  test('merges last names that differ in case and accents only', () => {
    const said = { lastNames: ['Doe', 'DOE', 'Smith', 'Smíth'] };
    expect(detailsAfter(onFile, said)).toEqual(onFile);
  });

  test.each([
    ['zipCodes null clears them', { zipCodes: null }, []],
    ['an empty list clears them', { zipCodes: [] }, []],
    ['zipCodes takes the place of all, once each', { zipCodes: ['94110', '94110'] }, ['94110']],
    ['zipCode alone takes the place of the first', { zipCode: '94110' }, ['94110', '10001']],
    ['zipCode alone, as it is on file, changes nothing', { zipCode: '02139' }, ['02139', '10001']],
    ['zipCode alone, the second on file, is the only one then', { zipCode: '10001' }, ['10001']],
    ['zipCode null clears them', { zipCode: null }, []],
    ['zipCode stands before zipCodes', { zipCode: '94110', zipCodes: ['02139'] }, ['94110', '02139']],
    ['zipCode null with zipCodes is zipCodes', { zipCode: null, zipCodes: ['02139'] }, ['02139']],
  ])('of ZIP codes: %s [PATIENT-8]', (_, said, zipCodes) => {
    expect(detailsAfter(onFile, said)).toEqual({ ...onFile, zipCodes });
  });
});

describe('a whole form', () => {
  test('has none of what it leaves out', () => {
    const { firstName, lastNames, dateOfBirth } = onFile;
    expect(detailsOf({ firstName, lastNames, dateOfBirth })).toEqual({
      firstName,
      lastNames,
      dateOfBirth,
      sex: null,
      zipCodes: [],
      city: null,
      state: null,
      mobile: null,
      email: null,
    });
  });

  test('takes the legacy zipCode as the first of the ZIP codes [PATIENT-8]', () => {
    expect(detailsOf({ ...onFile, zipCode: '94110' }).zipCodes).toEqual(['94110', '02139', '10001']);
  });
});

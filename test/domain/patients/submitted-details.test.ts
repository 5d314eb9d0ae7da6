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
  reference: null,
};

describe('A patient edit', () => {
  test('without details changes nothing [PATIENT-22]', () => {
    expect(detailsAfter(onFile, {})).toEqual(onFile);
  });

  test.each(['sex', 'city', 'state', 'mobile', 'email'] as const)(
    'clears only %s with null [PATIENT-22]',
    name => {
      expect(detailsAfter(onFile, { [name]: null })).toEqual({ ...onFile, [name]: null });
    },
  );

  test('merges last names that differ only in case and accents', () => {
    const input = { lastNames: ['Doe', 'DOE', 'Smith', 'Smíth'] };
    expect(detailsAfter(onFile, input)).toEqual(onFile);
  });

  test.each([
    ['zipCodes null clears them', { zipCodes: null }, []],
    ['an empty list clears them', { zipCodes: [] }, []],
    ['zipCodes replaces them all, without repeats', { zipCodes: ['94110', '94110'] }, ['94110']],
    ['zipCode alone replaces the first', { zipCode: '94110' }, ['94110', '10001']],
    ['zipCode alone with the first on file changes nothing', { zipCode: '02139' }, ['02139', '10001']],
    ['zipCode alone with the second on file becomes the only one', { zipCode: '10001' }, ['10001']],
    ['zipCode null clears them', { zipCode: null }, []],
    ['zipCode comes before zipCodes', { zipCode: '94110', zipCodes: ['02139'] }, ['94110', '02139']],
    ['zipCode null with zipCodes leaves zipCodes', { zipCode: null, zipCodes: ['02139'] }, ['02139']],
  ])('of ZIP codes: %s [PATIENT-8]', (_, input, zipCodes) => {
    expect(detailsAfter(onFile, input)).toEqual({ ...onFile, zipCodes });
  });
});

describe('A complete set of patient details', () => {
  test('has null or nothing for each omitted detail', () => {
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
      reference: null,
    });
  });

  test('takes the legacy zipCode as the first ZIP code [PATIENT-8]', () => {
    expect(detailsOf({ ...onFile, zipCode: '94110' }).zipCodes).toEqual(['94110', '02139', '10001']);
  });
});

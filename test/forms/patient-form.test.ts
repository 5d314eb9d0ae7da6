import { detailsOf } from '../../src/domain/patients/details';
import { describeIssues } from '../../src/forms/field-issues';
import { patientForm } from '../../src/forms/patient-form';

const jane = { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29' };

/** Returns what a form keeps, or which rule of which field refuses it. */
function taken(more: object): unknown {
  const form = { ...jane, ...more };
  const parsed = patientForm.safeParse(form);
  return parsed.success ? parsed.data : describeIssues(parsed.error, form).issues;
}

test('A patient form accepts every field of a patient [PATIENT-1] [PATIENT-7]', () => {
  const whole = {
    firstName: 'Jane',
    lastNames: ['Doe', 'Smith'],
    dateOfBirth: '1984-02-29',
    sex: 'Female',
    zipCodes: ['02139', '02139-1234'],
    city: 'Salem',
    state: 'MA',
    mobile: '+16175550100',
    email: 'Jane@Example.com',
    siteSonar: true,
    patientHistories: false,
    ehrSearch: true,
  };
  expect(taken(whole)).toEqual(whole);
});

test.each(['Smith-Jones', 'Doe Jr', 'de la Cruz', 'O’Neil, Jr.', 'Smith/Jones'])(
  'The last name %s is kept whole as one name [PATIENT-3]',
  lastName => {
    const form = patientForm.parse({ ...jane, lastNames: [lastName, 'Doe'] });
    expect(detailsOf(form).lastNames).toEqual([lastName, 'Doe']);
  },
);

describe('A new patient', () => {
  test.each(['firstName', 'lastNames', 'dateOfBirth'])('is refused without %s [DECISION-7]', field => {
    const refused = JSON.stringify(taken({ [field]: undefined }));
    expect(refused).toMatch(new RegExp(`^\\[{"field":"${field}","rule":"is required[^}]*}\\]$`));
  });

  test.each(['00000', '99999', '99999-0000'])(
    'is refused with the ZIP code %s, which stands for none [PATIENT-24]',
    code => {
      const rule = 'must be a ZIP code in use: 00000 and 99999 stand for none';
      expect(taken({ zipCodes: ['02139', code] })).toEqual([{ field: 'zipCodes[1]', rule }]);
      expect(taken({ zipCode: code })).toEqual([{ field: 'zipCode', rule }]);
    },
  );

  test.each(['', ' ', '\u200b'])('can have a single name, with the first name %j [PATIENT-25]', firstName => {
    expect(taken({ firstName, lastNames: ['Suharto'] })).toEqual({
      ...jane,
      firstName: '',
      lastNames: ['Suharto'],
    });
    expect(taken({ firstName: undefined })).toEqual([
      {
        field: 'firstName',
        rule: 'is required; for a person with a single name, send it empty and the name in `lastNames`',
      },
    ]);
    expect(taken({ firstName, lastNames: [] })).toMatchObject([{ field: 'lastNames' }]);
    expect(taken({ lastNames: [''] })).toMatchObject([{ field: 'lastNames[0]' }]);
  });

  test('needs no other field', () => {
    expect(taken({})).toEqual(jane);
  });

  test.each([
    ['another order', '02/29/1984', 'must be a real date (YYYY-MM-DD)'],
    ['dots', '29.02.1984', 'must be a real date (YYYY-MM-DD)'],
    ['a month of one digit', '1984-2-29', 'must be a real date (YYYY-MM-DD)'],
    ['a time', '1984-02-29T00:00:00Z', 'must be a real date (YYYY-MM-DD)'],
    ['an impossible day', '1985-02-29', 'must be a real date (YYYY-MM-DD)'],
    ['an impossible day in a future year', '2999-02-30', 'must be a real date (YYYY-MM-DD)'],
    ['an impossible day before 1900', '1800-02-30', 'must be a real date (YYYY-MM-DD)'],
    ['a future day', '2999-01-01', 'must not be in the future'],
    ['a day before 1900', '1899-12-31', 'must not be before 1900'],
  ])('is refused once for a date of birth with %s [PATIENT-6] [DECISION-7]', (_, dateOfBirth, rule) => {
    expect(taken({ dateOfBirth })).toEqual([{ field: 'dateOfBirth', rule }]);
  });

  test.each(['Male', 'Female', 'Other', 'Unknown'])('can have the sex %s [DECISION-8]', sex => {
    expect(taken({ sex })).toEqual({ ...jane, sex });
  });

  test.each([
    ['sex', 'female'],
    ['sex', 'X'],
    ['zipCodes', ['2139']],
    ['zipCodes', ['02139-123']],
    ['zipCodes', Array.from({ length: 21 }, (_entry, index) => String(10_000 + index))],
    ['state', 'Massachusetts'],
    ['state', 'XX'],
    ['mobile', '555-0100'],
  ])('is refused with the %s %j [DECISION-8]', (field, value) => {
    expect(taken({ [field]: value })).toMatchObject([{ field: expect.stringContaining(field) as string }]);
  });

  test('gets a mobile number as E.164, however it was written [DECISION-8]', () => {
    expect(taken({ mobile: '(617) 555-0100' })).toEqual({ ...jane, mobile: '+16175550100' });
  });
});

const control = 'must be well-formed text without control characters';

describe('A patient form', () => {
  test.each([
    ['spaces around a ZIP code', { zipCodes: [' 02139 '], zipCode: '\t10001\n' }],
    ['spaces around an e-mail address', { email: ' Jane@Example.com\u00a0' }],
    ['spaces around a phone number', { mobile: `${' '.repeat(30)}(617) 555-0100${' '.repeat(30)}` }],
    ['spaces around a state', { state: ' ma ' }],
    ['marks of the writing direction in a name', { firstName: 'Ja\u202ene\u202c', lastNames: ['\u200fDoe'] }],
    ['a byte order mark and a zero-width space inside a name', { firstName: 'Ja\ufeffn\u200be' }],
    ['a soft hyphen in a city', { city: 'Sa\u00adlem' }],
    ['joiners outside of a word', { firstName: '\u200dJane\u200c \u200d\u200c', city: 'Salem\u200d' }],
    ['invisible characters around a phone number', { mobile: '\u202a+16175550100\u202c' }],
    ['invisible characters in the rest', { zipCode: '\ufeff10001', email: '\u200bJane@Example.com' }],
  ])('is stored without %s', (_, typed) => {
    const clean = {
      firstName: 'Jane',
      lastNames: ['Doe'],
      zipCodes: ['02139'],
      zipCode: '10001',
      city: 'Salem',
      state: 'MA',
      mobile: '+16175550100',
      email: 'Jane@Example.com',
    };
    const named = Object.fromEntries(Object.entries(clean).filter(([name]) => Object.hasOwn(typed, name)));
    expect(taken(typed)).toEqual({ ...jane, ...named });
  });

  test.each([
    ['Persian, a non-joiner', 'نی\u200cا'],
    ['Sinhala, a joiner', 'ශ\u0dca\u200dරී'],
  ])('keeps characters that join the letters of a word: %s', (_, firstName) => {
    expect(taken({ firstName })).toEqual({ ...jane, firstName });
  });

  test.each(['', ' ', '\u200b', '\u200b \u2060', '\ufeff', '\u200d', '\u202e\u202c'])(
    'refuses the name %j as empty, because it has no visible character',
    name => {
      expect(taken({ firstName: name, lastNames: [name], city: name })).toEqual([
        { field: 'lastNames[0]', rule: 'must not be empty' },
        { field: 'city', rule: 'must not be empty' },
      ]);
    },
  );

  test.each(['\0', '\u0007', '\u001b', '\u007f', '\u0085', '\ud800', '\udfff'])(
    'refuses %j in every text',
    character => {
      const inside = (text: string): string => `${text.slice(0, 2)}${character}${text.slice(2)}`;
      const texts = { firstName: 'Jane', zipCode: '02139', city: 'Salem', state: 'MA', email: 'j@x.example' };
      const form = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, inside(text)]));
      const mobile = `+16175550100${character}`;
      const fields = ['firstName', 'zipCode', 'city', 'state', 'mobile', 'email'];
      expect(taken({ ...form, mobile })).toEqual(fields.map(field => ({ field, rule: control })));
    },
  );

  test('reads a line break and a tab in a name as one space', () => {
    expect(taken({ firstName: 'Mary\t\r\nJane' })).toMatchObject({ firstName: 'Mary Jane' });
  });

  test.each(['617-555-0100 ext. 77', '617-555-0100 x77', '+1 617 555 0100;ext=77', '617-555-0100, 77'])(
    "refuses the extension in %s, and doesn't store the number without it",
    mobile => {
      const rule = 'must be a phone number without an extension';
      expect(taken({ mobile })).toEqual([{ field: 'mobile', rule }]);
    },
  );
});

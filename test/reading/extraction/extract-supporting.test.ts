import { extractSupporting } from '../../../src/reading/extraction/extract-supporting';
import { layout, page, type Line } from './layouts';
import { findWrittenDate } from '../../../src/reading/extraction/written-date';
import { deathCertificate, defuncion, guardianship, letters, paper, poder, powerOfAttorney } from './papers';
import { unitsOf } from '../../support/processor-work';

function read(...lines: readonly string[]) {
  const { data } = extractSupporting(paper(...lines));
  return {
    kind: data.kind,
    patient: data.patientName?.text ?? null,
    born: data.patientDateOfBirth?.date ?? null,
    representative: data.representative?.text ?? null,
    issued: data.issuedOn?.date ?? null,
    ends: data.endsOn?.date ?? null,
    died: data.dateOfDeath?.date ?? null,
  };
}

const nothing = { born: null, representative: null, issued: null, ends: null, died: null };

describe('Extraction from a supporting document [CHECK-23]', () => {
  test.each<readonly [string, readonly string[], object]>([
    [
      'a power of attorney',
      powerOfAttorney,
      {
        ...nothing,
        kind: 'powerOfAttorney',
        patient: 'Jane Doe',
        born: '1984-02-29',
        representative: 'Mary Poe',
        issued: '2024-05-05',
      },
    ],
    [
      'a power of attorney in Spanish',
      poder,
      {
        ...nothing,
        kind: 'powerOfAttorney',
        patient: 'Jane Doe',
        born: '1984-02-29',
        representative: 'Mary Poe',
        issued: '2024-05-05',
      },
    ],
    [
      'a form with labels',
      [
        'Health Care Proxy',
        'Principal: Jane Doe',
        'Agent: Mary Poe',
        'Dated: 05/05/2024',
        'Expires on: 05/05/2026',
      ],
      {
        ...nothing,
        kind: 'powerOfAttorney',
        patient: 'Jane Doe',
        representative: 'Mary Poe',
        issued: '2024-05-05',
        ends: '2026-05-05',
      },
    ],
    [
      'a guardianship order',
      guardianship,
      {
        ...nothing,
        kind: 'guardianship',
        patient: 'Jane Doe',
        representative: 'Mary Poe',
        issued: '2025-01-15',
        ends: '2027-12-31',
      },
    ],
    [
      'a guardianship order in Spanish',
      [
        'RESOLUCION DE TUTELA',
        'Tutela de Jane Doe, menor de edad. Se nombra a Mary Poe como tutora de la menor.',
        'Fecha de expedición: 15 de enero de 2025',
      ],
      {
        ...nothing,
        kind: 'guardianship',
        patient: 'Jane Doe',
        representative: 'Mary Poe',
        issued: '2025-01-15',
      },
    ],
    [
      'letters testamentary',
      letters,
      { ...nothing, kind: 'letters', patient: 'Jane Doe', representative: 'Mary Poe', issued: '2025-06-20' },
    ],
    [
      'letters testamentary in Spanish',
      [
        'CARTAS TESTAMENTARIAS',
        'Sucesión de Jane Doe, fallecida. Se nombra a Mary Poe como albacea de la sucesión.',
        'Expedido el 20 de junio de 2025.',
      ],
      { ...nothing, kind: 'letters', patient: 'Jane Doe', representative: 'Mary Poe', issued: '2025-06-20' },
    ],
    [
      'a death certificate',
      deathCertificate,
      { ...nothing, kind: 'deathCertificate', patient: 'Jane Doe', born: '1984-02-29', died: '2014-05-01' },
    ],
    [
      'a death certificate in Spanish',
      defuncion,
      { ...nothing, kind: 'deathCertificate', patient: 'Jane Doe', born: '1984-02-29', died: '2014-05-01' },
    ],
    [
      'a death certificate without a date',
      ['Certificate of Death', 'Name of decedent: Jane Doe', 'Date of death: unknown'],
      { ...nothing, kind: 'deathCertificate', patient: 'Jane Doe' },
    ],
  ])('finds the kind, the people, and the dates on %s', (_what, lines, expected) => {
    expect(read(...lines)).toEqual(expected);
  });

  test.each<readonly [string, readonly string[]]>([
    [
      'a petition for guardianship',
      ['In the matter of the guardianship of Jane Doe', 'Petition for appointment of guardian'],
    ],
    [
      'the revocation of a power of attorney',
      ['Revocation of power of attorney', 'I, Jane Doe, revoke the power of Mary Poe'],
    ],
    ['an authorization', ['Authorization for release of information', 'Attach the power of attorney']],
    ['an application for a certificate', ['Application for a certified copy of a death certificate']],
    ['a letter', ['Dear Ms Poe,', 'attached is what you asked for.']],
    ['a page without words', []],
  ])('finds nothing on %s', (_what, lines) => {
    expect(read(...lines)).toEqual({ ...nothing, kind: null, patient: null });
  });
});

describe('A supporting document made to be slow', () => {
  test.each([
    ['appointments', 'Power of attorney', 'I appoint'],
    ['names', 'Letters testamentary', 'that, a'],
    ['wards', 'Order appointing guardian', 'guardianship of'],
    ['dates', 'Power of attorney', 'dated 1'],
    ['labels', 'Certificate of death', 'date of death:'],
  ])('takes little work: nothing but %s', (_what, title, text) => {
    const lines = Array.from({ length: 10_000 }, (_, index): Line => [
      (index % 8) * 70,
      20 + Math.floor(index / 8) * 0.6,
      text,
    ]);
    const document = layout(page([[60, 0, title], ...lines]), page(lines, { number: 2 }));
    expect(unitsOf(() => extractSupporting(document))).toBeLessThan(400);
  });
});

describe('A date on a supporting document', () => {
  test.each([
    ['this 5th day of May, 2024', 'en', '2024-05-05'],
    ['el 1 de septiembre del 2024', 'es', '2024-09-01'],
    ['05/06/2014', 'en', '2014-05-06'],
    ['25/06/2014', 'es', '2014-06-25'],
    ['06/25/2014', 'es', '2014-06-25'],
    ['05/05/2014', 'es', '2014-05-05'],
  ] as const)('is read from "%s" (%s) as %s', (text, language, date) => {
    expect(findWrittenDate(text, language)?.date).toBe(date);
  });

  test('is not guessed if day and month are interchangeable', () => {
    expect(findWrittenDate('05/06/2014', 'es')).toBeUndefined();
  });
});

describe('The age on a death certificate', () => {
  const ageOn = (...lines: readonly string[]): number | null =>
    extractSupporting(paper(...deathCertificate, ...lines)).data.ageAtDeath?.years ?? null;

  test.each([
    ['Age: 54', 54],
    ['Age at death: 54 years', 54],
    ['Age - Last Birthday (Years): 54', 54],
    ['4a. AGE 7', 7],
    ['Edad: 54 años', 54],
    ['Jane Doe died in Boston on May 1, 2014 at the age of 30.', 30],
    ['Falleció en Boston a los 30 años.', 30],
    ['Age: 3 months', null],
    ['Age: 11 days', null],
    ['Aged cheese was served.', null],
    ['Under 1 year of age', null],
    ['Cause of death: stroke', null],
  ])('in %p is read as %p years [CHECK-48]', (line, years) => {
    expect(ageOn(line)).toBe(years);
  });

  test('is not read on other documents [CHECK-48]', () => {
    expect(extractSupporting(paper(...powerOfAttorney, 'Age: 54')).data.ageAtDeath).toBeNull();
  });
});

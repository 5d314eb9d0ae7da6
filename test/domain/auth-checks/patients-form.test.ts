import type { AuthorizationData, Extraction } from '../../../src/domain/auth-checks/extraction';
import { isSamePerson } from '../../../src/domain/auth-checks/named-person';
import { othersPages, sortForms, withPatientsForm } from '../../../src/domain/auth-checks/patients-form';
import { dated, found, good, reading } from '../../support/authorization-readings';

const jane = { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29' };
const unnamed = { patientName: null, patientDateOfBirth: null };
const robert = { patientName: found('Robert Keller'), patientDateOfBirth: dated('1971-07-07') };
const none = { evidence: 'none', hasLine: true, place: null } as const;

/** Returns a document with a form on each page. */
function forms(...overs: ReadonlyArray<Partial<AuthorizationData>>): Extraction {
  const all = overs.map((over, index) => ({ pages: [index + 1], data: { ...good, ...over } }));
  return { ...reading(overs[0]), forms: all, pageCount: all.length };
}

describe('The form that counts', () => {
  test.each<[string, Extraction, number, number[]]>([
    ["the patient's, wherever it is", forms(robert, {}), 2, [1]],
    ['the signed one of two', forms({ signature: none }, {}), 2, []],
    ['the one signed last', forms({ signatureDate: dated('2026-01-01') }, {}, robert), 2, [3]],
    ["the first, if none is the patient's", forms(robert, robert), 1, [2]],
    [
      'never a namesake with another date of birth',
      forms({ patientDateOfBirth: dated('1950-01-01') }, {}),
      2,
      [1],
    ],
    ["never a twin's", forms({ patientName: found('John Doe') }, {}), 2, [1]],
    ['never a signed one without a name', forms({ signature: none }, unnamed), 1, [2]],
    ['and a blank copy belongs to no one', forms({}, { ...unnamed, signature: none }), 1, []],
    [
      'and an identity card is no form',
      forms({}, { ...robert, documentType: 'unknown', signature: { ...none, hasLine: false } }),
      1,
      [],
    ],
  ])('is %s [CHECK-42]', (_title, document, page, others) => {
    expect(sortForms(document, jane).judged.pages).toEqual([page]);
    expect(othersPages(document, jane)).toEqual(others);
  });

  test('is the first without a patient, and others are those that name someone else [CHECK-42]', () => {
    const sorted = sortForms(forms({}, robert, unnamed), null);
    expect(sorted.judged.pages).toEqual([1]);
    expect(sorted.others.map(({ pages }) => pages)).toEqual([[2]]);
  });

  test("becomes the reading's data, so that everything else sees the patient's [CHECK-42]", () => {
    expect(withPatientsForm(forms(robert, {}), jane).data.patientName?.text).toBe('Jane Doe');
  });

  test('is the only one of a reading from before forms were told apart [CHECK-42]', () => {
    expect(sortForms(reading(robert), jane)).toMatchObject({ judged: { pages: [1] }, others: [] });
  });
});

describe('Two forms', () => {
  const at = (name: string | null, dateOfBirth: string | null = null) => ({ name, dateOfBirth });
  test.each([
    [at('Jane Doe', '1984-02-29'), at('Doe, Jane', '1984-02-29'), true],
    [at('Jane Q. Doe'), at('Jane Doe'), true],
    [at('Jane Doe', '1984-02-29'), at('Jane Doe', '1985-02-28'), false],
    [at('Jane Doe', '1984-02-29'), at('John Doe', '1984-02-29'), false],
    [at('Jane Doe'), at('Robert Keller'), false],
    [at('Jane Doe'), at('Jane Doc'), true],
    [at(null, '1984-02-29'), at('Jane Doe', '1984-02-29'), true],
    [at(null), at('Jane Doe'), undefined],
    [at(null), at(null), undefined],
  ])('of %j and %j are the same person’s: %s [CHECK-42]', (a, b, expected) => {
    expect(isSamePerson(a, b)).toBe(expected);
    expect(isSamePerson(b, a)).toBe(expected);
  });
});

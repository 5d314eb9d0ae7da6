/** The form that we prefill passes our own check once it is signed, however it comes back. */
import { judge, type Verdicts } from '../../src/domain/auth-checks/judge';
import type {
  AuthorizationFormContent,
  FormLanguage,
} from '../../src/domain/authorizations/authorization-form';
import { projectPurposes } from '../../src/domain/projects/project';
import { authorizationFormPdf } from '../../src/pdf/authorization-form';
import { extract } from '../../src/reading/extraction/extract';
import { layoutOf } from '../support/read-layout';
import { readPdf } from '../support/read-pdf';
import { officeScan, scanned, signForm, standardFax, type Signing } from '../support/signed-form';

const clinic = {
  name: 'Hudson Crossing Medical Center',
  addressLines: ['410 Riverview Ave', 'Yonkers, NY 10701'],
};
const jane: AuthorizationFormContent['patient'] = {
  firstName: 'Jane',
  lastNames: ['Doe', 'Smith'],
  dateOfBirth: '1984-02-29',
  zipCodes: ['02139'],
  city: 'Cambridge',
  state: 'MA',
  mobile: '+16175550134',
};
const begona = { ...jane, firstName: 'Begoña', lastNames: ['Núñez Ibáñez'] };

function contentOf(language: FormLanguage, facilities: AuthorizationFormContent['facilities']) {
  return {
    language,
    patient: language === 'en' ? jane : begona,
    facilities,
    recipient: { name: 'Harbor & Finch LLP', addressLines: ['200 Court Square', 'Boston, MA 02108'] },
    purpose: 'Legal',
    preparedOn: '2026-11-27',
  } as const;
}

const signings: Readonly<Record<FormLanguage, Signing>> = {
  en: {
    name: 'Jane Doe',
    on: '2026-11-26',
    labels: { signature: 'Signature', date: 'Date', name: 'Printed' },
  },
  es: {
    name: 'Begoña Núñez Ibáñez',
    on: '2026-11-26',
    labels: { signature: 'Firma', date: 'Fecha', name: 'Nombre' },
  },
};

async function judged(pdf: Uint8Array, { patient, purpose }: AuthorizationFormContent): Promise<Verdicts> {
  return judge(extract(await layoutOf(pdf.slice())), {
    on: '2026-11-27',
    patient: { ...patient, dateOfDeath: null },
    supporting: [],
    project: { purpose, companyName: 'Harbor & Finch LLP', isSandbox: false },
    searchDetails: null,
  });
}

/** Returns the checks that ran and didn't pass, with their codes. */
function notPassed({ sensitiveInformation, ...checks }: Verdicts): string[] {
  const categories = Object.entries(sensitiveInformation?.categories ?? {});
  return [...Object.entries(checks), ...categories].flatMap(([name, verdict]) =>
    verdict === null || verdict.status === 'passed' ? [] : [`${name}: ${verdict.code}`],
  );
}

const unsigned = [
  'capability: unsigned',
  'expiration: event',
  'signature: missing',
  'signatureDate: missing',
];

describe.each(['en', 'es'] as const)('The prefilled form in %s', language => {
  const one = contentOf(language, [clinic]);

  test.each([
    ['flattened', async (pdf: Uint8Array) => pdf],
    ['printed and scanned', (pdf: Uint8Array) => scanned(pdf, officeScan)],
    ['faxed in standard resolution', (pdf: Uint8Array) => scanned(pdf, standardFax)],
  ])(
    'passes every check once it is signed: %s [AUTH-30]',
    async (_, sent) => {
      const signed = await signForm(await authorizationFormPdf(one), signings[language]);
      expect(notPassed(await judged(await sent(signed), one))).toEqual([]);
    },
    60_000,
  );

  test('never passes as signed before it is, also after a fax [AUTH-30]', async () => {
    const blank = await authorizationFormPdf(one);
    for (const pdf of [blank, await scanned(blank, standardFax)])
      expect(notPassed(await judged(pdf, one)).toSorted()).toEqual([...unsigned, 'signerName: blank']);
  }, 60_000);

  test.each([
    ['without a facility', []],
    [
      'with five facilities',
      Array.from({ length: 5 }, (_, index) => ({ ...clinic, name: `${clinic.name} ${index}` })),
    ],
  ])('has two pages and names who may disclose: %s [AUTH-29]', async (_, facilities) => {
    const content = contentOf(language, facilities);
    const pdf = await authorizationFormPdf(content);
    const signed = await signForm(pdf, signings[language]);
    expect(notPassed(await judged(signed, content))).toEqual([]);
    const { pages } = await readPdf(pdf);
    expect(pages).toHaveLength(2);
    expect(facilities.filter(({ name }) => !pages[0]?.includes(name))).toEqual([]);
    // Pages of a fax get separated, so each says whose they are.
    const names = content.patient.lastNames[0] ?? '';
    expect(pages.filter(page => !page.includes(names) || !page.includes('02/29/1984'))).toEqual([]);
  });
});

test('A form has the elements and statements that 45 CFR 164.508(c) requires [AUTH-29]', async () => {
  const { pages } = await readPdf(await authorizationFormPdf(contentOf('en', [])));
  const text = pages.join(' ');
  const elements = [
    'Jane Doe',
    'Other last names used Smith',
    '(617) 555-0134',
    'Cambridge, MA 02139',
    'Any health care provider or health plan',
    'Harbor & Finch LLP',
    '200 Court Square, Boston, MA 02108',
    'Complete medical record, billing records, and imaging studies',
    'Legal matter, at my request',
    'One year after the date signed',
    'Substance use disorder records (42 CFR Part 2)',
    'Mental health records',
    'HIV/AIDS',
    'Genetic information',
    'Psychotherapy notes are not released with this form',
    'may revoke this authorization at any time',
    'may be redisclosed',
    'will not be conditioned on',
    'right to a copy',
    'authority to act for the patient',
  ];
  expect(elements.filter(element => !text.includes(element))).toEqual([]);
});

test.each(['en', 'es'] as const)(
  'The purpose of every project matches in %s [AUTH-30]',
  async language => {
    for (const purpose of projectPurposes) {
      const content = { ...contentOf(language, []), purpose };
      const signed = await signForm(await authorizationFormPdf(content), signings[language]);
      expect({ purpose, notPassed: notPassed(await judged(signed, content)) }).toEqual({
        purpose,
        notPassed: [],
      });
    }
  },
  60_000,
);

test('A form has the same bytes for the same content', async () => {
  const [first, second] = [
    await authorizationFormPdf(contentOf('es', [clinic])),
    await authorizationFormPdf(contentOf('es', [clinic])),
  ];
  expect(Buffer.compare(first, second)).toBe(0);
});

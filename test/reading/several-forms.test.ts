/** Files with several forms, and revoked forms. */
import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import type { Extraction } from '../../src/domain/auth-checks/extraction';
import { judge, type Verdicts } from '../../src/domain/auth-checks/judge';
import { suggest } from '../../src/domain/auth-checks/suggestion';
import { othersPages } from '../../src/domain/auth-checks/patients-form';
import { dayInUtc } from '../../src/domain/clinical/calendar-date';
import { extract } from '../../src/reading/extraction/extract';
import { readDocument } from '../../src/reading/read-document';
import { formPdf, janesForm, linesPdf, scanOf } from '../support/authorization-documents';

const jane = { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29', dateOfDeath: null } as const;
const robert = {
  ...janesForm().patient,
  firstName: 'Robert',
  lastNames: ['Keller'],
  dateOfBirth: '1971-07-07',
};
const unsigned = { signedOn: undefined };
const signed = {};

type Form = Parameters<typeof formPdf>[0];

async function bound(...parts: ReadonlyArray<Promise<Uint8Array>>): Promise<Uint8Array> {
  const all = await PDFDocument.create();
  for (const part of parts) {
    const source = await PDFDocument.load(await part);
    for (const page of await all.copyPages(source, source.getPageIndices())) all.addPage(page);
  }
  return all.save();
}

const janes = (form: Form = signed): Promise<Uint8Array> => formPdf(form);
const roberts = (form: Form = signed): Promise<Uint8Array> => formPdf({ patient: robert, ...form });

/** Writes words on a page, as a person would with a pen or a stamp. */
async function written(
  pdf: Promise<Uint8Array>,
  text: string,
  { x = 60, y = 40, size = 12 } = {},
): Promise<Uint8Array> {
  const document = await PDFDocument.load(await pdf);
  const font = await document.embedFont(StandardFonts.HelveticaBold);
  document.getPage(0).drawText(text, { x, y, size, font, color: rgb(0.7, 0, 0) });
  return document.save();
}

async function read(pdf: Uint8Array): Promise<Extraction> {
  const reading = await readDocument(pdf);
  if (reading.kind === 'refused') throw new Error(`refused: ${reading.refusal}`);
  return extract(reading.layout);
}

function judged(reading: Extraction): Verdicts {
  return judge(reading, {
    on: dayInUtc(new Date()),
    patient: jane,
    supporting: [],
    project: { purpose: 'Legal', companyName: 'Company acme', isSandbox: false },
    searchDetails: null,
  });
}

/** Returns `name.code` of each check that didn't pass. */
function troubles({ sensitiveInformation: _apart, ...checks }: Verdicts): string[] {
  return Object.entries(checks).flatMap(([name, verdict]) =>
    verdict === null || verdict.status === 'passed' ? [] : [`${name}.${verdict.code}`],
  );
}

const powerOfAttorney = (): Promise<Uint8Array> =>
  linesPdf(
    [
      'DURABLE POWER OF ATTORNEY',
      'I, Jane Doe, appoint Robert Keller as my agent.',
      'Signature of principal:',
    ],
    2,
  );
const identityCard = (): Promise<Uint8Array> =>
  linesPdf(['DRIVER LICENSE', 'Name: Robert Keller', 'Date of Birth: 07/07/1971', 'Class D']);

describe('A file with forms of several people', () => {
  test.each<[string, () => Promise<Uint8Array>, string[], number[]]>([
    [
      "warns of another person's page if both are signed",
      () => bound(janes(), roberts()),
      ['otherForms.anotherPerson'],
      [2],
    ],
    [
      "doesn't take another person's signature",
      () => bound(janes(unsigned), roberts()),
      [
        'otherForms.anotherPerson',
        'signature.missing',
        'signatureDate.missing',
        'signerName.blank',
        'capability.unsigned',
      ],
      [2],
    ],
    [
      "finds the patient's form behind another person's",
      () => bound(roberts(), janes()),
      ['otherForms.anotherPerson'],
      [1],
    ],
    [
      "names every page that isn't the patient's",
      () => bound(roberts(), janes(), roberts(unsigned)),
      ['otherForms.anotherPerson'],
      [1, 3],
    ],
    ['takes the signed one of two forms of the patient', () => bound(janes(unsigned), janes()), [], []],
    [
      "keeps a power of attorney and an agent's identity card, which are no forms",
      () => bound(janes(), powerOfAttorney(), identityCard()),
      [],
      [],
    ],
    [
      "doesn't take the signature under a power of attorney for the patient's",
      () => bound(janes(unsigned), powerOfAttorney()),
      ['signature.missing', 'signatureDate.missing', 'signerName.blank', 'capability.unsigned'],
      [],
    ],
  ])('%s [CHECK-42]', async (_title, make, expected, pages) => {
    const reading = await read(await make());
    expect(troubles(judged(reading))).toEqual(expected);
    expect(othersPages(reading, jane)).toEqual(pages);
  });

  test('is sorted the same way on a scan [CHECK-42]', async () => {
    const reading = await read(await scanOf(await bound(janes(unsigned), roberts())));
    expect(othersPages(reading, jane)).toEqual([2]);
    expect(judged(reading).signature?.status).toBe('failed');
  }, 60_000);

  test('is described by page numbers, and by nothing that is on those pages [CHECK-42]', async () => {
    const { otherForms } = judged(await read(await bound(roberts(), janes(), roberts())));
    expect(otherForms?.message).toBe(
      "Pages 1 and 3 are other people's forms. Nothing on them counts for this patient, and facilities " +
        "don't get it.",
    );
    expect(JSON.stringify(otherForms)).not.toMatch(/Robert|Keller|1971/);
  });
});

const revocation = [
  'REVOCATION OF AUTHORIZATION',
  'I, Jane Doe, revoke the authorization above.',
  'Signature of patient:',
  'Date: 11/22/2026',
];

describe('A revoked form', () => {
  test.each<[string, () => Promise<Uint8Array>, string | undefined]>([
    [
      'by words written on it',
      () => written(janes(), 'I REVOKE THIS AUTHORIZATION - J. Doe 11/22/2026'),
      'words',
    ],
    ['by a stamp', () => written(janes(), 'VOID', { x: 200, y: 400, size: 60 }), 'words'],
    ['by a stamp with a date', () => written(janes(), 'Canceled 11/22/2026'), 'words'],
    ['by words in Spanish', () => written(janes(), 'REVOCADA'), 'words'],
    ['by a signed page behind it', () => bound(janes(), linesPdf(revocation, 2)), 'signedRevocation'],
    ['by a signed page before it', () => bound(linesPdf(revocation, 2), janes()), 'signedRevocation'],
    ['not by an unsigned revocation page', () => bound(janes(), linesPdf(revocation)), undefined],
    [
      'not by a sentence about the right to do so',
      () => written(janes(), 'This authorization is void after one year. I may revoke this authorization.'),
      undefined,
    ],
    [
      "not by the form's own words for its staff",
      () => written(janes(), 'Revoked by: ____ Date: ____'),
      undefined,
    ],
  ])('is recognized %s [CHECK-43]', async (_title, make, code) => {
    const verdicts = judged(await read(await make()));
    expect(verdicts.revoked?.code).toBe(code);
    expect(suggest(verdicts).status).toBe(code === undefined ? 'Approved' : 'MissingSignature');
  });

  test("counts only for its own form: another person's revocation changes nothing [CHECK-43]", async () => {
    const roberts = [
      'AUTHORIZATION FOR RELEASE OF HEALTH INFORMATION',
      'Patient Name: Robert Keller',
      'Date of Birth: 07/07/1971',
      'I revoke this authorization.',
      'Signature of patient:',
    ];
    const verdicts = judged(await read(await bound(janes(), linesPdf(roberts, 4))));
    expect(verdicts.revoked).toBeNull();
    expect(verdicts.otherForms?.code).toBe('anotherPerson');
  });
});

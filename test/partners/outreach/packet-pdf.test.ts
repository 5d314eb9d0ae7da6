/** The text of the letter to a facility. */
import type { PurposeOfUse } from '../../../src/domain/purposes/purpose-of-use';
import type { PacketContent } from '../../../src/partners/outreach/packet-content';
import { packetPdf, type AuthorizationPlace } from '../../../src/partners/outreach/packet-pdf';
import { testOutreach } from '../../support/outreach';
import { layoutOf } from '../../support/read-layout';
import { readPdf } from '../../support/read-pdf';

const content: PacketContent = {
  recordRequestUid: '01a1fa97-cbfd-72da-9b40-09c034bab473',
  requestNumber: 'RR-482-177-3056',
  kind: 'billing',
  startDateOfService: '2020-01-01',
  endDateOfService: null,
  patient: { firstName: 'Jane', lastNames: ['Doe', 'Smith'], dateOfBirth: '1984-02-29', sex: 'Female' },
  site: {
    name: 'Mercy Clinic',
    addressLine1: '1 Main St',
    city: 'Boston',
    state: 'MA',
    zip: '02139',
    fax: '+16175550199',
  },
  onBehalfOf: 'Acme Legal',
  purposeOfUse: { purpose: 'Legal', code: 'HLEGAL', basis: 'authorization' },
  documentEtag: '"abc"',
};
const dates = { preparedOn: '2026-11-22', sendBy: '2026-11-24', answerBy: '2026-12-22' };

async function textOf(
  differs: Partial<PacketContent> = {},
  place: AuthorizationPlace = 'inside',
): Promise<string> {
  const { pages } = await readPdf(await packetPdf({ ...content, ...differs }, dates, testOutreach, place));
  return pages.join(' ');
}

test('The letter names sender, facility, patient, records, purpose, authority, deadline, and return address [REQUEST-30] [REQUEST-56]', async () => {
  const text = await textOf();
  for (const part of [
    ...['Recordwell Retrieval', '1 Example Plaza', '(312) 555-0100'],
    ...['Mercy Clinic', 'Boston, MA 02139', '(617) 555-0199'],
    ...['Jane Doe', 'Smith', '02/29/1984', 'Our reference', content.requestNumber],
    ...['Billing records', 'From 01/01/2020 to the present', 'Legal', '45 CFR 164.508'],
    ...['Please respond by 12/22/2026', 'by fax to (312) 555-0101', 'Or by mail'],
    'The signed authorization, on the pages following this letter',
  ])
    expect(text).toContain(part);
  expect(await textOf({}, 'beside')).toContain('The signed authorization, as a separate document');
});

test('The letter names the customer and the patient, after a cover sheet without patient data [REQUEST-37]', async () => {
  const { pages } = await readPdf(await packetPdf(content, dates, testOutreach, 'inside'));
  const [cover = '', letter = ''] = pages;
  expect(pages).toHaveLength(2);
  expect(letter).toContain('Re: Health records of Jane Doe, born 02/29/1984');
  expect(letter).toContain('on behalf of Acme Legal');
  const layout = await layoutOf(await packetPdf(content, dates, testOutreach, 'inside'));
  const lineOf = (page: number, word: string): number | undefined =>
    layout.pages[page]?.words.find(({ text }) => text === word)?.box.y;
  for (const page of [0, 1]) expect(lineOf(page, 'Clinic')).toBeLessThan((lineOf(page, 'Main') ?? 0) - 8);
  for (const part of ['Fax Cover Sheet', 'Mercy Clinic', '(617) 555-0199', 'Recordwell Retrieval'])
    expect(cover).toContain(part);
  expect(cover).not.toMatch(/Jane|Doe|Smith|1984|Female|Acme/);
});

test.each<[PurposeOfUse, string]>([
  [{ purpose: 'CoveredTreatment', code: 'TREAT', basis: 'coveredPurpose' }, '164.506(c)(2)'],
  [{ purpose: 'CoveredPayment', code: 'HPAYMT', basis: 'coveredPurpose' }, '164.506(c)(3)'],
  [{ purpose: 'CoveredOperations', code: 'HOPERAT', basis: 'coveredPurpose' }, '164.506(c)(4)'],
  [{ purpose: 'IndividualAccess', code: 'PATRQT', basis: 'identityToken' }, '164.524'],
  [{ purpose: 'Legal', code: 'HLEGAL', basis: 'approval' }, 'Reviewed and approved'],
])('The letter cites its basis: %o', async (purposeOfUse, cited) => {
  const text = await textOf({ purposeOfUse, documentEtag: null });
  expect(text).toContain(cited);
  expect(text).toContain('No enclosures');
});

test('A letter with the same content has the same bytes, so that a packet recreated after a crash is identical', async () => {
  const [first, second] = [
    await packetPdf(content, dates, testOutreach, 'inside'),
    await packetPdf(content, dates, testOutreach, 'inside'),
  ];
  expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
});

test("The letter asks for the custodian's certification only if the customer did [REQUEST-40]", async () => {
  const asks = 'signed by your custodian of records';
  expect(await textOf({ needsCertification: true })).toContain(asks);
  expect(await textOf()).not.toContain(asks);
});

test.each([
  ['phone', 'let us know by phone at (312) 555-0100'],
  ['fax', 'let us know by fax at (312) 555-0101'],
  ['addressLines', 'let us know at the address above'],
])('A misdirected packet says whom to tell, by what the sender has: %s', async (has, told) => {
  const { name, addressLines, ...numbers } = testOutreach.sender;
  const sender = {
    name,
    addressLines,
    ...(has === 'phone' ? numbers : {}),
    ...(has === 'fax' && numbers.fax !== undefined ? { fax: numbers.fax } : {}),
  };
  const { pages } = await readPdf(await packetPdf(content, dates, { ...testOutreach, sender }, 'inside'));
  expect(pages).toHaveLength(2);
  for (const page of pages) expect(page).toContain(told);
});

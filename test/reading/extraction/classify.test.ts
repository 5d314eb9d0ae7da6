import { classify } from '../../../src/reading/extraction/classify';

test.each([
  'If you are not the patient, attach a power of attorney or other proof of authority.',
  'If someone else signs, please include a copy of your durable power of attorney for health care.',
  'Personal representatives must provide a signed and notarized medical power of attorney.',
  'Are you acting under a power of attorney? Yes No',
  'Attach power of attorney here.',
  'Do you have a health care proxy? Bring it to your visit.',
  'A power of attorney is a document in which one person appoints another.',
  'The agent named in the durable power of attorney signs below.',
  'For a deceased patient, attach the death certificate and any letters testamentary.',
  'Submit certified letters of administration if there is an estate.',
  'Enclose a copy of the order appointing a guardian.',
  'Si firma otra persona, adjunte una carta poder notariada.',
  'Adjunte el certificado de defuncion.',
])('A page that only mentions a document is not that document: %s [CHECK-23]', text => {
  expect(classify(`Checklist for your visit\n${text}\nThank you.`)).toBeNull();
});

test.each([
  ['DURABLE POWER OF ATTORNEY FOR HEALTH CARE\nI, Jane Doe, appoint', 'powerOfAttorney'],
  ['THE DURABLE POWER OF ATTORNEY OF JANE DOE', 'powerOfAttorney'],
  ['STATE OF TEXAS\nSTATUTORY DURABLE POWER OF ATTORNEY', 'powerOfAttorney'],
  ['Giving Someone a Power of Attorney for Your Health Care', 'powerOfAttorney'],
  ['Part 1 of this form is a power of attorney for health care.', 'powerOfAttorney'],
  ['By this power of attorney I, Jane Doe, appoint', 'powerOfAttorney'],
  [
    'Keep a copy of your power of attorney with you.\nCalifornia\nMEDICAL POWER OF ATTORNEY\nI, Jane Doe',
    'powerOfAttorney',
  ],
  ['CERTIFIED COPY\nCERTIFICATE OF DEATH\nDecedent name: Jane Doe', 'deathCertificate'],
  ['State of Ohio\nCertified copy of certificate of death', 'deathCertificate'],
  ['Probate Court\nLETTERS TESTAMENTARY\nEstate of Jane Doe', 'letters'],
  ['ORDER APPOINTING GUARDIAN', 'guardianship'],
  ['CARTA PODER\nYo, Jane Doe, otorgo', 'powerOfAttorney'],
] as const)('A document with its title is that document: %s [CHECK-23]', (text, kind) => {
  expect(classify(text)).toBe(kind);
});

test('A page of many mentions is judged in bounded time, and is none of the kinds', () => {
  expect(classify('attach a power of attorney, '.repeat(1_000))).toBeNull();
});

import {
  authorizationFormPdf,
  type AuthorizationFormInput,
} from '../../evaluation/forms/authorization-form-pdf';
import { readPdf } from '../support/read-pdf';

const filled: AuthorizationFormInput = {
  patient: {
    firstName: 'Adaeze',
    lastNames: ['Okafor-Lindqvist', 'Mensah'],
    dateOfBirth: '1961-04-12',
    addressLines: ['17 Birch Street', 'Dobbs Ferry, NY 10522'],
    phone: '(914) 555-0188',
  },
  disclosingParty: {
    name: 'Hudson Crossing Medical Center',
    addressLines: ['410 Riverview Avenue', 'Yonkers, NY 10701'],
  },
  recipient: { name: 'Harbor & Finch LLP', addressLines: ['200 Court Square', 'Boston, MA 02108'] },
  information: ['medicalRecord', 'imaging'],
  datesOfService: { from: '2016-01-01', to: '2026-06-30' },
  purpose: 'Legal claim, at my request',
  expiresOn: '2027-06-30',
  signedOn: '2026-06-29',
};

describe('The authorization form', () => {
  test('has every element that 45 CFR 164.508(c) requires on one page', async () => {
    const { pages } = await readPdf(await authorizationFormPdf(filled));
    expect(pages).toHaveLength(1);
    const elements = [
      'Patient name Adaeze Okafor-Lindqvist',
      'Mensah',
      'Date of birth 04/12/1961',
      '17 Birch Street, Dobbs Ferry, NY 10522',
      'Hudson Crossing Medical Center',
      'Harbor & Finch LLP',
      '☑ Complete medical record',
      '☐ Billing records',
      '☑ Imaging studies',
      '01/01/2016 through 06/30/2026',
      'Legal claim, at my request',
      '06/30/2027',
      'may revoke this authorization',
      'may be redisclosed',
      'will not be conditioned on',
      'receive a copy',
      'Signature of patient',
      '06/29/2026',
      'Relationship to patient',
    ];
    expect(elements.filter(element => !pages[0]?.includes(element))).toEqual([]);
  });

  test('leaves signature, date, and signer empty if the patient has not signed', async () => {
    const { signedOn: _, ...unsigned } = filled;
    const { pages } = await readPdf(await authorizationFormPdf(unsigned));
    const { pages: signed } = await readPdf(await authorizationFormPdf(filled));
    const timesNamed = (text = ''): number => text.split('Adaeze').length - 1;
    expect([timesNamed(signed[0]), timesNamed(pages[0])]).toEqual([2, 1]);
    expect(pages[0]).not.toContain('Self');
  });

  test('has the same bytes for the same input', async () => {
    expect(Buffer.compare(await authorizationFormPdf(filled), await authorizationFormPdf(filled))).toBe(0);
  });

  test('supports names and addresses of any script and length', async () => {
    const patient = {
      ...filled.patient,
      firstName: 'Łukasz',
      lastNames: ['山田'],
      addressLines: ['Łódzka 7 '.repeat(60)],
    };
    const { pages } = await readPdf(await authorizationFormPdf({ ...filled, patient }));
    expect(pages.join(' ')).toContain('Łukasz □□');
    expect(pages.join(' ')).toContain('Signature of patient');
  });
});

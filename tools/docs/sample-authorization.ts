import { authorizationFormPdf } from '../../evaluation/forms/authorization-form-pdf';

/**
 * A filled authorization of the invented patient that the README registers, to upload on a sandbox. Its dates
 * are fixed, so that the same bytes come out every time; it is good until 2036.
 */
export async function sampleAuthorization(): Promise<Uint8Array> {
  return authorizationFormPdf({
    patient: {
      firstName: 'Jane',
      lastNames: ['Doe'],
      dateOfBirth: '1984-02-29',
      addressLines: ['4 Elm Street', 'Cambridge, MA 02139'],
      phone: '617-555-0100',
    },
    disclosingParty: { name: 'Any health care provider', addressLines: [] },
    recipient: { name: 'Demo company', addressLines: ['1 Example Plaza', 'Chicago, IL 60601'] },
    information: ['medicalRecord', 'billing', 'imaging'],
    purpose: 'Legal',
    expiresOn: '2036-11-20',
    signedOn: '2026-11-20',
  });
}

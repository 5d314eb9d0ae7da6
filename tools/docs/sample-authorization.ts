import { authorizationFormPdf } from '../../evaluation/forms/authorization-form-pdf';
import { sampleRecipient } from '../../src/domain/auth-checks/judge-content';

/**
 * Returns a filled authorization of the made-up patient that the README registers. It passes on every sandbox
 * project, for any company and purpose. Its dates are fixed, so that the bytes are always the same; it
 * expires in 2036.
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
    recipient: { name: sampleRecipient, addressLines: ['1 Example Plaza', 'Chicago, IL 60601'] },
    information: ['medicalRecord', 'billing', 'imaging'],
    purpose: 'At the request of the individual',
    expiresOn: '2036-11-20',
    signedOn: '2026-11-20',
  });
}

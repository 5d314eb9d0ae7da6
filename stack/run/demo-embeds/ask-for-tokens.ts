/**
 * What a customer's server does before it shows the embeds: it creates a patient with a document, and gets
 * fresh tokens for each view.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createCustomer,
  patientWaitsMs,
  Refusal,
  upload,
  type Account,
  type Customer,
} from '../../demo/customer';
import { projectRoot } from '../cache';

/** The patient of the sample authorization. */
const patientId = 'demo-embeds';
const form = {
  firstName: 'Jane',
  lastNames: ['Doe'],
  dateOfBirth: '1984-02-29',
  sex: 'Female',
  zipCodes: ['02139'],
};
const document = join(projectRoot, 'docs/guides/sample-authorization.pdf');

/** The tokens that open the embeds. */
export interface EmbedTokens {
  readonly authCheck: string;
  readonly siteFinder: string;
  readonly clinicalData: string;
}

async function getPatient(customer: Customer): Promise<Awaited<ReturnType<Customer['getPatient']>>> {
  try {
    return await customer.getPatient(patientId);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 404) throw error;
    return customer.putPatient(patientId, form);
  }
}

/**
 * Registers the patient and uploads the authorization if they don't exist yet, and requests tokens.
 * @throws Refusal if the API returns an error
 */
export async function askForTokens(account: Account): Promise<EmbedTokens> {
  const customer = createCustomer(account, patientWaitsMs);
  let patient = await getPatient(customer);
  if (patient.embedToken === undefined) {
    await upload(patient.authorization.uploadUrl, await readFile(document));
    patient = await customer.getPatient(patientId);
  }
  if (patient.embedToken === undefined) throw new Error("The upload isn't processed yet. Reload the page.");
  const [siteFinder, clinicalData] = await Promise.all([
    customer.mintSiteFinder(),
    customer.mintClinicalData(patientId),
  ]);
  return { authCheck: patient.embedToken, siteFinder, clinicalData };
}

import type { Changes } from '../domain/changes';
import type { Patient } from '../domain/patients/patient';
import type { PurposeOfUse } from '../domain/purposes/purpose-of-use';
import { insertDisclosure, listDisclosures, type Disclosure } from '../store/audit/disclosures';
import { resource, type AuditedResource, type Change, type OperatorChange } from './change';
import { getOperatorsPatient, type PatientRef } from './operators';

/** What is disclosed about a patient, and to whom. */
export interface Disclosed extends Pick<Disclosure, 'recipient' | 'asked' | 'facility'> {
  readonly patient: Pick<Patient, 'uid' | 'companyUid' | 'authorizationEtag'>;
  /** The record that the audit row refers to. */
  readonly subject: AuditedResource;
  readonly under: PurposeOfUse;
}

/** Returns what the audit row says about it. */
function changesOf({ purpose, basis }: PurposeOfUse): Changes {
  return { purpose: { from: 'none', to: purpose }, basis: { from: 'none', to: basis } };
}

/**
 * Records disclosures of a patient's details to an outside party in the transaction that releases them, and
 * writes the one audit row with the purpose and its basis (45 CFR 164.528).
 * @param subjectUids what is disclosed: runs, requests, or asks of one; a disclosure each
 * @param options the event of the audit row, unless it is the change's own, and the operator's reason in
 * their words
 */
export async function recordDisclosures(
  change: Change,
  { patient, recipient, asked, facility, subject, under }: Disclosed,
  subjectUids: readonly string[],
  options: { readonly event?: string; readonly reason?: string | undefined } = {},
): Promise<void> {
  for (const subjectUid of subjectUids)
    await insertDisclosure(change.tx, {
      uid: change.newUid(),
      companyUid: patient.companyUid,
      patientUid: patient.uid,
      recipient,
      asked,
      facility,
      subjectUid,
      purpose: under.purpose,
      purposeCode: under.code,
      basis: under.basis,
      documentEtag: patient.authorizationEtag,
      disclosedAt: change.now,
    });
  await change.audit(subject, options.event, changesOf(under), options.reason);
}

/** The most disclosures that are listed. */
export const disclosuresMax = 1_000;

/**
 * Lists a patient's disclosures, newest first, at most 1,000. @throws OperatorError as `getOperatorsPatient`
 */
export async function inspectDisclosures(change: OperatorChange, ref: PatientRef): Promise<Disclosure[]> {
  const { patient } = await getOperatorsPatient(change.tx, ref);
  await change.audit(resource('patient', patient));
  return listDisclosures(change.tx, patient.uid, disclosuresMax);
}

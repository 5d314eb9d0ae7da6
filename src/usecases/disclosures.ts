import type { DisclosedFor } from '../domain/audit-events';
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

/** The events that disclose something about a patient. */
export type DisclosingEvent =
  | 'search.start'
  | 'search.resume'
  | 'recordRequest.send'
  | 'recordRequest.markSent'
  | 'recordRequest.changeStatus';

/**
 * Records disclosures of a patient's details to an outside party in the transaction that releases them, and
 * writes the one audit row with the purpose and its basis (45 CFR 164.528).
 * @param subjectUids what is disclosed: runs, requests, or asks of one; a disclosure each
 * @param row the event of the audit row, and if it moves a record request, from which status to which; the
 * operator's reason in their words
 */
export async function recordDisclosures(
  change: Change,
  { patient, recipient, asked, facility, subject, under }: Disclosed,
  subjectUids: readonly string[],
  row: Pick<DisclosedFor, 'status'> & {
    readonly event: DisclosingEvent;
    readonly reason?: string | undefined;
  },
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
  const { event, status, reason } = row;
  const { purpose, basis } = under;
  const changes = { purpose, basis, ...(status === undefined ? {} : { status }) };
  await change.audit(subject, event, changes, reason);
}

/** The most disclosures that are listed. */
export const disclosuresMax = 1_000;

/**
 * Lists a patient's disclosures, newest first, at most 1,000. @throws OperatorError as `getOperatorsPatient`
 */
export async function inspectDisclosures(change: OperatorChange, ref: PatientRef): Promise<Disclosure[]> {
  const { patient } = await getOperatorsPatient(change.tx, ref);
  await change.auditLook(resource('patient', patient));
  return listDisclosures(change.tx, patient.uid, disclosuresMax);
}

import type { Changes } from '../domain/changes';
import type { Patient } from '../domain/patients/patient';
import type { PurposeOfUse } from '../domain/purposes/purpose-of-use';
import { insertDisclosure, listDisclosures, type Disclosure } from '../store/disclosures';
import { resource, type AuditedResource, type Change, type OperatorChange } from './change';
import { getOperatorsPatient, type PatientRef } from './operators';

/** What of a patient leaves, and for whom. */
export interface Disclosed extends Pick<Disclosure, 'recipient' | 'asked' | 'subjectUid'> {
  readonly patient: Pick<Patient, 'uid' | 'companyUid' | 'authorizationEtag'>;
  /** What the audit row points at. */
  readonly subject: AuditedResource;
  readonly under: PurposeOfUse;
}

/** What the audit row tells of it. */
function changesOf({ purpose, basis }: PurposeOfUse): Changes {
  return { purpose: { from: 'none', to: purpose }, basis: { from: 'none', to: basis } };
}

/** Notes one disclosure of several that leave with a change. */
async function note(
  change: Change,
  { patient, recipient, asked, subjectUid, under }: Disclosed,
): Promise<void> {
  await insertDisclosure(change.tx, {
    uid: change.newUid(),
    companyUid: patient.companyUid,
    patientUid: patient.uid,
    ...{ recipient, asked, subjectUid },
    purpose: under.purpose,
    purposeCode: under.code,
    basis: under.basis,
    documentEtag: patient.authorizationEtag,
    disclosedAt: change.now,
  });
}

/**
 * Notes that details of a patient leave for somebody outside, in the transaction that lets them go, and writes the audit
 * row of the change with the purpose and its basis (45 CFR 164.528).
 * @param reason why an operator let them go, in their words
 */
export async function recordDisclosure(
  change: Change,
  event: string | undefined,
  disclosed: Disclosed,
  reason?: string,
): Promise<void> {
  await note(change, disclosed);
  await change.audit(disclosed.subject, event, changesOf(disclosed.under), reason);
}

/** The same for what leaves in several asks: a disclosure for each, and the one audit row. */
export async function recordDisclosures(
  change: Change,
  disclosed: Disclosed,
  subjectUids: readonly string[],
): Promise<void> {
  for (const subjectUid of subjectUids) await note(change, { ...disclosed, subjectUid });
  await change.audit(disclosed.subject, undefined, changesOf(disclosed.under));
}

/** The most disclosures that are listed. */
export const disclosuresMax = 1_000;

/** What has left of a patient, newest first, at most 1,000. @throws OperatorError as `getOperatorsPatient` */
export async function inspectDisclosures(change: OperatorChange, ref: PatientRef): Promise<Disclosure[]> {
  const { patient } = await getOperatorsPatient(change.tx, ref);
  await change.audit(resource('patient', patient));
  return listDisclosures(change.tx, patient.uid, disclosuresMax);
}

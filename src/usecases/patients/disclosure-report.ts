/** The accounting of a patient's disclosures, for members. */
import { assertPermission } from '../../access/authorize';
import { disclosureReportPdf } from '../../pdf/disclosure-report';
import { listDisclosures } from '../../store/audit/disclosures';
import { listWithdrawnOf } from '../../store/clinical/withdrawn-report';
import { getCompanyByUid } from '../../store/tenants/tenants';
import { resource } from '../change';
import { disclosuresMax } from '../disclosures';
import type { MemberReading } from '../reading';
import { readVisiblePatient } from './member-patients';

/**
 * Returns the accounting of a patient's disclosures as a PDF (45 CFR 164.528), newest first, at most 1,000,
 * with the records that were shown as the patient's and withdrawn since.
 * @throws Problem `permission.missing`, 404 for a patient that the member doesn't see
 */
export async function makeDisclosureReport(
  reading: MemberReading,
  patientUid: string,
): Promise<{ readonly bytes: Uint8Array; readonly fileName: string }> {
  const { patient } = await readVisiblePatient(reading, patientUid);
  assertPermission(reading.principal, 'ViewPatients');
  assertPermission(reading.principal, 'ViewAuditLog');
  reading.saw(resource('patient', patient));
  const { name, timeZone } = await getCompanyByUid(reading.db, patient.companyUid);
  const disclosures = await listDisclosures(reading.db, patient.uid, disclosuresMax + 1);
  const bytes = await disclosureReportPdf({
    company: { name, timeZone },
    patient,
    disclosures: disclosures.slice(0, disclosuresMax),
    isCut: disclosures.length > disclosuresMax,
    withdrawn: await listWithdrawnOf(reading.db, patient.uid, disclosuresMax),
    at: reading.now,
  });
  // The name of the file has no patient data, because it ends up in folders and histories.
  return { bytes, fileName: `Disclosures ${patient.uid}.pdf` };
}

/**
 * Tokens that a customer's server asks for, for a page that frames an embed; nothing is stored (EMBED-13).
 */
import { decideParent, type FramingPolicy } from '../../domain/embeds/framing';
import type { ClinicalDataClaims } from '../../embeds/clinical-data/token';
import type { SiteFinderClaims } from '../../embeds/site-finder/token';
import { resource } from '../change';
import { getPatient } from '../patients/patients';
import type { ProjectReading, Reading } from '../reading';

/**
 * What a token of the site finder says: it is of the caller's company, user and environment (EMBED-17).
 * @throws Problem `embed.parentOriginNotApproved`, `embed.parentOriginMissing`
 */
export function claimSiteFinder(
  { principal, saw }: Reading,
  policy: FramingPolicy,
  asked: string | undefined,
): SiteFinderClaims {
  const { companyUid, userUid, environment } = principal;
  const parentOrigin = decideParent(policy, asked);
  saw(resource('user', { uid: userUid, companyUid }));
  return { companyUid, userUid, environment, parentOrigin };
}

/**
 * What a token of a patient's clinical data says: which patient, and who asked for it (EMBED-6).
 * @throws Problem 404, `embed.parentOriginNotApproved`, `embed.parentOriginMissing`
 */
export async function claimClinicalData(
  reading: ProjectReading,
  patientId: string,
  policy: FramingPolicy,
  asked: string | undefined,
): Promise<ClinicalDataClaims> {
  const { companyUid, userUid, environment } = reading.principal;
  const patient = await getPatient(reading, patientId);
  const parentOrigin = decideParent(policy, asked);
  reading.saw(resource('patient', patient));
  const { uid: patientUid, projectUid } = patient;
  return { companyUid, userUid, environment, projectUid, patientUid, parentOrigin };
}

/** Tokens that a customer's server requests for a page that frames an embed; nothing is stored (EMBED-13). */
import { decideParent, type FramingPolicy } from '../../domain/embeds/framing';
import type { ClinicalDataClaims } from '../../embeds/clinical-data/token';
import type { SiteFinderClaims } from '../../embeds/site-finder/token';
import { resource } from '../change';
import { getPatient } from '../patients/patients';
import type { ProjectReading, Reading } from '../reading';

/**
 * Returns the claims of a site finder token: the caller's company, user, and environment (EMBED-17).
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
 * Returns the claims of a clinical data token: the patient, and the requesting user (EMBED-6).
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

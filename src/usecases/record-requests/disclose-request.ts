import { addressLines } from '../../domain/clinical/site';
import type { Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import type { PurposeOfUse } from '../../domain/purposes/purpose-of-use';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import { findSite, siteTenantOf } from '../../store/sites/sites';
import { resource, type Change } from '../change';
import { recordDisclosures } from '../disclosures';

/** A request that leaves for its site, and what it says of its patient with it. */
export interface DisclosedRequest {
  readonly project: Project;
  readonly patient: Patient;
  readonly request: RecordRequest;
  /** The channel by which it leaves. */
  readonly recipient: string;
  readonly under: PurposeOfUse;
  /** The asks, where it leaves in several; else the request itself. */
  readonly askUids?: readonly string[];
  /** Why an operator let it go, in their words. */
  readonly reason?: string | undefined;
}

/**
 * Notes that a record request leaves for its site, with the name and the address that the site has now: a link that is undone
 * later does not change to whom it went (45 CFR 164.528(b)(2)(ii)).
 */
export async function discloseRequest(
  change: Change,
  { project, patient, request, recipient, under, askUids, reason }: DisclosedRequest,
): Promise<void> {
  const site = (await findSite(change.tx, siteTenantOf(project), request.siteUid))?.site;
  const facility =
    site === undefined ? request.submittedSiteName : [site.name, ...addressLines(site)].join(', ');
  const subject = resource('recordRequest', request);
  const disclosed = { patient, recipient, asked: request.kind, facility, subject, under };
  await recordDisclosures(change, disclosed, askUids ?? [request.uid], { reason });
}

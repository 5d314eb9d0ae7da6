import type { QueueItem } from '../../domain/desk/queue';
import { notFound } from '../../domain/problem';
import { findAnySite } from '../../store/sites/site-decisions';
import type { DeskChange } from '../change';
import {
  inspectSite,
  linkSite,
  undoStandingFor,
  unverifySite,
  verifySite,
  type SiteOverview,
} from '../sites/operator-sites';
import { findItem, workOn } from './queue';

/** An operator's decision on a site. */
export type SiteDecisionInput =
  | { readonly kind: 'verify' | 'unverify' | 'unlink' | 'unmerge' }
  | { readonly kind: 'link'; readonly facilityUid: string };

/** @throws Problem 404 if no customer has a site with this uid */
async function assertSite(change: DeskChange, uid: string): Promise<void> {
  if ((await findAnySite(change.tx, uid)) === undefined) throw notFound('no customer has such a site');
}

/**
 * Returns a site with what helps to decide on it, and the assigned operator (DESK-21). @throws Problem 404
 */
export async function showSite(
  change: DeskChange,
  uid: string,
): Promise<SiteOverview & { readonly item: QueueItem | undefined }> {
  await assertSite(change, uid);
  return { ...(await inspectSite(change, uid)), item: await findItem(change, { kind: 'site', uid }) };
}

/**
 * Decides on a site with the use cases of the admin command, unless it is assigned to another operator
 * (DESK-21).
 * @throws OperatorError as they do, and naming the assigned operator; Problem 404
 */
export async function decideSite(
  change: DeskChange,
  uid: string,
  decision: SiteDecisionInput,
): Promise<void> {
  await assertSite(change, uid);
  await workOn(change, { kind: 'site', uid }, async () => {
    switch (decision.kind) {
      case 'verify':
        return verifySite(change, uid);
      case 'unverify':
        return unverifySite(change, uid);
      case 'link':
        return linkSite(change, uid, decision.facilityUid);
      case 'unlink':
        return undoStandingFor(change, uid, 'linked');
      case 'unmerge':
        return undoStandingFor(change, uid, 'merged');
    }
  });
}

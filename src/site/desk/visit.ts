/** The requests to the pages of the desk, and how operators are admitted. */
import type { DeskPrincipal } from '../../access/principal';
import { operatorOf } from '../../usecases/desk/operators';
import type { QueueSettings } from '../../usecases/desk/queue';
import type { DrawingParts } from '../../usecases/page-pictures';
import type { Entrance } from '../route';
import { visitAs, type SiteParts, type Visit } from '../visit';
import { deskPath } from './paths';

/** The two workflow namespaces: one for the work, one for deliveries to customers. */
export type WorkflowPlace = 'work' | 'deliveries';

/** What the desk is built from. */
export interface DeskParts extends SiteParts, DrawingParts, QueueSettings {
  /** The addresses and ranges that can reach the desk; none turns it off (DESK-3). */
  readonly addresses: readonly string[];
  /** Returns a workflow's URL in the Temporal UI; `undefined` if the UI's URL isn't set. */
  readonly workflowUrl: (place: WorkflowPlace, workflowId: string) => string | undefined;
}

/** A request from an operator. */
export type DeskVisit = Visit<DeskParts, DeskPrincipal>;

/** Admits an operator to the pages of the desk. */
export const deskEntrance: Entrance<DeskParts, DeskVisit> = {
  root: deskPath(),
  personOf: operatorOf,
  admit: async (visit, event) => visitAs(visit, operatorOf(visit.open.session), event),
};

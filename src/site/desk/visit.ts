/** What a page of the desk is given, and how operators come to it. */
import type { DeskPrincipal } from '../../access/principal';
import type { ExchangeTerm } from '../../store/desk/queue';
import { operatorOf } from '../../usecases/desk/operators';
import type { DrawingParts } from '../../usecases/desk/reviews';
import type { Entrance } from '../route';
import { visitAs, type SiteParts, type Visit } from '../visit';
import { deskPath } from './paths';

/** The two namespaces of workflows: what is worked on, and what goes to customers. */
export type WorkflowPlace = 'work' | 'deliveries';

/** What the desk is built from. */
export interface DeskParts extends SiteParts, DrawingParts {
  /** The addresses and ranges from which the desk is reached; none: it is off (DESK-3). */
  readonly addresses: readonly string[];
  /** Where a workflow is in the Temporal UI; `undefined` where it is not known where that is. */
  readonly workflowUrl: (place: WorkflowPlace, workflowId: string) => string | undefined;
  /** When the answer of each partner that takes rosters is overdue. */
  readonly exchangeTerms: readonly ExchangeTerm[];
}

/** A request from an operator. */
export type DeskVisit = Visit<DeskParts, DeskPrincipal>;

/** How an operator comes to the pages of the desk. */
export const deskEntrance: Entrance<DeskParts, DeskVisit> = {
  root: deskPath(),
  personOf: operatorOf,
  admit: async (visit, event) => visitAs(visit, operatorOf(visit.open.session), event),
};

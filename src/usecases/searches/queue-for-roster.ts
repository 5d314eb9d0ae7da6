import { sentDetailsOf } from '../../domain/searches/refusals';
import type { SearchKind } from '../../domain/searches/search';
import type { Patient } from '../../domain/patients/patient';
import { insertRosterEntry } from '../../store/rosters';
import type { Change } from '../change';

/** The id of the one workflow that exchanges files with a partner. */
export function rosterExchangeWorkflowId(partner: string): string {
  return `roster-exchange/${partner}`;
}

/** Tells the workflow of a partner that a search is queued or a file has arrived, starting it when it does not run. */
export async function wakeExchange(
  change: Change,
  partner: string,
  signal: 'searchQueued' | 'fileArrived',
): Promise<void> {
  await change.command({
    workflowType: 'rosterExchange',
    workflowId: rosterExchangeWorkflowId(partner),
    signal,
    args: [{ partner }],
    searchAttributes: { kind: 'rosterExchange', environment: 'production' },
  });
}

/** Queues a run for the next file to the partner; many runs go in one. */
export async function queueForRoster(
  change: Change,
  partner: string,
  patient: Patient,
  run: { readonly runUid: string; readonly kind: SearchKind },
): Promise<void> {
  await insertRosterEntry(change.tx, {
    runUid: run.runUid,
    partner,
    kind: run.kind,
    patientUid: patient.uid,
    details: sentDetailsOf(patient),
    queuedAt: change.now,
  });
  await wakeExchange(change, partner, 'searchQueued');
}

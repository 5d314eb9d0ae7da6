import type { Patient } from '../../domain/patients/patient';
import type { ProjectPurpose } from '../../domain/projects/project';
import { sentDetailsOf } from '../../domain/searches/refusals';
import type { SearchKind } from '../../domain/searches/search';
import { workflows, type SignalOf } from '../../domain/workflows';
import { insertRosterEntry } from '../../store/searches/rosters';
import type { Change } from '../change';

/**
 * Signals a partner's workflow that a search is queued or a file arrived, and starts it if it isn't running.
 */
export async function signalExchange(
  change: Change,
  partner: string,
  signal: SignalOf<typeof workflows.rosterExchange>,
): Promise<void> {
  await change.signal(workflows.rosterExchange, signal, { partner }, { environment: 'production' });
}

/** Queues a run for the next file to the partner; many runs share one. */
export async function queueForRoster(
  change: Change,
  partner: string,
  patient: Patient,
  run: { readonly runUid: string; readonly kind: SearchKind; readonly purpose: ProjectPurpose },
): Promise<void> {
  await insertRosterEntry(change.tx, {
    runUid: run.runUid,
    partner,
    kind: run.kind,
    purpose: run.purpose,
    patientUid: patient.uid,
    details: sentDetailsOf(patient),
    queuedAt: change.now,
  });
  await signalExchange(change, partner, 'searchQueued');
}

import { CancellationScope, condition, setHandler, type SignalDefinition } from '@temporalio/workflow';

// The upload is in the object store before a run starts, but a replica of the store may show it later.
const waits = [
  { wait: '5s', summary: 'Wait 5 seconds for the document' },
  { wait: '30s', summary: 'Wait 30 seconds for the document' },
  { wait: '2m', summary: 'Wait 2 minutes for the document' },
  { wait: '10m', summary: 'Wait 10 minutes for the document, for the last time' },
] as const;

/** Options for activities that read a document. */
export const readsDocument = {
  // Longer than the reader may take for a document.
  startToCloseTimeout: '6m',
  // The worker sends heartbeats automatically, so a killed worker is noticed within this time.
  heartbeatTimeout: '20s',
  // Only failures of ours are retried. A document that breaks its reader is an outcome, not an error.
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
} as const;

/** Options for activities that record the outcome of a document. */
export const writesOutcome = {
  startToCloseTimeout: '10s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
} as const;

/** How to read a document that may not be in the object store yet. */
export interface StoredDocument<Outcome extends string> {
  /** Ends the current wait. */
  readonly lookAgain: SignalDefinition;
  /** Ends the current wait or reading because the result is no longer needed. */
  readonly discard: SignalDefinition;
  readonly read: () => Promise<Outcome>;
  readonly stand: (value: 'reading' | 'waitsForDocument', details: string) => void;
}

type Reading<Outcome extends string> = Omit<StoredDocument<Outcome>, 'discard'>;

async function readOnceThere<Outcome extends string>({
  lookAgain,
  read,
  stand,
}: Reading<Outcome>): Promise<Outcome> {
  let isSignalled = false;
  setHandler(lookAgain, () => {
    isSignalled = true;
  });
  let outcome = await read();
  for (const { wait, summary } of waits) {
    if (outcome !== 'missing') break;
    stand('waitsForDocument', 'Waiting: the document is not in the file store yet.');
    await condition(() => isSignalled, wait, { summary });
    // Reset before the check, not before the wait, so that a signal during a check triggers another one.
    isSignalled = false;
    stand('reading', 'Reading the document.');
    outcome = await read();
  }
  return outcome;
}

/**
 * Reads a document as soon as it is in the object store. Discarding ends the wait or the reading; the worker
 * learns of it with its next heartbeat.
 * @returns `missing` if the document didn't arrive within 12 min 35 s
 */
export async function readStored<Outcome extends string>({
  discard,
  ...reading
}: StoredDocument<Outcome>): Promise<Outcome | 'discarded'> {
  const own = new CancellationScope();
  setHandler(discard, () => own.cancel());
  try {
    return await own.run(() => readOnceThere(reading));
  } catch (error) {
    // After a discard, any end of the reading is ignored, including a lost worker. A cancellation of the
    // whole workflow is rethrown.
    if (own.consideredCancelled && !CancellationScope.current().consideredCancelled) return 'discarded';
    throw error;
  }
}

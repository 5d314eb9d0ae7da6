import { Context } from '@temporalio/activity';
import type { Refusal } from '../src/domain/auth-checks/document-layout';
import { extract, type Extraction } from '../src/domain/auth-checks/extract';
import type { VerdictCounts } from '../src/domain/auth-checks/judge';
import { documentBytesMax } from '../src/domain/auth-checks/limits';
import { readDocument } from '../src/documents/read-document';
import {
  briefAuthCheck,
  judgeRun,
  recordReading,
  type AuthCheckRun,
} from '../src/usecases/auth-checks/work-auth-check';
import { runChange, type Actor, type Change } from '../src/usecases/change';
import { compareAuthorization } from '../src/usecases/patients/notice-authorization';
import type { ActivityParts } from './activity-parts';

const actor: Actor = { principal: { kind: 'service', part: 'auth check' }, requestId: null };

/** How the reading of a document went; `missing` is worth another look, `discarded` ends the run. */
export type ReadingOutcome = 'read' | 'refused' | 'missing' | 'discarded';

/** The activities of the auth-check workflow; arguments and results are identifiers, outcomes and counts only. */
export function createAuthCheckActivities(parts: ActivityParts) {
  const change = <T>(work: (change: Change) => Promise<T>): Promise<T> => runChange(parts, actor, work);

  async function read(storageKey: string, sizeBytes: number): Promise<Extraction | Refusal> {
    if (sizeBytes > documentBytesMax) return 'tooLarge';
    const bytes = await parts.files.get(storageKey, documentBytesMax);
    const reading = await readDocument(bytes, Context.current().cancellationSignal);
    return reading.kind === 'read' ? extract(reading.layout) : reading.refusal;
  }

  return {
    /**
     * Reads the stored document and keeps what it says. One that no retry can read is `refused`, which the verdicts then
     * tell. Bytes that nobody was told of yet are noticed here, which discards this run for one of theirs.
     */
    readAuthorization: async (run: AuthCheckRun): Promise<ReadingOutcome> => {
      const brief = await briefAuthCheck(parts.db, run);
      if (brief === undefined) return 'discarded';
      const { check, document, patient } = brief;
      if (check.status !== 'pending') return check.refusal === null ? 'read' : 'refused';
      const facts = await parts.files.head(document.storageKey);
      if (facts === undefined) return 'missing';
      if (facts.etag !== check.etag) {
        await compareAuthorization(parts, patient);
        return 'discarded';
      }
      const reading = await read(document.storageKey, facts.sizeBytes);
      await change(inner => recordReading(inner, run, reading));
      return typeof reading === 'string' ? 'refused' : 'read';
    },

    /** Notes that the document never came. */
    giveUpReading: async (run: AuthCheckRun): Promise<void> => {
      await change(inner => recordReading(inner, run, 'missing'));
    },

    /** Judges what was read; `null` for a run that was discarded. */
    judgeAuthorization: async (run: AuthCheckRun): Promise<VerdictCounts | null> =>
      (await change(inner => judgeRun(inner, run))) ?? null,
  };
}

/** The activities as the workflow calls them. */
export type AuthCheckActivities = ReturnType<typeof createAuthCheckActivities>;

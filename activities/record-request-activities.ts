import { recordRequestFileKey } from '../src/files/key-layout';
import { runChange, type Actor, type Change } from '../src/usecases/change';
import {
  briefRecordRequest,
  completeRecordRequest,
  markSent,
  type ReturnedObject,
} from '../src/usecases/record-requests/work-record-request';
import { isOpen, type RecordRequestStatus } from '../src/domain/record-requests/record-request';
import type { ActivityParts } from './activity-parts';

const actor: Actor = { principal: { kind: 'service', part: 'record request' }, requestId: null };

/** What is next for a record request. */
export type RecordRequestProgress = RecordRequestStatus | 'gone' | 'waitsForOperator';

/** Where a request stands after it was looked at, and as of which count of its moves. */
export interface SentRecordRequest {
  readonly progress: RecordRequestProgress;
  readonly sequence: number;
}

/** The activities of the record request workflow; arguments and results are identifiers and states only. */
export function createRecordRequestActivities(parts: ActivityParts) {
  const change = <T>(work: (change: Change) => Promise<T>): Promise<T> => runChange(parts, actor, work);
  return {
    /**
     * Looks where the request stands; a submitted one is marked as sent, where a channel exists. Without one an open
     * request waits for the delivery team.
     */
    sendRecordRequest: async ({
      recordRequestUid,
    }: {
      readonly recordRequestUid: string;
    }): Promise<SentRecordRequest> => {
      const brief = await briefRecordRequest(parts.db, recordRequestUid);
      if (brief === undefined) return { progress: 'gone', sequence: 0 };
      const { status, sequence } = brief.request;
      if (!isOpen(status)) return { progress: status, sequence };
      if (parts.partners.facilityChannel(brief.project.status) === undefined)
        return { progress: 'waitsForOperator', sequence };
      const sent = await change(inner => markSent(inner, recordRequestUid));
      return sent === undefined
        ? { progress: 'gone', sequence }
        : { progress: sent.status, sequence: sent.sequence };
    },

    /**
     * Asks the facility, stores what it returns under keys that a repeat writes again, and completes the request, if
     * nobody has moved it since `sequence`.
     */
    collectReturn: async ({
      recordRequestUid,
      sequence,
    }: {
      readonly recordRequestUid: string;
      readonly sequence: number;
    }): Promise<RecordRequestProgress> => {
      const brief = await briefRecordRequest(parts.db, recordRequestUid);
      if (brief === undefined) return 'gone';
      const channel = parts.partners.facilityChannel(brief.project.status);
      if (channel === undefined) return 'waitsForOperator';
      const response = await channel.ask(brief.ask);
      if (response.kind === 'sent') return brief.request.status;
      const objects: ReturnedObject[] = [];
      for (const { fileName, contentType, bytes } of response.files) {
        const { companyUid } = brief.request;
        const storageKey = recordRequestFileKey({ companyUid, recordRequestUid }, 'deliverables', fileName);
        const { sizeBytes, etag, lastModifiedAt } = await parts.files.put(storageKey, bytes, contentType);
        objects.push({ fileName, contentType, storageKey, sizeBytes, etag, lastModifiedAt });
      }
      return (
        (await change(inner => completeRecordRequest(inner, recordRequestUid, sequence, objects))) ?? 'gone'
      );
    },
  };
}

/** The activities as the workflow calls them. */
export type RecordRequestActivities = ReturnType<typeof createRecordRequestActivities>;

import type { PeriodicWorkFunctions } from '../src/domain/periodic-work';
import type { WorkflowQueue } from '../src/domain/workflows';
import type { DocumentReaders } from '../src/reading/document-readers';
import type { DocumentSlots } from '../src/documents/document-slots';
import type { ObjectStore } from '../src/files/object-store';
import type { Log } from '../src/platform/log';
import {
  giveUpSupporting,
  readSupportingDocument,
} from '../src/usecases/auth-checks/supporting-document-runs';
import {
  giveUpReading,
  judgeAuthorization,
  readAuthorizationDocument,
} from '../src/usecases/auth-checks/runs';
import { eraseAbandonedDrafts } from '../src/usecases/bulk-imports/import-drafts';
import { endOverdueImports, finishImport } from '../src/usecases/bulk-imports/results';
import { tellImporter } from '../src/usecases/bulk-imports/member-imports';
import { importRows, type ImportProgress } from '../src/usecases/bulk-imports/import-rows';
import { surveyFile } from '../src/usecases/bulk-imports/survey';
import {
  abandonHeldDeliveries,
  keepDeliveryLog,
  prepareAuditPartitions,
  removeExpiredRows,
  sweepNextExchanged,
  sweepNextUploads,
  type LogRetention,
} from '../src/usecases/housekeeping';
import { workBulk } from '../src/usecases/desk/bulks';
import { makeCombinedChart } from '../src/usecases/files/combined-charts';
import { findPartners } from '../src/usecases/searches/missing-partners';
import { tellExpirations } from '../src/usecases/patients/expiring-authorizations';
import { tellFollowUps } from '../src/usecases/record-requests/follow-ups';
import { sendDigests } from '../src/usecases/notifications/daily-digests';
import { sendWeeklyReports } from '../src/usecases/notifications/weekly-reports';
import { preparePacket } from '../src/usecases/packets/packets';
import type { RecordRequestProgress } from '../src/usecases/record-requests/lookup';
import { readReturned, watchReturned } from '../src/usecases/files/returned-charts';
import { collectReturn, sendRecordRequest } from '../src/usecases/record-requests/work';
import {
  measureUnread,
  reviewExchange,
  sendRosters,
  type ExchangeParts,
} from '../src/usecases/rosters/exchanges';
import { takeExchangedFile } from '../src/usecases/rosters/exchanged-files';
import { eraseExpiredPeople } from '../src/usecases/searches/judged-people';
import { reviewSearches, runSearch } from '../src/usecases/searches/search-runs';
import { resolveIdentity } from '../src/usecases/searches/search-answers';
import {
  askResearchSource,
  endResearch,
  missResearchSource,
  planResearch,
  type ResearchParts,
} from '../src/usecases/sites/research-runs';
import { abandonDelivery, failDelivery, type AttemptParts } from '../src/usecases/webhooks/deliveries';
import { sendFeeNotice } from '../src/usecases/notifications/fee-mails';
import { sendNotice, type NoticeParts } from '../src/usecases/webhooks/notices';
import { replayNext } from '../src/usecases/webhooks/replays';
import { attemptOrFail, showRefusal, type Refusal } from './attempt-delivery';
import { inSlot } from './in-slot';

export type { ImportProgress, RecordRequestProgress };

/** The dependencies of the activities. */
export interface ActivityParts extends ExchangeParts, AttemptParts, LogRetention, NoticeParts, ResearchParts {
  readonly log: Log;
  readonly files: ObjectStore;
  readonly documentSlots: DocumentSlots;
  readonly documentReaders: Pick<DocumentReaders, 'read'>;
}

/**
 * Returns the activities of each task queue, by the names that workflows use. Each is a use case bound to its
 * dependencies. Arguments and results are identifiers, states, counts, and names of reasons, never patient
 * data, and each may be repeated at any point.
 */
export function createActivities(parts: ActivityParts) {
  const activity =
    <Input, Result>(useCase: (given: ActivityParts, input: Input) => Promise<Result>) =>
    (input: Input): Promise<Result> =>
      useCase(parts, input);
  const periodic = {
    sweepUploads: () => sweepNextUploads(parts),
    sweepExchanges: async () => {
      await measureUnread(parts);
      await sweepNextExchanged(parts);
    },
    endOverdueImports: async () => {
      await endOverdueImports(parts);
      await eraseAbandonedDrafts(parts);
    },
    abandonHeldDeliveries: () => abandonHeldDeliveries(parts),
    tellFollowUps: () => tellFollowUps(parts),
    tellExpirations: () => tellExpirations(parts),
    sendDigests: async () => {
      await sendDigests(parts);
      await sendWeeklyReports(parts);
    },
    removeExpiredRows: async () => {
      await removeExpiredRows(parts);
      await eraseExpiredPeople(parts);
    },
    findPartners: async () => {
      await findPartners(parts);
      await watchReturned(parts);
    },
    keepDeliveryLog: () => keepDeliveryLog(parts),
    prepareAuditPartitions: () => prepareAuditPartitions(parts),
  } satisfies PeriodicWorkFunctions;
  return {
    core: {
      ...periodic,
      reviewSearches: activity(reviewSearches),
      runSearch: activity(runSearch),
      resolveIdentity: activity(resolveIdentity),
      sendRecordRequest: activity(sendRecordRequest),
      // For executions from before packets were one PDF. Untrusted files are never opened on this queue.
      preparePacket: (sending: Parameters<typeof preparePacket>[1]) =>
        preparePacket(parts, sending, undefined),
      collectReturn: activity(collectReturn),
      reviewExchange: activity(reviewExchange),
      sendRosters: activity(sendRosters),
      takeExchangedFile: activity(takeExchangedFile),
      planResearch: activity(planResearch),
      askResearchSource: activity(askResearchSource),
      missResearchSource: activity(missResearchSource),
      endResearch: activity(endResearch),
      workBulk: activity(workBulk),
    },
    bulk: {
      surveyFile: activity(surveyFile),
      importRows: activity(importRows),
      finishImport: async (end: Parameters<typeof finishImport>[1]) => {
        await finishImport(parts, end);
        await tellImporter(parts, end);
      },
    },
    webhooks: {
      attemptDelivery: activity(attemptOrFail),
      showRefusal: async (refusal: Refusal): Promise<never> => showRefusal(refusal),
      failDelivery: activity(failDelivery),
      abandonDelivery: activity(abandonDelivery),
      sendNotice: async (notice: Parameters<typeof sendNotice>[1]) =>
        (await sendFeeNotice(parts, notice)) ?? sendNotice(parts, notice),
      replayNext: activity(replayNext),
    },
    documents: {
      readAuthorization: (run: Parameters<typeof readAuthorizationDocument>[1]) =>
        inSlot(signal => readAuthorizationDocument(parts, run, signal)),
      giveUpReading: activity(giveUpReading),
      readSupporting: (run: Parameters<typeof readSupportingDocument>[1]) =>
        inSlot(signal => readSupportingDocument(parts, run, signal)),
      giveUpSupporting: activity(giveUpSupporting),
      judgeAuthorization: activity(judgeAuthorization),
      preparePacket: (sending: Parameters<typeof preparePacket>[1]) =>
        inSlot(signal => preparePacket(parts, sending, signal)),
      readReturned: (request: Parameters<typeof readReturned>[1]) =>
        inSlot(signal => readReturned(parts, request, signal)),
      combineChart: (request: Parameters<typeof makeCombinedChart>[1]) =>
        inSlot(signal => makeCombinedChart(parts, request, signal)),
    },
  } satisfies Record<WorkflowQueue, object>;
}

/** The activities as workflows call them, by task queue. */
export type Activities = ReturnType<typeof createActivities>;

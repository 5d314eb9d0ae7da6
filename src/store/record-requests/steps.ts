// Objection: adding a row and reading pages, not on a hot path.
import type { TimelineStep } from '../../domain/record-requests/timeline';
import type { Executor, Transaction } from '../database';
import { RecordRequestStepModel } from '../models/record-request-step';
import { onPage, type Page } from '../page';
import { valuesOf } from '../table';

/** Stores a step of a record request. */
export async function insertStep(tx: Transaction, step: TimelineStep): Promise<void> {
  await RecordRequestStepModel.query(tx).insert(valuesOf(RecordRequestStepModel, step));
}

/** Lists a page of a record request's timeline, oldest first. */
export async function listSteps(
  executor: Executor,
  recordRequestUid: string,
  page: Page,
): Promise<TimelineStep[]> {
  return RecordRequestStepModel.query(executor)
    .where({ record_request_uid: recordRequestUid })
    .modify(onPage(page));
}

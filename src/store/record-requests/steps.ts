import type { TimelineStep } from '../../domain/record-requests/timeline';
import type { Executor, Transaction } from '../database';
import { RecordRequestStepModel } from '../models/record-request-step';
import { named } from '../named';
import { pageOf, pageParams, type Page, type PageParams } from '../page';
import { insert, selectList, valuesOf } from '../table';

const insertRow = named<never, TimelineStep>(insert(RecordRequestStepModel));

/** Stores a step of a record request. */
export async function insertStep(tx: Transaction, step: TimelineStep): Promise<void> {
  await insertRow.run(tx, valuesOf(RecordRequestStepModel, step));
}

const ofRequest = named<TimelineStep, PageParams & { recordRequestUid: string }>(`
  select ${selectList(RecordRequestStepModel, 's')} from record_request_step s
  where s.record_request_uid = :recordRequestUid and ${pageOf('s')}
`);

/** A page of a record request's timeline, oldest first. */
export async function listSteps(
  executor: Executor,
  recordRequestUid: string,
  page: Page,
): Promise<TimelineStep[]> {
  return ofRequest.run(executor, { recordRequestUid, ...pageParams(page) });
}

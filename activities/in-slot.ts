import { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { NoDocumentSlot } from '../src/documents/document-slots';

/**
 * Does work that takes a slot for documents, and hands in what ends it. That none came free in time is
 * expected where a company sends many at once: it is tried again as every failure, and no fault of ours in
 * the metrics and the log.
 * @throws what `work` throws
 */
export async function inSlot<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await work(Context.current().cancellationSignal);
  } catch (error) {
    if (!(error instanceof NoDocumentSlot)) throw error;
    const { name: type, message } = error;
    throw ApplicationFailure.create({ type, message, category: ApplicationFailureCategory.BENIGN });
  }
}

import { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { NoDocumentSlot } from '../src/documents/document-slots';

/**
 * Runs work in a slot for documents, and passes it the signal that ends it. No free slot in time is expected
 * when a company sends many documents at once: it is retried like any failure, but metrics and logs don't
 * count it as a failure of ours.
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

/**
 * Moves the message and the stack of a failure into a payload, which the codec seals; in clear they would
 * stand in every history. Loaded by path, in the worker, in the client and inside the workflow bundle: it may
 * import nothing of Node.
 */
import { DefaultFailureConverter } from '@temporalio/common';

/** The export that the SDK looks for under `failureConverterPath`. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });

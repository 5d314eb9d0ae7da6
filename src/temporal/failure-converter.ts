/**
 * Moves the message and the stack of a failure into a payload, which the codec seals; in clear they would
 * stand in every history. Of a refused webhook the message stays readable where no codec opens anything, as
 * in the lists of the Temporal UI: it is made of a status, a name of a fixed list, a number and an instant
 * (DECISION-81). Loaded by path, in the worker, in the client and inside the workflow bundle: it may import
 * nothing of Node.
 */
import {
  ApplicationFailure,
  DefaultFailureConverter,
  type PayloadConverter,
  type ProtoFailure,
  type SerializationContext,
} from '@temporalio/common';
import { isMessageForOperators } from '../domain/webhooks/attempt-outcome';

const inClear = new DefaultFailureConverter({ encodeCommonAttributes: false });

class SealingFailureConverter extends DefaultFailureConverter {
  override errorToFailure(
    error: unknown,
    payloads: PayloadConverter,
    context?: SerializationContext,
  ): ProtoFailure {
    if (!(error instanceof ApplicationFailure && isMessageForOperators(error.type)))
      return super.errorToFailure(error, payloads, context);
    // The frames tell nobody anything here: it is no fault of ours.
    return { ...inClear.errorToFailure(error, payloads, context), stackTrace: '' };
  }
}

/** The export that the SDK looks for under `failureConverterPath`. */
export const failureConverter = new SealingFailureConverter({ encodeCommonAttributes: true });

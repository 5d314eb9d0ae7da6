/**
 * Moves the message and the stack of a failure into a payload, which the codec encrypts; otherwise every
 * history would contain them in plain text. Only a refused webhook's message stays readable without a codec,
 * as in the lists of the Temporal UI: it consists of a status, a name from a fixed list, a number, and an
 * instant (DECISION-81). Loaded by path, in the worker, in the client, and inside the workflow bundle: it
 * must not import anything of Node.
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
    // The frames are useless here: it isn't a fault of ours.
    return { ...inClear.errorToFailure(error, payloads, context), stackTrace: '' };
  }
}

/** The export that the SDK looks for in `failureConverterPath`. */
export const failureConverter = new SealingFailureConverter({ encodeCommonAttributes: true });

import { Problem } from '../domain/problem';
import type { Log } from '../platform/log';
import type { Act, ChangeParts } from '../usecases/change';
import { noteRefusal } from '../usecases/note-refusal';
import { OperatorError } from '../usecases/operator-error';

/** How something ended that a person asked for: done, or refused with a sentence for them. */
export type Outcome<T> =
  { readonly isDone: true; readonly value: T } | { readonly isDone: false; readonly sentence: string };

/** Does what a rule of the product may refuse: that is an outcome, and a refusal in the trail. */
export type Attempt = <T>(work: () => Promise<T>) => Promise<Outcome<T>>;

/** Makes what does the acts of a page that a rule may refuse. */
export function attemptFor(parts: ChangeParts & { readonly log: Log }, act: Act): Attempt {
  return async work => {
    try {
      return { isDone: true, value: await work() };
    } catch (thrown) {
      if (!(thrown instanceof OperatorError)) throw thrown;
      await noteRefusal(parts, act, new Problem('request.unprocessable', { internal: thrown.message }));
      return { isDone: false, sentence: thrown.sentence };
    }
  };
}

import { Problem } from '../domain/problem';
import { problemEntry, type ProblemCode } from '../domain/problem-catalogue';
import type { Log } from '../platform/log';
import type { Act, ChangeParts } from '../usecases/change';
import { noteRefusal } from '../usecases/audit-trail';
import { OperatorError } from '../usecases/operator-error';

/** How something ended that a person asked for: done, or refused with a sentence for them and the status of HTTP. */
export type Outcome<T> =
  | { readonly isDone: true; readonly value: T }
  | { readonly isDone: false; readonly sentence: string; readonly status: number };

/** What a page says of problems itself, beside the form; of any other there is a page. */
export type ToldProblems = Readonly<Partial<Record<ProblemCode, string>>>;

/** Does what a rule of the product may refuse: that is an outcome, and a refusal in the trail. */
export type Attempt = <T>(work: () => Promise<T>, told?: ToldProblems) => Promise<Outcome<T>>;

/** Makes what does the acts of a page that a rule may refuse. */
export function attemptFor(parts: ChangeParts & { readonly log: Log }, act: Act): Attempt {
  return async (work, told = {}) => {
    try {
      return { isDone: true, value: await work() };
    } catch (thrown) {
      const sentence = thrown instanceof Problem ? told[thrown.code] : undefined;
      if (thrown instanceof Problem && sentence !== undefined) {
        await noteRefusal(parts, act, thrown);
        return { isDone: false, sentence, status: problemEntry(thrown.code).status };
      }
      if (!(thrown instanceof OperatorError)) throw thrown;
      await noteRefusal(parts, act, new Problem('request.unprocessable', { internal: thrown.message }));
      return { isDone: false, sentence: thrown.sentence, status: 422 };
    }
  };
}

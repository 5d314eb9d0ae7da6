import type { Message } from './components/display';
import { withQuery } from './paths';
import { redirect, type Reply } from './reply';
import type { Refusal } from './route';
import { queried, type OpenVisit } from './visit';

/** The success messages of a page, by the `done` parameter of its URL. */
export type DoneTexts = Readonly<Record<string, string>>;

/** Returns the message at the top of a page: why an action was refused, or what the last form did. */
export function messageFor(
  visit: Pick<OpenVisit<unknown>, 'context'>,
  doneTexts: DoneTexts,
  refusal?: Pick<Refusal, 'sentence'>,
): Message | undefined {
  if (refusal !== undefined) return { tone: 'failed', text: refusal.sentence };
  const done = queried(visit, 'done');
  const text = Object.hasOwn(doneTexts, done) ? doneTexts[done] : undefined;
  return text === undefined ? undefined : { tone: 'passed', text };
}

/** Redirects to a page that shows a success message. @param done a key of the page's `DoneTexts` */
export function redirectDone(path: string, done: string): Reply {
  return redirect(withQuery(path, { done }));
}

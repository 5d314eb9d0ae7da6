import type { Message } from './components/display';
import { withQuery } from './paths';
import { redirect, type Reply } from './reply';
import type { Refusal } from './route';
import { queried, type OpenVisit } from './visit';

/** What a page says of what was done, by the `done` of its address. */
export type DoneTexts = Readonly<Record<string, string>>;

/**
 * Returns what a page says first: why something was not done, or what was done by the form that led to it.
 */
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

/** Leads to a page that says what was done. @param done one of the names of its `DoneTexts` */
export function redirectDone(path: string, done: string): Reply {
  return redirect(withQuery(path, { done }));
}

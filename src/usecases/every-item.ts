/** After so many failures, the cause isn't the items. */
const failuresMax = 10;

/**
 * Handles items one after the other. One that fails doesn't keep the others from being handled: periodic work
 * that ended at it would end there every time.
 * @throws the first failure, after all items were tried or ten of them failed
 */
export async function handleEvery<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  handle: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for await (const item of items) {
    await handle(item).catch((error: unknown) => void failures.push(error));
    if (failures.length === failuresMax) break;
  }
  if (failures.length > 0) throw failures[0];
}

/** Takes steps that don't depend on each other, as {@link handleEvery} handles items. */
export function takeEvery(...steps: ReadonlyArray<() => Promise<unknown>>): Promise<void> {
  return handleEvery(steps, step => step());
}

/**
 * Where a sweep ends and the next one starts: a key of the object store's listing; `undefined` is the start.
 */
export type SweepPosition = string | undefined;

/** Some objects of a page couldn't be handled. The next sweep still continues after the page. */
export class PageFailure extends Error {
  constructor(
    readonly next: SweepPosition,
    cause: unknown,
  ) {
    super('Some objects of a page could not be handled.', { cause });
    this.name = 'PageFailure';
  }
}

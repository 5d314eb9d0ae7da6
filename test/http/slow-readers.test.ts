import { answerBytesPerSecondMin, watchReaders } from '../../src/http/slow-readers';

const stallMs = 20_000;
const lookEveryMs = 500;

/** Creates a reader of an answer with the test's clock; the test decides how many bytes it reads. */
function readerOf(answerBytes: number) {
  const clock = { ms: 0 };
  const state = { waiting: answerBytes, isCut: false };
  const socket = {
    get writableLength() {
      return state.waiting;
    },
    bytesWritten: answerBytes,
    resetAndDestroy: () => (state.isCut = true),
  };
  let cuts = 0;
  const watch = watchReaders(
    stallMs,
    () => (cuts += 1),
    () => clock.ms,
  );
  watch.add(socket);
  return {
    state,
    cuts: () => cuts,
    /** Lets time pass; the reader reads bytes at each check. @returns when it was disconnected, if it was */
    pass: (ms: number, takes: (look: number) => number): number | undefined => {
      for (let look = 1; look * lookEveryMs <= ms; look += 1) {
        clock.ms += lookEveryMs;
        state.waiting = Math.max(0, state.waiting - takes(look));
        watch.check();
        if (state.isCut) return clock.ms;
      }
      return undefined;
    },
  };
}

const leastPerLook = (answerBytesPerSecondMin * lookEveryMs) / 1_000;

test('A reader that reads nothing is disconnected once, after the stall limit', () => {
  const reader = readerOf(1_000_000);
  expect(reader.pass(600_000, () => 0)).toBe(stallMs);
  reader.pass(600_000, () => 0);
  expect(reader.cuts()).toBe(1);
});

test('A reader that reads single bytes is disconnected soon after the stall limit', () => {
  const reader = readerOf(1_000_000);
  expect(reader.pass(600_000, () => 1)).toBeLessThan(stallMs + 2 * lookEveryMs);
});

test('A reader that stops in the middle is disconnected after the stall limit from there', () => {
  const reader = readerOf(100_000_000);
  expect(reader.pass(30_000, () => 1_000_000)).toBeUndefined();
  expect(reader.pass(600_000, () => 0)).toBe(30_000 + stallMs);
});

test('A reader at the minimum rate is never disconnected, however long its answer is', () => {
  const reader = readerOf(100_000_000);
  expect(reader.pass(3_600_000, () => leastPerLook)).toBeUndefined();
});

test("A reader with pauses below the stall limit and the minimum rate on average isn't disconnected", () => {
  const reader = readerOf(100_000_000);
  const looksOfPause = 20;
  expect(
    reader.pass(3_600_000, look => (look % looksOfPause === 0 ? leastPerLook * looksOfPause : 0)),
  ).toBeUndefined();
});

test.each([0.1, 0.5, 0.9, 0.99])(
  'An answer read at %d of the minimum rate ends within the stall limit plus its length at that minimum',
  share => {
    const bytes = 1_000_000;
    const bound = stallMs + (bytes / answerBytesPerSecondMin) * 1_000;
    for (const everyLooks of [1, 5, 30]) {
      const reader = readerOf(bytes);
      reader.pass(bound + everyLooks * lookEveryMs, look =>
        look % everyLooks === 0 ? leastPerLook * everyLooks * share : 0,
      );
      expect(reader.state.isCut || reader.state.waiting === 0).toBe(true);
    }
  },
);

test('An idle connection is left alone, and the stall limit restarts with its next answer', () => {
  const reader = readerOf(1);
  expect(reader.pass(3_600_000, () => 1)).toBeUndefined();
  reader.state.waiting = 1;
  expect(reader.pass(600_000, () => 0)).toBe(3_600_000 + stallMs);
});

import { answerBytesPerSecondMin, watchReaders } from '../../src/http/slow-readers';

const stallMs = 20_000;
const lookEveryMs = 500;

/** A reader of an answer of some bytes, on a clock of the test; it takes bytes as it is told to. */
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
    /**
     * Lets time pass, look by look; the reader takes so many bytes at each. @returns when it was cut, if it
     * was
     */
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

test('a reader that takes nothing is cut after the set time, once', () => {
  const reader = readerOf(1_000_000);
  expect(reader.pass(600_000, () => 0)).toBe(stallMs);
  reader.pass(600_000, () => 0);
  expect(reader.cuts()).toBe(1);
});

test('a reader that takes a byte now and then is cut soon after', () => {
  const reader = readerOf(1_000_000);
  expect(reader.pass(600_000, () => 1)).toBeLessThan(stallMs + 2 * lookEveryMs);
});

test('a reader that stops in the middle is cut after the set time from there', () => {
  const reader = readerOf(100_000_000);
  expect(reader.pass(30_000, () => 1_000_000)).toBeUndefined();
  expect(reader.pass(600_000, () => 0)).toBe(30_000 + stallMs);
});

test('a reader that keeps the least rate is never cut, however long its answer is', () => {
  const reader = readerOf(100_000_000);
  expect(reader.pass(3_600_000, () => leastPerLook)).toBeUndefined();
});

test('nor one that takes as much in the mean, with pauses shorter than the set time', () => {
  const reader = readerOf(100_000_000);
  const looksOfPause = 20;
  expect(
    reader.pass(3_600_000, look => (look % looksOfPause === 0 ? leastPerLook * looksOfPause : 0)),
  ).toBeUndefined();
});

test.each([0.1, 0.5, 0.9, 0.99])(
  'an answer has ended within the set time and its length at the least rate, taken at %d of that rate',
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

test('a connection on which nothing waits is left alone, and begins anew with its next answer', () => {
  const reader = readerOf(1);
  expect(reader.pass(3_600_000, () => 1)).toBeUndefined();
  reader.state.waiting = 1;
  expect(reader.pass(600_000, () => 0)).toBe(3_600_000 + stallMs);
});

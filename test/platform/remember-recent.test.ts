import { rememberRecent } from '../../src/platform/remember-recent';

const toldAt = (made: number[], number: number) => () => {
  made.push(number);
  return { number };
};

test('what was made for a key is made once, while it is among so many that were asked for last', () => {
  const remembered = rememberRecent<object>(2);
  const made: number[] = [];
  const ask = (number: number): object => remembered(String(number), toldAt(made, number));
  const first = ask(1);
  expect(ask(1)).toBe(first);
  // Each time one other is asked for in between, however many there have been.
  for (const other of [2, 3, 4, 5, 6, 7]) {
    ask(other);
    expect(ask(1)).toBe(first);
  }
  expect(made).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('no more than twice as many are kept', () => {
  const remembered = rememberRecent<object>(2);
  const made: number[] = [];
  const ask = (number: number): object => remembered(String(number), toldAt(made, number));
  for (const number of [1, 2, 3, 4, 5]) ask(number);
  // The first lot is gone; of the others, asking for the latest alone makes nothing.
  ask(5);
  expect(made).toEqual([1, 2, 3, 4, 5]);
  ask(1);
  expect(made).toEqual([1, 2, 3, 4, 5, 1]);
});

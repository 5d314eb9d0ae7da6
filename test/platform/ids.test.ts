import { firstUuidv7Of, uuidv7 } from '../../src/platform/ids';

const at = new Date('2026-11-25T02:20:42.246Z');

test('a key has the form of a UUIDv7 and its instant in front', () => {
  expect(uuidv7(at)).toMatch(/^01a21081-5986-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('keys that are made at one instant sort as they were made, and no two are the same', () => {
  const made = Array.from({ length: 5_000 }, () => uuidv7(at));
  expect(made).toEqual(made.toSorted());
  expect(new Set(made).size).toBe(made.length);
});

test('keys of one instant begin anywhere, so that two processes rarely count alike, and end at random', () => {
  const starts = Array.from({ length: 200 }, (_none, ms) =>
    uuidv7(new Date(at.getTime() + ms)).slice(14, 23),
  );
  expect(new Set(starts).size).toBeGreaterThan(190);
  const ends = Array.from({ length: 200 }, () => uuidv7(at).slice(24));
  expect(new Set(ends).size).toBe(200);
});

test('keys of later instants sort later, and the first of an instant before all that are made at it', () => {
  const later = new Date(at.getTime() + 1);
  expect([uuidv7(later), uuidv7(at), firstUuidv7Of(at), firstUuidv7Of(later)].toSorted()).toEqual([
    firstUuidv7Of(at),
    expect.stringMatching(/^01a21081-5986-7/),
    firstUuidv7Of(later),
    expect.stringMatching(/^01a21081-5987-7/),
  ]);
});

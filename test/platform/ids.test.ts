import { firstUuidv7Of, uuidv7 } from '../../src/platform/ids';

const at = new Date('2026-11-25T02:20:42.246Z');

test('A UUIDv7 has the standard form and starts with its time', () => {
  expect(uuidv7(at)).toMatch(/^01a21081-5986-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('UUIDs created in the same millisecond sort in order of creation, and are all different', () => {
  const made = Array.from({ length: 5_000 }, () => uuidv7(at));
  expect(made).toEqual(made.toSorted());
  expect(new Set(made).size).toBe(made.length);
});

test('UUIDs start counting at a random value in each millisecond, and end in random digits', () => {
  const starts = Array.from({ length: 200 }, (_none, ms) =>
    uuidv7(new Date(at.getTime() + ms)).slice(14, 23),
  );
  expect(new Set(starts).size).toBeGreaterThan(190);
  const ends = Array.from({ length: 200 }, () => uuidv7(at).slice(24));
  expect(new Set(ends).size).toBe(200);
});

test("A later millisecond's UUIDs sort later, and after that millisecond's first UUID", () => {
  const later = new Date(at.getTime() + 1);
  expect([uuidv7(later), uuidv7(at), firstUuidv7Of(at), firstUuidv7Of(later)].toSorted()).toEqual([
    firstUuidv7Of(at),
    expect.stringMatching(/^01a21081-5986-7/),
    firstUuidv7Of(later),
    expect.stringMatching(/^01a21081-5987-7/),
  ]);
});

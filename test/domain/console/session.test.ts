import { isFresh, isInForce, isReturnPath, type SessionLimits } from '../../../src/domain/console/session';

const limits: SessionLimits = { idleMs: 1_000, absoluteMs: 5_000, freshMs: 500 };
const at = (ms: number): Date => new Date(1_000_000 + ms);

describe('a session is in force [CONSOLE-6]', () => {
  test.each([
    ['just begun', 0, 0, 0, true],
    ['used a moment ago', 0, 4_000, 4_999, true],
    ['idle for as long as it may be', 0, 3_000, 4_000, false],
    ['as old as it may be, whatever was asked', 0, 4_900, 5_000, false],
  ])('%s', (_, signedIn, seen, now, isSo) => {
    const times = { signedInAt: at(signedIn), lastSeenAt: at(seen), endedAt: null };
    expect(isInForce(times, limits, at(now))).toBe(isSo);
  });

  test('not once it was signed out', () => {
    const times = { signedInAt: at(0), lastSeenAt: at(0), endedAt: at(0) };
    expect(isInForce(times, limits, at(0))).toBe(false);
  });
});

test('a sign-in is fresh for its time and not a moment longer [CONSOLE-8]', () => {
  expect(isFresh({ signedInAt: at(0) }, limits, at(499))).toBe(true);
  expect(isFresh({ signedInAt: at(0) }, limits, at(500))).toBe(false);
});

test('after a sign-in one is led to a page of the site and nowhere else', () => {
  const isOfConsole = (path: string): boolean => isReturnPath(path, '/console');
  expect(
    ['/console', '/console/companies/acme/sandbox/keys', '/console/a.b~c'].filter(isOfConsole),
  ).toHaveLength(3);
  expect(isReturnPath('/desk/queue', '/desk')).toBe(true);
  expect(isOfConsole('/desk/queue')).toBe(false);
  const elsewhere = [
    ...['', '/', '//evil.example', 'https://evil.example', '/console//evil.example', '/consoles', '/v0'],
    ...['/console/../v0', '/console/.', '/console/a?b=c', '/console/a#b', '/console/a\\b', '/console/'],
    `/console/${'a'.repeat(300)}`,
  ];
  expect(elsewhere.filter(isOfConsole)).toEqual([]);
});

import { isFresh, isInForce, isReturnPath, type SessionLimits } from '../../../src/domain/console/session';

const limits: SessionLimits = { idleMs: 1_000, absoluteMs: 5_000, freshMs: 500 };
const at = (ms: number): Date => new Date(1_000_000 + ms);

describe('A session [CONSOLE-6]', () => {
  test.each([
    ['is active at sign-in', 0, 0, 0, true],
    ['is active shortly after its last use', 0, 4_000, 4_999, true],
    ['has ended at the idle limit', 0, 3_000, 4_000, false],
    ['has ended at its maximum age, however recently used', 0, 4_900, 5_000, false],
  ])('%s', (_, signedIn, lastUsed, now, isActive) => {
    const times = { signedInAt: at(signedIn), lastSeenAt: at(lastUsed), endedAt: null };
    expect(isInForce(times, limits, at(now))).toBe(isActive);
  });

  test('has ended after sign-out', () => {
    const times = { signedInAt: at(0), lastSeenAt: at(0), endedAt: at(0) };
    expect(isInForce(times, limits, at(0))).toBe(false);
  });
});

test('A sign-in is fresh until its limit and no longer [CONSOLE-8]', () => {
  expect(isFresh({ signedInAt: at(0) }, limits, at(499))).toBe(true);
  expect(isFresh({ signedInAt: at(0) }, limits, at(500))).toBe(false);
});

test('A sign-in returns only to a page of its own site', () => {
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

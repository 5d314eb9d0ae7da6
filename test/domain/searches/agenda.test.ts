import {
  describable,
  dutyOf,
  emptyAgenda,
  isFinished,
  noteLook,
  noteProgress,
  noteSubmission,
  type Agenda,
  type Duty,
  type LookedAtSearch,
} from '../../../src/domain/searches/agenda';

const now = 10_000;
const open: LookedAtSearch = {
  kind: 'siteSonar',
  phase: 'armed',
  next: 'open',
  runUid: null,
  resendAtMs: null,
};
const running: LookedAtSearch = { ...open, phase: 'running', next: 'nothing', runUid: 'run-1' };
const asking = noteSubmission(emptyAgenda, 'siteSonar', 'run-1');
const asked = (askAgainAfterMs: number | null): Agenda =>
  noteProgress(asking, 'siteSonar', { state: 'running', askAgainAfterMs }, now);

test.each<[string, Agenda, LookedAtSearch, Duty]>([
  ['A search that can start is submitted', emptyAgenda, open, { kind: 'submit' }],
  [
    'A declined search is submitted, to be answered',
    emptyAgenda,
    { ...open, next: 'declined' },
    { kind: 'submit' },
  ],
  [
    'A search without a partner is submitted, to wait for one',
    emptyAgenda,
    { ...open, next: 'partnerMissing' },
    { kind: 'submit' },
  ],
  [
    'A search that is known to wait for a partner is not retried',
    emptyAgenda,
    { ...open, next: 'waitsForPartner' },
    { kind: 'wait', untilMs: Infinity },
  ],
  [
    'A run whose authorization was revoked is not submitted again',
    emptyAgenda,
    { ...running, next: 'authorizationRevoked' },
    { kind: 'wait', untilMs: Infinity },
  ],
  [
    'A search whose partner does not serve its purpose is looked at again in an hour',
    emptyAgenda,
    { ...open, next: 'purposeNotServed' },
    { kind: 'wait', untilMs: now + 3_600_000 },
  ],
  ['A search that is being submitted is left alone', asking, open, { kind: 'leave' }],
  [
    'A run of another execution is submitted again',
    emptyAgenda,
    running,
    { kind: 'submitAgain', runUid: 'run-1' },
  ],
  [
    'A run of this execution is not submitted again',
    asked(null),
    running,
    { kind: 'wait', untilMs: Infinity },
  ],
  ['A run to poll later is waited for', asked(500), running, { kind: 'wait', untilMs: now + 500 }],
  ['A run to poll now is submitted again', asked(0), running, { kind: 'submitAgain', runUid: 'run-1' }],
  [
    'Withheld records that the sex may resolve are resolved',
    emptyAgenda,
    { ...open, phase: 'answered', next: 'resolvable' },
    { kind: 'resolve' },
  ],
  [
    'A refused request waits until it is resent',
    emptyAgenda,
    { ...open, next: 'correction', resendAtMs: now + 7 },
    { kind: 'wait', untilMs: now + 7 },
  ],
  [
    'A search at a gate waits for a signal',
    emptyAgenda,
    { ...open, next: 'approval' },
    { kind: 'wait', untilMs: Infinity },
  ],
])('%s', (_name, agenda, search, duty) => {
  expect(dutyOf(agenda, search, now)).toEqual(duty);
});

test('A new submission discards the previous time to poll the partner', () => {
  const again = noteSubmission(asked(0), 'siteSonar', 'run-1');
  const ended = noteProgress(again, 'siteSonar', { state: 'running', askAgainAfterMs: null }, now);
  expect(dutyOf(ended, running, now)).toEqual({ kind: 'wait', untilMs: Infinity });
});

test('A search that no longer runs is neither overdue nor polled', () => {
  const overdue = noteProgress(asking, 'siteSonar', { state: 'overdue', askAgainAfterMs: 5 }, now);
  expect(describable(overdue, [running])).toMatchObject([{ isOverdue: true, isBeingSent: false }]);
  const looked = noteLook(overdue, { ...running, phase: 'answered' });
  expect(describable(looked, [running])).toMatchObject([{ isOverdue: false }]);
  expect(dutyOf(looked, running, now + 10)).toEqual({ kind: 'wait', untilMs: Infinity });
  expect(noteLook(overdue, running)).toBe(overdue);
});

test('A failed submission is no longer in progress', () => {
  expect(describable(asking, [open])).toMatchObject([{ isBeingSent: true }]);
  const failed = noteProgress(asking, 'siteSonar', undefined, now);
  expect(describable(failed, [open])).toMatchObject([{ isBeingSent: false }]);
});

test('An execution is finished when no search is armed, running, or being submitted', () => {
  const done: LookedAtSearch = { ...open, phase: 'answered', next: 'nothing' };
  expect(isFinished(emptyAgenda, [done])).toBe(true);
  expect(isFinished(emptyAgenda, [])).toBe(true);
  expect(isFinished(asking, [done])).toBe(false);
  expect(isFinished(emptyAgenda, [open])).toBe(false);
  expect(isFinished(emptyAgenda, [running])).toBe(false);
});

test('Adding a note to an agenda leaves the previous agenda unchanged', () => {
  const before = JSON.stringify([[...asking.underway], [...asking.submitted], [...asking.askAgainAtMs]]);
  noteSubmission(
    noteProgress(asking, 'siteSonar', { state: 'overdue', askAgainAfterMs: 1 }, now),
    'ehrSearch',
    'x',
  );
  expect(JSON.stringify([[...asking.underway], [...asking.submitted], [...asking.askAgainAtMs]])).toBe(
    before,
  );
  expect(emptyAgenda.underway.size).toBe(0);
});

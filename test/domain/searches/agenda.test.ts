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
  ['one that can go is submitted', emptyAgenda, open, { kind: 'submit' }],
  [
    'one that is declined is submitted, to be answered',
    emptyAgenda,
    { ...open, next: 'declined' },
    { kind: 'submit' },
  ],
  [
    'one without a partner is submitted, to wait for one',
    emptyAgenda,
    { ...open, next: 'partnerMissing' },
    { kind: 'submit' },
  ],
  [
    'one that its partner is not to be asked for is looked at again in an hour',
    emptyAgenda,
    { ...open, next: 'purposeNotServed' },
    { kind: 'wait', untilMs: now + 3_600_000 },
  ],
  ['one whose submission is under way is left', asking, open, { kind: 'leave' }],
  [
    'a run of another execution is submitted again',
    emptyAgenda,
    running,
    { kind: 'submitAgain', runUid: 'run-1' },
  ],
  ['a run of this execution is not', asked(null), running, { kind: 'wait', untilMs: Infinity }],
  [
    'a run that is to be asked for later is waited for',
    asked(500),
    running,
    { kind: 'wait', untilMs: now + 500 },
  ],
  [
    'a run that is to be asked for now is submitted again',
    asked(0),
    running,
    { kind: 'submitAgain', runUid: 'run-1' },
  ],
  [
    'withheld records that the sex may tell are resolved',
    emptyAgenda,
    { ...open, phase: 'answered', next: 'resolvable' },
    { kind: 'resolve' },
  ],
  [
    'a refused request waits until it goes again',
    emptyAgenda,
    { ...open, next: 'correction', resendAtMs: now + 7 },
    { kind: 'wait', untilMs: now + 7 },
  ],
  [
    'a gate waits for a signal',
    emptyAgenda,
    { ...open, next: 'approval' },
    { kind: 'wait', untilMs: Infinity },
  ],
])('%s', (_name, agenda, search, duty) => {
  expect(dutyOf(agenda, search, now)).toEqual(duty);
});

test('a submission forgets when the partner was to be asked again', () => {
  const again = noteSubmission(asked(0), 'siteSonar', 'run-1');
  const ended = noteProgress(again, 'siteSonar', { state: 'running', askAgainAfterMs: null }, now);
  expect(dutyOf(ended, running, now)).toEqual({ kind: 'wait', untilMs: Infinity });
});

test('a search that no longer runs is neither overdue nor to be asked again', () => {
  const overdue = noteProgress(asking, 'siteSonar', { state: 'overdue', askAgainAfterMs: 5 }, now);
  expect(describable(overdue, [running])).toMatchObject([{ isOverdue: true, isBeingSent: false }]);
  const looked = noteLook(overdue, { ...running, phase: 'answered' });
  expect(describable(looked, [running])).toMatchObject([{ isOverdue: false }]);
  expect(dutyOf(looked, running, now + 10)).toEqual({ kind: 'wait', untilMs: Infinity });
  expect(noteLook(overdue, running)).toBe(overdue);
});

test('a submission that failed is no longer under way', () => {
  expect(describable(asking, [open])).toMatchObject([{ isBeingSent: true }]);
  const failed = noteProgress(asking, 'siteSonar', undefined, now);
  expect(describable(failed, [open])).toMatchObject([{ isBeingSent: false }]);
});

test('an execution is finished when nothing is armed, running or being asked', () => {
  const done: LookedAtSearch = { ...open, phase: 'answered', next: 'nothing' };
  expect(isFinished(emptyAgenda, [done])).toBe(true);
  expect(isFinished(emptyAgenda, [])).toBe(true);
  expect(isFinished(asking, [done])).toBe(false);
  expect(isFinished(emptyAgenda, [open])).toBe(false);
  expect(isFinished(emptyAgenda, [running])).toBe(false);
});

test('an agenda is a value: noting something leaves the one before as it was', () => {
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

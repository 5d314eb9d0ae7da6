import { bulkFault, bulkItemsMax, decides, ownActionOf } from '../../../src/domain/desk/bulk';
import type { QueueKind } from '../../../src/domain/desk/queue';

const today = '2026-11-24';
const many = (count: number, kind: QueueKind = 'site'): QueueKind[] =>
  Array.from({ length: count }, () => kind);

test.each([
  ['take', ['site', 'exchange', 'authorization'], null],
  ['release', many(bulkItemsMax), null],
  ['snooze', ['site', 'endpoint'], '2026-11-25'],
  ['verify', ['site', 'site'], null],
  ['rearm', ['search'], null],
  ['enable', ['endpoint'], null],
  ['preparePacket', ['recordRequest'], null],
] as const)('Bulk action %s on %j is accepted [DESK-29]', (action, kinds, until) => {
  expect(bulkFault({ action, kinds, until }, today)).toBeUndefined();
});

test.each([
  ['take', [], null, /^Select at least/],
  ['take', many(bulkItemsMax + 1), null, /200 items at most/],
  ['verify', ['site', 'endpoint'], null, /by kind first/],
  ['enable', ['authorization'], null, /by kind first/],
  ['snooze', ['site'], null, /^Enter the date/],
  ['snooze', ['site'], today, /must be after today/],
  ['snooze', ['site'], '2027-11-24', /90 days at most/],
] as const)('Bulk action %s on %j until %s is rejected [DESK-29]', (action, kinds, until, sentence) => {
  expect(bulkFault({ action, kinds, until }, today)).toMatch(sentence);
});

test('Taking, releasing, and snoozing decide nothing, and no authorization is decided in bulk [DESK-29]', () => {
  expect((['take', 'release', 'snooze'] as const).map(decides)).toEqual([false, false, false]);
  expect((['verify', 'enable', 'rearm', 'preparePacket'] as const).map(decides)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(ownActionOf('authorization')).toBeUndefined();
});

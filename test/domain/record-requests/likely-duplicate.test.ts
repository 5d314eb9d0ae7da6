import { likelyDuplicateOf } from '../../../src/domain/record-requests/likely-duplicate';
import type { RecordRequest } from '../../../src/domain/record-requests/record-request';

type Asked = Pick<RecordRequest, 'siteUid' | 'kind' | 'startDateOfService' | 'endDateOfService' | 'status'>;

const asked: Asked = {
  siteUid: 'site',
  kind: 'billing',
  startDateOfService: '2024-01-01',
  endDateOfService: '2024-06-30',
  status: 'Submitted',
};

test.each<[string, Partial<Asked>, boolean]>([
  ['the same days', {}, true],
  ['one day in common', { startDateOfService: '2024-06-30', endDateOfService: '2024-12-31' }, true],
  ['the days after', { startDateOfService: '2024-07-01', endDateOfService: '2024-12-31' }, false],
  ['the days before', { startDateOfService: '2023-01-01', endDateOfService: '2023-12-31' }, false],
  ['all days', { startDateOfService: null, endDateOfService: null }, true],
  ['all days until before', { startDateOfService: null, endDateOfService: '2023-12-31' }, false],
  ['all days since within', { startDateOfService: '2024-03-01', endDateOfService: null }, true],
  ['another site', { siteUid: 'other' }, false],
  ['another kind', { kind: 'imaging' }, false],
  ['one that was answered', { status: 'Completed' }, true],
  ['one that was canceled', { status: 'Canceled' }, false],
  ['one that was called a duplicate', { status: 'DuplicateRequest' }, false],
])('an earlier request for %s: likely repeated is %s [REQUEST-28]', (_, differs, isLikely) => {
  const earlier = { ...asked, ...differs };
  expect(likelyDuplicateOf(asked, [earlier])).toBe(isLikely ? earlier : undefined);
});

test('of several the oldest is named, and without any none [REQUEST-28]', () => {
  const [first, second] = [{ ...asked }, { ...asked }];
  expect(likelyDuplicateOf(asked, [first, second])).toBe(first);
  expect(likelyDuplicateOf(asked, [])).toBeUndefined();
});

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
  ['later days', { startDateOfService: '2024-07-01', endDateOfService: '2024-12-31' }, false],
  ['earlier days', { startDateOfService: '2023-01-01', endDateOfService: '2023-12-31' }, false],
  ['all days', { startDateOfService: null, endDateOfService: null }, true],
  ['all days up to an earlier date', { startDateOfService: null, endDateOfService: '2023-12-31' }, false],
  ['all days since a date within', { startDateOfService: '2024-03-01', endDateOfService: null }, true],
  ['another site', { siteUid: 'other' }, false],
  ['another kind', { kind: 'imaging' }, false],
  ['the same days, completed,', { status: 'Completed' }, true],
  ['the same days, canceled,', { status: 'Canceled' }, false],
  ['the same days, marked as a duplicate,', { status: 'DuplicateRequest' }, false],
])('An earlier request for %s makes a likely duplicate: %s [REQUEST-28]', (_, differs, isLikely) => {
  const earlier = { ...asked, ...differs };
  expect(likelyDuplicateOf(asked, [earlier])).toBe(isLikely ? earlier : undefined);
});

test('A likely duplicate names the oldest of several originals [REQUEST-28]', () => {
  const [first, second] = [{ ...asked }, { ...asked }];
  expect(likelyDuplicateOf(asked, [first, second])).toBe(first);
  expect(likelyDuplicateOf(asked, [])).toBeUndefined();
});

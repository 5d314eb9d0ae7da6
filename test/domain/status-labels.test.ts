import { authorizationStatuses } from '../../src/domain/authorizations/authorization-status';
import { recordRequestStatuses } from '../../src/domain/record-requests/record-request';
import {
  authorizationStatusLabels,
  recordRequestStatusLabels,
  searchStatusLabels,
} from '../../src/domain/status-labels';

test.each([
  ['authorization', authorizationStatuses.map(status => authorizationStatusLabels[status])],
  ['record request', recordRequestStatuses.map(status => recordRequestStatusLabels[status])],
  ['search', Object.values(searchStatusLabels)],
])('Each %s status has its own label in plain words', (_kind, labels) => {
  expect(new Set(labels).size).toBe(labels.length);
  // A label derived from an enum lacks the capitals of ZIP and has abbreviations that nobody says.
  for (const label of labels) {
    expect(label).toMatch(/^[A-Z][a-z]+( (ZIP|[a-z]+|\d{4}))*$/);
    expect(label).not.toMatch(/smt|auth |hit|zip/);
  }
});

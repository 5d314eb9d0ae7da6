import { nextStepOf, type NextStep, type StepFacts } from '../../../src/domain/patients/next-step';

const ready: StepFacts = {
  needsDocument: true,
  hasDocument: true,
  authorizationStatus: 'Approved',
  isLapsed: false,
  searchStatus: 'Completed',
  requests: { total: 0, received: 0 },
};

test.each<readonly [string, Partial<StepFacts>, NextStep | undefined]>([
  ['no document', { hasDocument: false, authorizationStatus: 'NeedsApproval' }, 'uploadAuthorization'],
  ['a faulty document', { authorizationStatus: 'MissingSignature' }, 'fixAuthorization'],
  [
    'a faulty document where none is needed',
    { needsDocument: false, authorizationStatus: 'MissingSignature' },
    'fixAuthorization',
  ],
  ['a lapsed authorization', { isLapsed: true }, 'replaceAuthorization'],
  ['a document in review', { authorizationStatus: 'NeedsApproval' }, 'awaitReview'],
  [
    'a document in review and a search without a ZIP code',
    { authorizationStatus: 'NeedsApproval', searchStatus: 'MissingZipCode' },
    'fixSearch',
  ],
  ['two people', { searchStatus: 'AmbiguousIdentity' }, 'fixSearch'],
  ['running searches', { searchStatus: 'Processing' }, 'awaitSearches'],
  ['finished searches', {}, 'requestRecords'],
  ['no search', { searchStatus: 'Inactive' }, 'requestRecords'],
  [
    'running searches and a request',
    { searchStatus: 'Processing', requests: { total: 1, received: 0 } },
    'awaitRecords',
  ],
  ['records', { requests: { total: 3, received: 1 } }, 'reviewFiles'],
  ['requests that are hidden', { requests: undefined }, undefined],
  [
    'no document where none is needed',
    { needsDocument: false, hasDocument: false, authorizationStatus: 'NeedsApproval' },
    'requestRecords',
  ],
])('After %s, the next step is what the customer can do [CONSOLE-104]', (_, facts, step) => {
  expect(nextStepOf({ ...ready, ...facts })).toBe(step);
});

/** The state of a record request, and whom it waits for. */
import { authorizationStatuses } from '../../../src/domain/authorizations/authorization-status';
import type { ProjectTerms } from '../../../src/domain/projects/project';
import { isOpen, recordRequestStatuses } from '../../../src/domain/record-requests/record-request';
import { standingOf, waitOf, type StandingFacts } from '../../../src/domain/record-requests/standing';

const legal: ProjectTerms = { status: 'Live', purpose: 'Legal', authorizationMethod: 'authorizationPdf' };
const facts: StandingFacts = {
  project: legal,
  authorizationStatus: 'Approved',
  answerBy: null,
  today: '2026-11-22',
};
const submitted = { status: 'Submitted', channel: null } as const;

test.each([
  ['Live', 'Legal', 'authorizationPdf', 'NeedsApproval', 'heldForApproval', 'approval'],
  ['Live', 'Legal', 'authorizationPdf', 'MissingSignature', 'toBeDenied', 'approval'],
  ['Live', 'Legal', 'authorizationPdf', 'Approved', 'toBeSent', 'operator'],
  ['Live', 'Legal', 'ial2Tokens', 'NeedsApproval', 'toBeSent', 'operator'],
  ['Live', 'CoveredTreatment', 'authorizationPdf', 'NeedsApproval', 'toBeSent', 'operator'],
  ['Closed', 'Legal', 'authorizationPdf', 'NeedsApproval', 'heldForApproval', 'approval'],
  ['Closed', 'Legal', 'authorizationPdf', 'Approved', 'withOperator', 'operator'],
  ['Sandbox', 'Legal', 'authorizationPdf', 'NeedsApproval', 'toBeSent', 'facility'],
  ['Sandbox', 'Legal', 'authorizationPdf', 'MissingSignature', 'toBeDenied', 'approval'],
] as const)(
  'A submitted request in a %s project for %s with %s, %s, is %s and waits for %s [REQUEST-29]',
  (status, purpose, authorizationMethod, authorizationStatus, standing, wait) => {
    const project = { status, purpose, authorizationMethod };
    const found = standingOf(submitted, { ...facts, project, authorizationStatus });
    expect([found, waitOf(found, project)]).toEqual([standing, wait]);
  },
);

test('A request that needs a document can be sent only once the document is Approved [REQUEST-29]', () => {
  const sendable = authorizationStatuses.filter(
    authorizationStatus => standingOf(submitted, { ...facts, authorizationStatus }) === 'toBeSent',
  );
  expect(sendable).toEqual(['Approved']);
});

test.each([
  ['Live', null, null, 'withOperator'],
  ['Live', 'ehrnet', null, 'withFacility'],
  ['Live', 'outreach', '2026-11-22', 'withFacility'],
  ['Live', 'outreach', '2026-11-21', 'withOperator'],
  ['Live', 'outreach', null, 'withOperator'],
  ['Sandbox', null, null, 'withFacility'],
  ['Sandbox', 'sandbox', null, 'withFacility'],
] as const)(
  'A processing request in a %s project, sent by %s and due by %s, is %s',
  (status, channel, answerBy, standing) => {
    const sent = { status: 'Processing', channel } as const;
    expect(standingOf(sent, { ...facts, project: { ...legal, status }, answerBy })).toBe(standing);
  },
);

test('A request without a channel waits for an operator exactly while it is open', () => {
  for (const status of recordRequestStatuses) {
    const wait = waitOf(standingOf({ status, channel: null }, facts), legal);
    expect(wait).toBe(isOpen(status) ? 'operator' : null);
  }
});

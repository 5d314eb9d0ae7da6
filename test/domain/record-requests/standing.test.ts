/** The state of a record request, and whom it waits for. */
import { authorizationStatuses } from '../../../src/domain/authorizations/authorization-status';
import type { ProjectTerms } from '../../../src/domain/projects/project';
import {
  channelFaults,
  isOpen,
  recordRequestStatuses,
} from '../../../src/domain/record-requests/record-request';
import { standingOf, waitOf, type StandingFacts } from '../../../src/domain/record-requests/standing';

const legal: ProjectTerms = { status: 'Live', purpose: 'Legal', authorizationMethod: 'authorizationPdf' };
const authorization = {
  authorizationStatus: 'Approved',
  authorizationExpiresOn: '2026-11-23',
  authorizationRevokedOn: null,
} as const;
const facts: StandingFacts = { project: legal, authorization, answerBy: null, companyDay: '2026-11-22' };
const submitted = {
  status: 'Submitted',
  channel: null,
  channelFault: null,
  isHeldByCorrection: false,
} as const;

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
    const found = standingOf(submitted, {
      ...facts,
      project,
      authorization: { ...authorization, authorizationStatus },
    });
    expect([found, waitOf(found, project)]).toEqual([standing, wait]);
  },
);

test('A request that needs a document can be sent only once the document is Approved [REQUEST-29]', () => {
  const sendable = authorizationStatuses.filter(
    authorizationStatus =>
      standingOf(submitted, { ...facts, authorization: { ...authorization, authorizationStatus } }) ===
      'toBeSent',
  );
  expect(sendable).toEqual(['Approved']);
});

test.each([
  ['2026-11-23', null, '2026-11-23', 'toBeSent', 'operator'],
  ['2026-11-23', null, '2026-11-24', 'heldByExpiry', 'authorization'],
  [null, null, '2036-11-24', 'toBeSent', 'operator'],
  [null, '2026-11-20', '2026-11-22', 'heldByRevocation', 'authorization'],
  ['2026-11-01', '2026-11-20', '2026-11-22', 'heldByRevocation', 'authorization'],
] as const)(
  'A request under an authorization that expires on %s and was revoked on %s is on %s %s [AUTH-24]',
  (authorizationExpiresOn, authorizationRevokedOn, companyDay, standing, wait) => {
    const term = { ...authorization, authorizationExpiresOn, authorizationRevokedOn };
    const found = standingOf(submitted, { ...facts, authorization: term, companyDay });
    expect([found, waitOf(found, legal)]).toEqual([standing, wait]);
    const covered = { ...legal, purpose: 'CoveredTreatment' } as const;
    expect(standingOf(submitted, { ...facts, project: covered, authorization: term, companyDay })).toBe(
      'toBeSent',
    );
  },
);

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
    const sent = { status: 'Processing', channel, channelFault: null, isHeldByCorrection: false } as const;
    expect(standingOf(sent, { ...facts, project: { ...legal, status }, answerBy })).toBe(standing);
  },
);

test('A request without a channel waits for an operator exactly while it is open', () => {
  for (const status of recordRequestStatuses) {
    const wait = waitOf(
      standingOf({ status, channel: null, channelFault: null, isHeldByCorrection: false }, facts),
      legal,
    );
    expect(wait).toBe(isOpen(status) ? 'operator' : null);
  }
});

test.each([
  ['Live', 'Submitted', null, 'heldByCorrection', 'confirmation'],
  ['Sandbox', 'Submitted', null, 'heldByCorrection', 'confirmation'],
  ['Live', 'Processing', 'ehrnet', 'withOperator', 'operator'],
  ['Live', 'Completed', 'ehrnet', 'ended', null],
] as const)(
  'In a %s project, a %s request by %s to a facility in doubt is %s and waits for %s [REQUEST-42]',
  (projectStatus, status, channel, standing, wait) => {
    const project = { ...legal, status: projectStatus };
    const found = standingOf(
      { status, channel, channelFault: null, isHeldByCorrection: true },
      { ...facts, project },
    );
    expect([found, waitOf(found, project)]).toEqual([standing, wait]);
  },
);

test.each(channelFaults)(
  'A sent request whose channel is %s waits for an operator, except in the sandbox [REQUEST-52]',
  channelFault => {
    const sent = {
      status: 'Processing',
      channel: 'ehrnet',
      channelFault,
      isHeldByCorrection: false,
    } as const;
    expect(standingOf(sent, facts)).toBe('withOperator');
    expect(standingOf(sent, { ...facts, project: { ...legal, status: 'Sandbox' } })).toBe('withFacility');
  },
);

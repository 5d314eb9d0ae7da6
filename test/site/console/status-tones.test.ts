/** The color of each status: blue in progress, amber for the customer, green done, gray closed. */
import { render } from 'preact-render-to-string';
import { authorizationStatuses } from '../../../src/domain/authorizations/authorization-status';
import { feeStatuses } from '../../../src/domain/record-requests/fees';
import { recordRequestStatuses } from '../../../src/domain/record-requests/record-request';
import { searchStatuses } from '../../../src/domain/searches/search';
import { FeeCard, type ShownFee } from '../../../src/site/components/fee-facts';
import {
  AuthorizationPill,
  RequestPill,
  SearchPill,
} from '../../../src/site/console/components/patient-words';

const colors = { blue: 'info', amber: 'warning', green: 'passed', gray: 'neutral' } as const;
type Row = readonly [status: string, color: keyof typeof colors, label: string];

const requests: readonly Row[] = [
  ['Submitted', 'blue', 'Submitted'],
  ['Processing', 'blue', 'Processing'],
  ['NeedToReviewResults', 'blue', 'Results need review'],
  ['WrongSiteName', 'amber', 'Wrong facility name'],
  ['AuthDenied', 'amber', 'Authorization denied'],
  ['Completed', 'green', 'Completed'],
  ['Partial', 'amber', 'Partially completed'],
  ['PatientNotFound', 'gray', 'Patient not found'],
  ['ServiceDatesNotFound', 'gray', 'Dates of service not found'],
  ['NoRecordFound', 'gray', 'No records found'],
  ['SiteClosed', 'gray', 'Facility closed'],
  ['FacilityRefusal', 'gray', 'Refused by facility'],
  ['Canceled', 'gray', 'Canceled'],
  ['Void', 'gray', 'Void'],
  ['DuplicateRequest', 'gray', 'Duplicate request'],
];
const searches: readonly Row[] = [
  ['Inactive', 'gray', 'Not requested'],
  ['Processing', 'blue', 'Processing'],
  ['Completed', 'green', 'Completed'],
  ['NoHit', 'gray', 'No records found'],
  ['AmbiguousIdentity', 'amber', 'Ambiguous identity'],
  ['MissingZipCode', 'amber', 'Missing ZIP code'],
  ['RequestRejected', 'amber', 'Request rejected'],
  ['DeceasedBeforeClinicalData', 'gray', 'Died before 2016'],
];
const fees: readonly Row[] = [
  ['WaitingForApproval', 'amber', 'Waiting for approval'],
  ['Approved', 'green', 'Approved'],
  ['Rejected', 'gray', 'Rejected'],
  ['Questioned', 'blue', 'Question asked'],
  ['Withdrawn', 'gray', 'Withdrawn'],
];

const pill = (color: keyof typeof colors, label: string): string =>
  `<span class="pill ${colors[color]}">${label}</span>`;
const statusesOf = (rows: readonly Row[]): string[] => rows.map(([status]) => status);
const pillsOf = (rows: readonly Row[]): string[] => rows.map(([, color, label]) => pill(color, label));

test('Each status of a record request has its color and its words [CONSOLE-129]', () => {
  expect(statusesOf(requests)).toEqual(recordRequestStatuses);
  expect(recordRequestStatuses.map(status => render(RequestPill({ status })))).toEqual(pillsOf(requests));
});

test('Each status of a search has its color and its words [CONSOLE-129]', () => {
  expect(statusesOf(searches).toSorted()).toEqual([...searchStatuses].toSorted());
  for (const [status, color, label] of searches) {
    const known = searchStatuses.find(name => name === status);
    expect(known && render(SearchPill({ status: known }))).toBe(pill(color, label));
  }
});

test('An authorization is amber while the customer must act, then blue, then green [CONSOLE-129]', () => {
  for (const status of authorizationStatuses) {
    const color = status === 'Approved' ? 'passed' : status === 'NeedsApproval' ? 'info' : 'warning';
    expect(render(AuthorizationPill({ status }))).toContain(`class="pill ${color}"`);
  }
  const missing = AuthorizationPill({ status: 'NeedsApproval', hasDocument: false });
  expect(render(missing)).toBe(pill('amber', 'Needs approval'));
});

const fee: ShownFee = {
  uid: 'fee',
  amountCents: 4_250,
  basis: 'flat',
  needsPrepayment: false,
  note: null,
  invoiceFileUid: null,
  status: 'Approved',
  isWithinLimit: false,
  responder: null,
  respondedAt: null,
  message: null,
  question: null,
  answer: null,
  settledAt: null,
  paidOn: null,
  version: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

test('Each status of a fee has its color and its words [CONSOLE-129]', () => {
  expect(statusesOf(fees).toSorted()).toEqual([...feeStatuses].toSorted());
  for (const status of feeStatuses) {
    const [, color = 'gray', label = ''] = fees.find(([name]) => name === status) ?? [];
    const card = FeeCard({ number: 1, fee: { ...fee, status }, invoicePath: '/' });
    expect(render(card)).toContain(pill(color, label));
  }
});

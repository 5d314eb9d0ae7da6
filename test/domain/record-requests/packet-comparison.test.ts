import type { AuthorizationData } from '../../../src/domain/auth-checks/extraction';
import {
  comparePacket,
  type ComparedPart,
  type ComparedRequest,
} from '../../../src/domain/record-requests/packet-comparison';
import { found, good } from '../../support/authorization-readings';

const asked: ComparedRequest = {
  request: { kind: 'billing', startDateOfService: null, endDateOfService: null },
  facilityNames: ['Harbor General Hospital'],
  companyName: 'Acme Law Group, LLC',
};

function resultOf(
  part: ComparedPart,
  data: Partial<AuthorizationData>,
  request: Partial<ComparedRequest> = {},
): string | undefined {
  const compared = comparePacket({ ...good, ...data }, { ...asked, ...request }, '2026-11-27');
  return compared.find(comparison => comparison.part === part)?.result;
}

const kind = (of: 'medicalRecord' | 'billing' | 'imaging') => ({ request: { ...asked.request, kind: of } });
const items = (...texts: readonly string[]) => ({
  information: { items: texts.map(found), isEverything: false, isUnclear: false },
});
const everything = { information: { items: [], isEverything: true, isUnclear: false } };

test('A request that fits its authorization matches in every part [DESK-46]', () => {
  expect(comparePacket(good, asked, '2026-11-27')).toEqual([
    { part: 'kinds', result: 'match', requested: null, stated: 'Billing records' },
    { part: 'dates', result: 'match', requested: null, stated: 'All dates of service' },
    {
      part: 'facility',
      result: 'match',
      requested: 'Harbor General Hospital',
      stated: 'Harbor General Hospital',
    },
    { part: 'recipient', result: 'match', requested: 'Acme Law Group, LLC', stated: 'Acme Law Group LLC' },
  ]);
});

test.each([
  ['bills where only bills are named', 'billing', items('Itemized bills'), 'match'],
  ['bills where only charts are named', 'billing', items('Progress notes'), 'differs'],
  ['bills under the whole record', 'billing', everything, 'differs'],
  ['the chart under the whole record', 'medicalRecord', everything, 'match'],
  ['pictures under the whole record', 'imaging', everything, 'match'],
  ['the chart where only bills are named', 'medicalRecord', items('Billing records'), 'differs'],
  ['the chart where only pictures are named', 'medicalRecord', items('X-ray records'), 'differs'],
  ['the chart among others', 'medicalRecord', items('Billing records', 'Discharge summary'), 'match'],
  ['pictures', 'imaging', items('Radiology images'), 'match'],
  ['anything where nothing is named', 'medicalRecord', items(), 'notOnForm'],
] as const)('Kinds of records are compared: %s [DESK-46]', (_, of, data, result) => {
  expect(resultOf('kinds', data, kind(of))).toBe(result);
});

test.each([
  ['the same name with other words around it', found('Harbor General Hospital, Boston MA'), 'match'],
  ['a class of providers', found('Any physician, hospital, or clinic that treated me'), 'match'],
  ['another facility', found('Mercy Clinic'), 'differs'],
  ['a facility with a part of the name', found('Harbor Dental'), 'differs'],
  ['an empty line', null, 'notOnForm'],
] as const)('The disclosing facility is compared: %s [DESK-46]', (_, disclosingParty, result) => {
  expect(resultOf('facility', { disclosingParty })).toBe(result);
});

test('The name that the directory has for the facility matches as well [DESK-46]', () => {
  const facilityNames = ['Harbor Gen.', 'Harbor General Hospital'];
  expect(resultOf('facility', {}, { facilityNames })).toBe('match');
});

test.each([
  [found('Acme Law Group'), 'match'],
  [found('Another Firm LLP'), 'differs'],
  [null, 'notOnForm'],
] as const)('The recipient %j is compared with the company [DESK-46]', (recipient, result) => {
  expect(resultOf('recipient', { recipient })).toBe(result);
});

test.each([
  [found('01/01/2020 to 12/31/2020'), 'differs'],
  [null, 'notOnForm'],
] as const)('The dates of service %j are compared with the request [DESK-46]', (datesOfService, result) => {
  expect(resultOf('dates', { datesOfService })).toBe(result);
});

import { authorizationStatuses } from '../../../src/domain/authorizations/authorization-status';
import {
  type GateDecision,
  type GateFacts,
  blockedReason,
  decideGate,
  gateFacts,
} from '../../../src/domain/searches/gates';
import { type SearchState, searchKinds, searchOff } from '../../../src/domain/searches/search';

const open: GateFacts = { isSandbox: false, isHeldForApproval: false, zipCodeCount: 1, dateOfDeath: null };

describe('The gates of an armed search', () => {
  test.each(searchKinds)('are open for %s if nothing is in the way [SEARCH-25]', kind => {
    expect(decideGate(kind, open)).toBe('open');
  });

  // Everything in the way at once, removed in the order of evaluation.
  const steps: ReadonlyArray<[string, Partial<GateFacts>, Record<string, GateDecision>]> = [
    [
      'a death before 2016',
      { dateOfDeath: '2015-12-31', zipCodeCount: 0, isHeldForApproval: true },
      { siteSonar: 'declined', patientHistories: 'declined', ehrSearch: 'zipCode' },
    ],
    [
      'no ZIP code',
      { zipCodeCount: 0, isHeldForApproval: true },
      { siteSonar: 'approval', patientHistories: 'zipCode', ehrSearch: 'zipCode' },
    ],
    [
      'no approval',
      { isHeldForApproval: true },
      { siteSonar: 'approval', patientHistories: 'approval', ehrSearch: 'approval' },
    ],
    ['nothing in the way', {}, { siteSonar: 'open', patientHistories: 'open', ehrSearch: 'open' }],
  ];
  test.each(steps)(
    'are evaluated in order: %s [SEARCH-8] [SEARCH-12] [SEARCH-15]',
    (_name, facts, expected) => {
      const decisions = searchKinds.map(kind => [kind, decideGate(kind, { ...open, ...facts })]);
      expect(Object.fromEntries(decisions)).toEqual(expected);
    },
  );

  test.each(authorizationStatuses)(
    'require an approval if the status is %s [AUTH-9] [DECISION-13]',
    authorizationStatus => {
      const project = { status: 'Live', purpose: 'Legal', authorizationMethod: 'authorizationPdf' } as const;
      const facts = gateFacts(project, { authorizationStatus, zipCodes: ['02139'], dateOfDeath: null });
      const decision = decideGate('siteSonar', facts);
      expect(decision).toBe(authorizationStatus === 'Approved' ? 'open' : 'approval');
    },
  );

  test.each([
    ['2015-12-31', 'declined'],
    ['2016-01-01', 'open'],
    ['2024-05-06', 'open'],
  ] as const)('treat a death on %s as %s [SEARCH-15] [SEARCH-18]', (dateOfDeath, expected) => {
    expect(decideGate('siteSonar', { ...open, dateOfDeath })).toBe(expected);
    expect(decideGate('ehrSearch', { ...open, dateOfDeath })).toBe('open');
  });

  test('need no ZIP code in a sandbox project [SEARCH-24]', () => {
    for (const kind of searchKinds)
      expect(decideGate(kind, { ...open, isSandbox: true, zipCodeCount: 0 })).toBe('open');
  });
});

describe('The blocked reason', () => {
  const armed = (kind: SearchState['kind'], waitsFor: SearchState['waitsFor'] = null): SearchState => ({
    ...searchOff(kind),
    isRequested: true,
    phase: 'armed',
    waitsFor,
  });

  test('is MissingZipCode while an armed search waits for a ZIP code [PATIENT-15]', () => {
    expect(blockedReason(armed('ehrSearch', 'zipCode'), null)).toBe('MissingZipCode');
  });

  test('is null for a search that was not requested, whatever is known of the patient [PATIENT-16]', () => {
    for (const kind of searchKinds) expect(blockedReason(searchOff(kind), '2010-01-01')).toBeNull();
  });

  test('is DeceasedBeforeClinicalData until the decline is recorded, and never for EHR Search [PATIENT-15]', () => {
    expect(blockedReason(armed('siteSonar'), '2010-01-01')).toBe('DeceasedBeforeClinicalData');
    expect(blockedReason(armed('ehrSearch'), '2010-01-01')).toBeNull();
    const declined = {
      ...armed('siteSonar'),
      phase: 'answered',
      outcome: 'DeceasedBeforeClinicalData',
    } as const;
    expect(blockedReason(declined, '2010-01-01')).toBeNull();
  });

  test('is null if only the approval is missing', () => {
    expect(blockedReason(armed('siteSonar', 'approval'), null)).toBeNull();
  });
});

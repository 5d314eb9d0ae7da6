import { applyFlags, isNewlyEnabled, regate } from '../../../src/domain/searches/arm-searches';
import { describeSearches, type DescribedSearch } from '../../../src/domain/searches/describe-searches';
import type { GateFacts } from '../../../src/domain/searches/gates';
import { neverRun, searchOff, type PatientSearch } from '../../../src/domain/searches/search';

const off: PatientSearch = { ...searchOff('siteSonar'), ...neverRun };
const armed: PatientSearch = { ...off, isRequested: true, phase: 'armed' };
const running: PatientSearch = { ...armed, phase: 'running', run: 1 };
const answered: PatientSearch = { ...armed, phase: 'answered', outcome: 'Completed', run: 1 };

describe('A search flag [PATIENT-23]', () => {
  test.each<[string, PatientSearch, boolean | undefined, PatientSearch]>([
    ['set to true arms a search that was off', off, true, armed],
    ['set to true again leaves an armed search unchanged', armed, true, armed],
    ['set to true again leaves an answered search unchanged', answered, true, answered],
    ['left out changes nothing', answered, undefined, answered],
    ['set to false disarms an armed search', armed, false, off],
    ['set to false lets a run finish', running, false, { ...running, isRequested: false }],
    [
      'set to true during a run that was switched off keeps the run',
      { ...running, isRequested: false },
      true,
      running,
    ],
    [
      'set to true again re-arms an answered search and drops its outcome',
      { ...answered, isRequested: false, phase: 'off' },
      true,
      { ...armed, run: 1 },
    ],
  ])('%s', (_name, before, flag, after) => {
    expect(applyFlags([before], { siteSonar: flag })).toEqual([after]);
  });

  test('changes no other search [PATIENT-9] [SEARCH-2]', () => {
    const others = [
      { ...off, kind: 'ehrSearch' },
      { ...off, kind: 'patientHistories' },
    ] as const;
    expect(applyFlags(others, { siteSonar: true })).toEqual(others);
  });
});

test('A search is newly enabled if it was off before and is on now, running or not', () => {
  expect(isNewlyEnabled([off], [armed])).toBe(true);
  expect(isNewlyEnabled([{ ...answered, isRequested: false, phase: 'off' }], [armed])).toBe(true);
  expect(isNewlyEnabled([{ ...running, isRequested: false }], [running])).toBe(true);
  expect(isNewlyEnabled([armed], [armed])).toBe(false);
  expect(isNewlyEnabled([running], [running])).toBe(false);
  expect(isNewlyEnabled([off], [off])).toBe(false);
  expect(isNewlyEnabled([armed], [off])).toBe(false);
});

describe('Reevaluation of the gates', () => {
  const facts: GateFacts = { isSandbox: false, isHeldForApproval: true, zipCodeCount: 0, dateOfDeath: null };

  test('updates what each armed search waits for until its gate opens', () => {
    const [waiting] = regate([{ ...armed, kind: 'ehrSearch' }], facts);
    expect(waiting?.waitsFor).toBe('zipCode');
    const [next] = regate(waiting === undefined ? [] : [waiting], { ...facts, zipCodeCount: 1 });
    expect(next?.waitsFor).toBe('approval');
    const approved = { ...facts, zipCodeCount: 1, isHeldForApproval: false };
    expect(regate(next === undefined ? [] : [next], approved)[0]?.waitsFor).toBeNull();
  });

  test.each(['correction', 'rearming'] as const)('leaves a search that waits for %s unchanged', waitsFor => {
    expect(regate([{ ...armed, waitsFor }], facts)[0]?.waitsFor).toBe(waitsFor);
  });

  test.each([off, running, answered])('leaves a search that is $phase unchanged', search => {
    expect(regate([search], facts)).toEqual([search]);
  });
});

test.each<[Partial<DescribedSearch>, string]>([
  [{ next: 'open' }, 'armed, ready to be sent'],
  [{ next: 'open', isBeingSent: true }, 'being sent to its partner'],
  [{ next: 'approval', isBeingSent: true }, 'armed, waiting for the approval of the authorization'],
  [{ next: 'partnerMissing', isBeingSent: true }, 'armed, waiting for a partner: none is configured'],
  [{ next: 'projectClosed' }, 'armed, its project is closed'],
  [
    { next: 'correction', refusalCode: 'E12', resendAtMs: Date.UTC(2026, 10, 21, 9, 5) },
    'armed, rejected by the partner, waiting for corrected details (code E12); resent unchanged ' +
      'at 2026-11-21 09:05 UTC',
  ],
  [
    { next: 'rearming', refusalCode: null, resendAtMs: null },
    'armed, rejected too often, waiting for an operator to re-arm it',
  ],
  [{ phase: 'running', next: 'nothing', isBeingSent: true }, 'running, being sent to its partner'],
  [
    { phase: 'running', next: 'nothing', isOverdue: true },
    'running, overdue: the partner has not answered in time',
  ],
  [{ phase: 'answered', next: 'resolvable' }, 'answered, its people being judged again with the new details'],
])('An operator sees a search in the state %j as: %s', (rest, expected) => {
  expect(describeSearches([{ kind: 'siteSonar', phase: 'armed', next: 'open', ...rest }])).toBe(
    `- **Site Sonar**: ${expected}`,
  );
});

test('An operator sees the state of each search', () => {
  expect(
    describeSearches([
      { kind: 'siteSonar', phase: 'answered', next: 'nothing' },
      { kind: 'patientHistories', phase: 'armed', next: 'zipCode' },
      { kind: 'ehrSearch', phase: 'running', next: 'nothing' },
    ]),
  ).toBe(
    [
      '- **Site Sonar**: answered',
      '- **Patient Histories**: armed, waiting for a ZIP code',
      "- **EHR Search**: running, waiting for the partner's answer",
    ].join('\n'),
  );
  expect(describeSearches([])).toBe('No search is requested.');
});

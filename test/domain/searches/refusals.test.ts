import { patientDetailNames } from '../../../src/domain/patients/details';
import {
  holdUnchanged,
  isRearmable,
  keepStopped,
  noticeCorrection,
  rearm,
  refuse,
  resendDelaysMs,
} from '../../../src/domain/searches/refusals';
import { type Refusals, type SearchState, searchOff } from '../../../src/domain/searches/search';

const hour = 3_600_000;
const running: SearchState & Refusals = {
  ...searchOff('ehrSearch'),
  isRequested: true,
  phase: 'running',
  run: 1,
  refusals: 0,
  resendAtMs: null,
};

describe('A refused request', () => {
  test('is resent unchanged after 1 h, 6 h, and 24 h, and then waits for the provider [SEARCH-20] [DECISION-47]', () => {
    let search = running;
    const states: unknown[] = [];
    for (let refusal = 1; refusal <= 5; refusal += 1) {
      search = refuse({ ...search, phase: 'running', waitsFor: null }, 1_000);
      const { phase, waitsFor, outcome, resendAtMs } = search;
      states.push([phase, waitsFor, outcome, resendAtMs === null ? null : (resendAtMs - 1_000) / hour]);
    }
    expect(states).toEqual([
      ['armed', 'correction', 'RequestRejected', 1],
      ['armed', 'correction', 'RequestRejected', 6],
      ['armed', 'correction', 'RequestRejected', 24],
      ['armed', 'rearming', 'RequestRejected', null],
      ['armed', 'rearming', 'RequestRejected', null],
    ]);
    expect(resendDelaysMs).toHaveLength(3);
  });

  test('stays off if it was switched off in the meantime', () => {
    expect(refuse({ ...running, isRequested: false }, 0)).toMatchObject({ phase: 'off', waitsFor: null });
  });

  test('keeps its wait if it was switched off and on again', () => {
    const off = refuse({ ...running, isRequested: false }, 1_000);
    const again = { ...off, isRequested: true, phase: 'armed' } as const;
    expect(holdUnchanged(again, 1_000 + hour - 1)?.waitsFor).toBe('correction');
    expect(holdUnchanged(again, 1_000 + hour)).toBeUndefined();
  });

  test('waits for the provider after too many refusals, even if it was armed again [SEARCH-20]', () => {
    const armed = { ...running, phase: 'armed', waitsFor: null } as const;
    const states = [0, 3, 4, 9].map(refusals => keepStopped([{ ...armed, refusals }])[0]?.waitsFor);
    expect(states).toEqual([null, null, 'rearming', 'rearming']);
    expect(keepStopped([{ ...running, refusals: 9 }])[0]?.waitsFor).toBeNull();
  });

  test.each([
    ['without a refusal', 0, null, 0, 'goes'],
    ['before it is due', 1, 10, 9, 'correction'],
    ['once it is due', 1, 10, 10, 'goes'],
    ['after the third refusal', 3, 10, 9, 'correction'],
    ['after the fourth refusal, at any time', 4, null, 99, 'rearming'],
  ] as const)(
    'is sent or held %s: %i refusals, due at %s, now %i: %s',
    (_name, refusals, resendAtMs, now, expected) => {
      const search = { ...running, phase: 'armed', refusals, resendAtMs } as const;
      expect(holdUnchanged(search, now)?.waitsFor ?? 'goes').toBe(expected);
    },
  );

  test('is gated again only when a detail that is sent changes [SEARCH-19]', () => {
    const waiting: typeof running = { ...running, phase: 'armed', waitsFor: 'correction' };
    const moving = patientDetailNames.filter(
      name => noticeCorrection([waiting], [name])[0]?.waitsFor === null,
    );
    expect(moving).toEqual(['firstName', 'lastNames', 'dateOfBirth', 'sex', 'zipCodes']);
    const stopped: typeof running = { ...waiting, waitsFor: 'rearming' };
    expect(noticeCorrection([stopped], ['firstName'])).toEqual([stopped]);
    expect(noticeCorrection([running], ['firstName'])).toEqual([running]);
  });

  test('loses its refusals when the provider re-arms it', () => {
    const stopped = { ...running, phase: 'armed', waitsFor: 'rearming', refusals: 4 } as const;
    expect(isRearmable(stopped)).toBe(true);
    expect(isRearmable({ ...stopped, waitsFor: 'correction' })).toBe(true);
    expect(isRearmable({ ...stopped, waitsFor: 'zipCode' })).toBe(false);
    expect(isRearmable(running)).toBe(false);
    expect(rearm(stopped)).toMatchObject({ waitsFor: null, refusals: 0, resendAtMs: null });
  });
});

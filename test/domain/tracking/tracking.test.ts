import { trackingOf, type TrackedLevel } from '../../../src/domain/tracking/tracking';

const nothing: TrackedLevel = { said: undefined, isCreatedByUser: false };
const created: TrackedLevel = { said: undefined, isCreatedByUser: true };
const yes: TrackedLevel = { said: true, isCreatedByUser: false };
const no: TrackedLevel = { said: false, isCreatedByUser: false };

test.each<[string, TrackedLevel[], boolean, boolean]>([
  ['nothing is said or made', [nothing, nothing, nothing], false, false],
  ['they made it', [created, nothing, nothing], true, false],
  ['they said so', [yes, nothing, nothing], true, false],
  ['they made it and said no', [{ said: false, isCreatedByUser: true }, created, yes], false, false],
  ['they made its patient', [nothing, created, nothing], true, true],
  ['they said so of its patient', [nothing, yes, no], true, true],
  ['they said no of the patient, and made it', [created, no, no], true, false],
  [
    'they said no of the patient that they made',
    [nothing, { said: false, isCreatedByUser: true }, yes],
    false,
    true,
  ],
  ['they track the project', [nothing, nothing, yes], true, true],
  ['they said no of the project', [nothing, nothing, no], false, true],
])(
  'of a record, where %s: what is nearest decides [HOOK-7] [HOOK-8] [DECISION-62]',
  (_, levels, isTracked, isInherited) => {
    expect(trackingOf(levels)).toEqual({ isTracked, isInherited });
  },
);

import { trackingOf, type TrackedLevel } from '../../../src/domain/tracking/tracking';

const nothing: TrackedLevel = { setting: undefined, isCreatedByUser: false };
const created: TrackedLevel = { setting: undefined, isCreatedByUser: true };
const yes: TrackedLevel = { setting: true, isCreatedByUser: false };
const no: TrackedLevel = { setting: false, isCreatedByUser: false };

test.each<[string, TrackedLevel[], boolean, boolean]>([
  ['nothing was set or created', [nothing, nothing, nothing], false, false],
  ['they created it', [created, nothing, nothing], true, false],
  ['they turned it on', [yes, nothing, nothing], true, false],
  [
    'they created it and turned it off',
    [{ setting: false, isCreatedByUser: true }, created, yes],
    false,
    false,
  ],
  ['they created its patient', [nothing, created, nothing], true, true],
  ['they turned its patient on', [nothing, yes, no], true, true],
  ['they turned the patient off and created it', [created, no, no], true, false],
  [
    'they turned off the patient they created',
    [nothing, { setting: false, isCreatedByUser: true }, yes],
    false,
    true,
  ],
  ['they track the project', [nothing, nothing, yes], true, true],
  ['they turned the project off', [nothing, nothing, no], false, true],
])(
  'Tracking of a record follows the nearest level: %s [HOOK-7] [HOOK-8] [DECISION-62]',
  (_, levels, isTracked, isInherited) => {
    expect(trackingOf(levels)).toEqual({ isTracked, isInherited });
  },
);

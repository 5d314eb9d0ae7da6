import { builtInRoles } from '../../../src/domain/access/permissions';
import { eventGroupNames } from '../../../src/domain/events/event-types';
import { subscribe, type SubscriptionProblem } from '../../../src/domain/webhooks/subscription';

const member = new Set(builtInRoles.Member);
const withoutFollowUps = new Set(
  builtInRoles.Member.filter(name => name !== 'ConfigureFollowUpNotifications'),
);

/** The contract's list of events. It's closed: no group and no `all` ever means another one. */
const contractEvents = [
  'recordRequest.created',
  'recordRequest.statusChanged',
  'recordRequest.processing',
  'recordRequest.needsResolution',
  'recordRequest.completed',
  'recordRequest.recordsNotFound',
  'recordRequest.canceled',
  'recordRequest.followUpDue',
  'siteSonar.started',
  'siteSonar.completed',
  'patientHistories.started',
  'patientHistories.completed',
  'ehrSearch.started',
  'ehrSearch.completed',
  'patient.created',
  'patient.updated',
  'patient.searchStatusChanged',
  'authorization.statusChanged',
  'authorization.approved',
  'authorization.needsAttention',
  'clinicalData.added',
  'note.created',
  'note.updated',
  'aiResearch.completed',
];

test.each([
  ['an event', ['patient.created'], ['patient.created']],
  ['a group', ['siteSonar'], ['siteSonar.started', 'siteSonar.completed']],
  [
    'a group and one of its events, once,',
    ['patient', 'patient.created'],
    ['patient.created', 'patient.updated', 'patient.searchStatusChanged'],
  ],
  ['`all` (every event of the contract)', ['all'], contractEvents],
  ['every group (every event of the contract)', eventGroupNames, contractEvents],
])('A subscription to %s is accepted [HOOK-4]', (_what, names, events) => {
  expect(subscribe(names, member)).toEqual({ kind: 'subscribed', events });
});

const refusals: ReadonlyArray<
  readonly [what: string, names: readonly string[], problem: SubscriptionProblem]
> = [
  ['nothing', [], { rule: 'none' }],
  ['an unknown name', ['patient.created', 'patient.gone'], { rule: 'unknown', name: 'patient.gone' }],
  ['a property of every object', ['toString'], { rule: 'unknown', name: 'toString' }],
  ['a method of every object', ['hasOwnProperty'], { rule: 'unknown', name: 'hasOwnProperty' }],
];

test.each(refusals)('A subscription to %s is rejected [HOOK-4]', (_what, names, problem) => {
  expect(subscribe(names, member)).toEqual({ kind: 'refused', problem });
});

test.each([['recordRequest.followUpDue'], ['recordRequest'], ['all']])(
  'A subscription to %s requires ConfigureFollowUpNotifications and drops nothing silently [KEY-13]',
  name => {
    expect(subscribe([name], withoutFollowUps)).toEqual({
      kind: 'refused',
      problem: {
        rule: 'needsPermission',
        event: 'recordRequest.followUpDue',
        permission: 'ConfigureFollowUpNotifications',
      },
    });
    expect(subscribe(['recordRequest.completed'], withoutFollowUps).kind).toBe('subscribed');
  },
);

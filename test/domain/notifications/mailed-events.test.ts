import { builtInRoles } from '../../../src/domain/access/permissions';
import { chooseMailed } from '../../../src/domain/notifications/mailed-events';
import { subscribe } from '../../../src/domain/webhooks/subscription';

const member = new Set(builtInRoles.Member);
const all = subscribe(['all'], member);

test.each([
  ['an event', ['recordRequest.completed'], ['recordRequest.completed']],
  ['a group', ['note'], ['note.created', 'note.updated']],
  [
    '`all`, except webhook-only events,',
    ['all'],
    all.kind === 'subscribed' && all.events.filter(event => event !== 'clinicalData.added'),
  ],
])('%s can be sent by e-mail [EVENT-3]', (_what, names, events) => {
  expect(chooseMailed(names, member)).toEqual({ kind: 'chosen', events });
});

test.each(['clinicalData', 'clinicalData.added'])(
  '%s is available by webhook only [EVENT-3] [EVENT-39]',
  name => {
    expect(chooseMailed(['note', name], member)).toEqual({
      kind: 'refused',
      problem: { rule: 'webhookOnly', name },
    });
  },
);

test('Follow-up e-mails require the permission for follow-ups [KEY-13]', () => {
  expect(chooseMailed(['all'], new Set(['ManageNotifications']))).toMatchObject({
    kind: 'refused',
    problem: { rule: 'needsPermission', permission: 'ConfigureFollowUpNotifications' },
  });
});

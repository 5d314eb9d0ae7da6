import type { Permission } from '../../../src/domain/access/permissions';
import { isOpenInvitation, mayGive, refusalOf } from '../../../src/domain/console/members';

const set = (...names: readonly Permission[]): ReadonlySet<Permission> => new Set(names);
const manager = set('ManageMembers', 'ViewProjects');
const administrator = set('ManageMembers', 'ViewProjects', 'DecideAuthorizations');
const viewer = set('ViewProjects');
const nothing = set();

describe('what somebody may do about a member [CONSOLE-20] [CONSOLE-21]', () => {
  test.each([
    ['a manager demotes a manager, of two', manager, manager, viewer, 2, undefined],
    ['a manager demotes the last one, themselves', manager, manager, viewer, 1, 'lastManager'],
    ['a manager removes the last one, themselves', manager, manager, nothing, 1, 'lastManager'],
    ['a manager removes a manager, of two', manager, manager, nothing, 2, undefined],
    ['the last manager stays one by another role', administrator, administrator, manager, 1, undefined],
    ['a manager removes a viewer', manager, viewer, nothing, 1, undefined],
    ['a manager makes a viewer a manager', manager, viewer, manager, 1, undefined],
    ['a manager makes a viewer an administrator', manager, viewer, administrator, 1, 'raises'],
    ['a manager makes themselves an administrator', manager, manager, administrator, 2, 'raises'],
    ['a manager demotes an administrator', manager, administrator, viewer, 2, 'mayMore'],
    ['a manager removes an administrator', manager, administrator, nothing, 2, 'mayMore'],
    ['a manager ends the keys of an administrator', manager, administrator, administrator, 2, 'mayMore'],
    ['an administrator gives whatever they have', administrator, nothing, administrator, 1, undefined],
    ['a member without a role is removed', manager, nothing, nothing, 1, undefined],
  ] as const)('%s', (_, own, theirs, afterwards, managers, refusal) => {
    expect(refusalOf({ own, theirs, afterwards, managers })).toBe(refusal);
  });
});

test('nobody gives what they have not [CONSOLE-21]', () => {
  expect(mayGive(viewer, ['ViewProjects'])).toBe(true);
  expect(mayGive(viewer, ['ViewProjects', 'ManageProjects'])).toBe(false);
  expect(mayGive(viewer, [])).toBe(true);
});

describe('an invitation makes somebody a member [CONSOLE-23]', () => {
  const at = new Date('2026-11-24T12:00:00Z');
  const open = {
    expiresAt: new Date(at.getTime() + 1),
    acceptedAt: null,
    takenBackAt: null,
    given: viewer,
    inviter: manager,
  };
  test.each([
    ['within 24 hours', {}, true],
    ['not when they are over', { expiresAt: at }, false],
    ['not a second time', { acceptedAt: at }, false],
    ['not when it was taken back', { takenBackAt: at }, false],
    ['not when whoever invited is gone', { inviter: undefined }, false],
    ['not when whoever invited manages members no more', { inviter: viewer }, false],
    ['not when whoever invited has less than it gives', { given: administrator }, false],
  ])('%s', (_, change, isOpen) => {
    expect(isOpenInvitation({ ...open, ...change }, at)).toBe(isOpen);
  });
});

import type { Permission } from '../../../src/domain/access/permissions';
import { isOpenInvitation, mayGive, refusalOf } from '../../../src/domain/console/members';

const set = (...names: readonly Permission[]): ReadonlySet<Permission> => new Set(names);
const manager = set('ManageMembers', 'ViewProjects');
const administrator = set('ManageMembers', 'ViewProjects', 'DecideAuthorizations');
const viewer = set('ViewProjects');
const nothing = set();

describe('A change to a member [CONSOLE-20] [CONSOLE-21]', () => {
  test.each([
    ['a manager demotes one of two managers', manager, manager, viewer, 2, undefined],
    ['the last manager demotes themselves', manager, manager, viewer, 1, 'lastManager'],
    ['the last manager removes themselves', manager, manager, nothing, 1, 'lastManager'],
    ['a manager removes one of two managers', manager, manager, nothing, 2, undefined],
    ['the last manager stays one through another role', administrator, administrator, manager, 1, undefined],
    ['a manager removes a viewer', manager, viewer, nothing, 1, undefined],
    ['a manager makes a viewer a manager', manager, viewer, manager, 1, undefined],
    ['a manager makes a viewer an administrator', manager, viewer, administrator, 1, 'raises'],
    ['a manager makes themselves an administrator', manager, manager, administrator, 2, 'raises'],
    ['a manager demotes an administrator', manager, administrator, viewer, 2, 'mayMore'],
    ['a manager removes an administrator', manager, administrator, nothing, 2, 'mayMore'],
    ['a manager revokes the keys of an administrator', manager, administrator, administrator, 2, 'mayMore'],
    ['an administrator grants all of their permissions', administrator, nothing, administrator, 1, undefined],
    ['a manager removes a member without a role', manager, nothing, nothing, 1, undefined],
  ] as const)(
    'is allowed unless it would break a rule: %s',
    (_, own, theirs, afterwards, managers, refusal) => {
      expect(refusalOf({ own, theirs, afterwards, managers })).toBe(refusal);
    },
  );
});

test('A member can grant only permissions they have [CONSOLE-21]', () => {
  expect(mayGive(viewer, ['ViewProjects'])).toBe(true);
  expect(mayGive(viewer, ['ViewProjects', 'ManageProjects'])).toBe(false);
  expect(mayGive(viewer, [])).toBe(true);
});

describe('An invitation [CONSOLE-23]', () => {
  const at = new Date('2026-11-24T12:00:00Z');
  const open = {
    expiresAt: new Date(at.getTime() + 1),
    acceptedAt: null,
    takenBackAt: null,
    given: viewer,
    inviter: manager,
  };
  test.each([
    ['can be accepted within 24 hours', {}, true],
    ['cannot be accepted after 24 hours', { expiresAt: at }, false],
    ['cannot be accepted a second time', { acceptedAt: at }, false],
    ['cannot be accepted after it was revoked', { takenBackAt: at }, false],
    ['cannot be accepted if its sender has left', { inviter: undefined }, false],
    ['cannot be accepted if its sender no longer manages members', { inviter: viewer }, false],
    ['cannot be accepted if its sender lacks a permission it grants', { given: administrator }, false],
  ])('%s', (_, change, isOpen) => {
    expect(isOpenInvitation({ ...open, ...change }, at)).toBe(isOpen);
  });
});

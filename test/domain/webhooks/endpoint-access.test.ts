import { builtInRoles, type Permission } from '../../../src/domain/access/permissions';
import { endpointAccess } from '../../../src/domain/webhooks/endpoint-access';

const roles: Readonly<Record<string, readonly Permission[]>> = { ...builtInRoles, none: [] };

test.each([
  ['Administrator', 'change', 'look'],
  ['Member', 'change', 'none'],
  ['Viewer', 'look', 'none'],
  ['none', 'look', 'none'],
])(
  "A member with the role %s may %s an endpoint of their own, and %s another member's [KEY-16]",
  (role, own, others) => {
    const member = { userUid: 'ana', permissions: new Set(roles[role]) };
    expect(endpointAccess(member, { ownerUserUid: 'ana' })).toBe(own);
    expect(endpointAccess(member, { ownerUserUid: 'ben' })).toBe(others);
  },
);

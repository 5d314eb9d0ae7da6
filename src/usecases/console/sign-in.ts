import { memberSignIns } from '../../store/access/sign-ins';
import { listCompaniesOfUser } from '../../store/tenants/members';
import { findUserByEmail } from '../../store/tenants/tenants';
import { resource } from '../change';
import { createDoor } from '../sign-in';

/** Where members sign in to the console (CONSOLE-1). */
export const memberDoor = createDoor({
  name: 'console',
  signIns: memberSignIns,
  findPerson: findUserByEmail,
  principalOf: person => ({ kind: 'account', userUid: person?.uid ?? null }),
  // Of their company, where they have one.
  audited: async (change, uid) => {
    const [company, ...others] = await listCompaniesOfUser(change.tx, uid);
    return resource('user', { uid, companyUid: others.length === 0 ? (company?.uid ?? null) : null });
  },
});

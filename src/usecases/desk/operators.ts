import { noDetail } from '../../domain/audit-events';
import type { DeskPrincipal } from '../../access/principal';
import { isEmailAddress } from '../../domain/console/session';
import { operatorSignIns, type SessionOfUser } from '../../store/access/sign-ins';
import {
  findOperatorByEmail,
  insertOperator,
  listOperators,
  markOperatorDeleted,
  type DeskOperator,
} from '../../store/desk/operators';
import { resource, type AuditedResource, type OperatorChange } from '../change';
import { OperatorError } from '../operator-error';
import { createDoor } from '../sign-in';

function audited(uid: string): AuditedResource {
  return resource('operator', { uid, companyUid: null });
}

/** Returns the operator of a session. */
export function operatorOf({
  userUid,
  userEmail,
}: Pick<SessionOfUser, 'userUid' | 'userEmail'>): DeskPrincipal {
  return { kind: 'operator', name: userEmail, operatorUid: userUid };
}

/** The sign-in of operators to the desk: the console's rules, with separate links and sessions (DESK-1). */
export const operatorDoor = createDoor({
  needsProvider: async () => false,
  name: 'desk',
  signIns: operatorSignIns,
  findPerson: findOperatorByEmail,
  principalOf: person =>
    person === undefined
      ? { kind: 'operator', name: 'no known operator' }
      : operatorOf({ userUid: person.uid, userEmail: person.email }),
  audited: async (_change, uid) => audited(uid),
});

/**
 * Allows a person to sign in at the desk (DESK-1).
 * @throws OperatorError for a malformed address, and for someone who already can
 */
export async function addOperator(
  change: OperatorChange,
  { email, name }: Pick<DeskOperator, 'email' | 'name'>,
): Promise<DeskOperator> {
  if (!isEmailAddress(email)) throw new OperatorError("This isn't an e-mail address.");
  if ((await findOperatorByEmail(change.tx, email)) !== undefined)
    throw new OperatorError('This person is already an operator.');
  const operator = { uid: change.newUid(), email, name, createdAt: change.now, deletedAt: null };
  await insertOperator(change.tx, operator);
  await change.audit(audited(operator.uid), 'operator.add', noDetail);
  return operator;
}

/** Lists who may sign in at the desk, by address. */
export async function inspectOperators(change: OperatorChange): Promise<DeskOperator[]> {
  const operators = await listOperators(change.tx);
  await change.auditLook(undefined);
  return operators;
}

/**
 * Removes a person's desk access: their next page signs them out (DESK-5), and their items become unassigned.
 * @throws OperatorError if there is no such operator
 */
export async function removeOperator(change: OperatorChange, email: string): Promise<void> {
  const operator = await findOperatorByEmail(change.tx, email);
  if (operator === undefined)
    throw new OperatorError('No operator has this e-mail address. Run `operator list` to see all operators.');
  await markOperatorDeleted(change.tx, operator.uid, change.now);
  await operatorSignIns.endSessions(change.tx, operator.uid, change.now);
  await change.audit(audited(operator.uid), 'operator.remove', noDetail);
}

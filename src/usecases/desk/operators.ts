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

/** The operator of a session. */
export function operatorOf({
  userUid,
  userEmail,
}: Pick<SessionOfUser, 'userUid' | 'userEmail'>): DeskPrincipal {
  return { kind: 'operator', name: userEmail, operatorUid: userUid };
}

/**
 * Where operators sign in to the desk: by the rules of the console's door, with links and sessions apart
 * (DESK-1).
 */
export const operatorDoor = createDoor({
  name: 'desk',
  signIns: operatorSignIns,
  findPerson: findOperatorByEmail,
  principalOf: person =>
    person === undefined
      ? { kind: 'operator', name: 'nobody who is known' }
      : operatorOf({ userUid: person.uid, userEmail: person.email }),
  audited: async (_change, uid) => audited(uid),
});

/**
 * Lets a person of the delivery team sign in at the desk (DESK-1).
 * @throws OperatorError for a malformed address, and for somebody who may already
 */
export async function addOperator(
  change: OperatorChange,
  { email, name }: Pick<DeskOperator, 'email' | 'name'>,
): Promise<DeskOperator> {
  if (!isEmailAddress(email)) throw new OperatorError('That is no e-mail address.');
  if ((await findOperatorByEmail(change.tx, email)) !== undefined)
    throw new OperatorError('This person is an operator already.');
  const operator = { uid: change.newUid(), email, name, createdAt: change.now, deletedAt: null };
  await insertOperator(change.tx, operator);
  await change.audit(audited(operator.uid));
  return operator;
}

/** Who may sign in at the desk, by their addresses. */
export async function inspectOperators(change: OperatorChange): Promise<DeskOperator[]> {
  const operators = await listOperators(change.tx);
  await change.audit(undefined);
  return operators;
}

/**
 * Takes the desk from a person: they are signed out with the next page (DESK-5), and what they had taken is
 * free again.
 * @throws OperatorError when there is no such operator
 */
export async function removeOperator(change: OperatorChange, email: string): Promise<void> {
  const operator = await findOperatorByEmail(change.tx, email);
  if (operator === undefined)
    throw new OperatorError('There is no operator with this e-mail address; `operator list` shows them.');
  await markOperatorDeleted(change.tx, operator.uid, change.now);
  await operatorSignIns.endSessions(change.tx, operator.uid, change.now);
  await change.audit(audited(operator.uid));
}

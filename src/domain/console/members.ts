import type { Permission } from '../access/permissions';

/** For how long the link of an invitation makes somebody a member, once. */
export const invitationLifeMs = 24 * 60 * 60 * 1000;
/** The most times that one invitation is mailed. */
export const invitationMailsMax = 5;
/** The most invitations of a company that are made within 24 hours, those that were taken back included. */
export const invitationsPerDayMax = 100;
/** The most projects that are picked for a member; one who needs more sees all of them. */
export const memberProjectsMax = 500;

type Permissions = ReadonlySet<Permission>;

/** Why an act about a member is refused. */
export type MemberRefusal = 'mayMore' | 'raises' | 'lastManager';

/** What is refused is said so. */
export const memberRefusals: Readonly<Record<MemberRefusal, string>> = {
  mayMore: 'This member may more than you. Ask somebody with their role.',
  raises: 'This role may more than you. Nobody gives what they have not.',
  lastManager:
    'Nobody else manages the members of the company. Give somebody a role with ManageMembers first.',
};

/**
 * Whether somebody with these permissions may give those: nobody gives what they have not, to themselves or
 * to others (CONSOLE-21).
 */
export function mayGive(own: Permissions, given: Iterable<Permission>): boolean {
  return [...given].every(permission => own.has(permission));
}

/** Somebody acts about a member. */
export interface ActAboutMember {
  /** What whoever acts may. */
  readonly own: Permissions;
  /** What the member may. */
  readonly theirs: Permissions;
  /** What the member may afterwards; empty for one who is removed. */
  readonly afterwards: Permissions;
  /** How many of the company manage members. */
  readonly managers: number;
}

/**
 * Why an act about a member is refused; `undefined`: it may be done. Nobody touches a member who may more
 * than they (CONSOLE-21), and the last one who manages members stays so (CONSOLE-20).
 */
export function refusalOf({ own, theirs, afterwards, managers }: ActAboutMember): MemberRefusal | undefined {
  if (!mayGive(own, theirs)) return 'mayMore';
  if (!mayGive(own, afterwards)) return 'raises';
  const endsManaging = theirs.has('ManageMembers') && !afterwards.has('ManageMembers');
  return endsManaging && managers <= 1 ? 'lastManager' : undefined;
}

/** What says whether an invitation still makes somebody a member. */
export interface InvitationStanding {
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly takenBackAt: Date | null;
  /** What the role of the invitation permits. */
  readonly given: Iterable<Permission>;
  /** What whoever invited may now; `undefined`: they are no member any more. */
  readonly inviter: Permissions | undefined;
}

/**
 * Whether an invitation makes somebody a member: neither used, taken back nor older than 24 hours, and by
 * somebody who could still give its role (CONSOLE-23).
 */
export function isOpenInvitation(
  { expiresAt, acceptedAt, takenBackAt, given, inviter }: InvitationStanding,
  at: Date,
): boolean {
  return (
    acceptedAt === null &&
    takenBackAt === null &&
    expiresAt > at &&
    inviter !== undefined &&
    inviter.has('ManageMembers') &&
    mayGive(inviter, given)
  );
}

import type { Permission } from '../access/permissions';

/** How long an invitation link is valid; it works once. */
export const invitationLifeMs = 24 * 60 * 60 * 1000;
/** The most times that one invitation is e-mailed. */
export const invitationMailsMax = 5;
/** The most invitations that a company creates within 24 hours, revoked ones included. */
export const invitationsPerDayMax = 100;
/** The most projects that can be selected for a member; a member who needs more sees all of them. */
export const memberProjectsMax = 500;

/** The most characters of a service account's name. */
export const serviceAccountNameMax = 100;
/** The most service accounts of a company that aren't deactivated. */
export const serviceAccountsMax = 50;

/** The most characters of the name of a company's role. */
export const roleNameMax = 100;
/** The most roles that a company defines. */
export const companyRolesMax = 50;

type Permissions = ReadonlySet<Permission>;

/** Why an action on a member is refused. */
export type MemberRefusal = 'mayMore' | 'raises' | 'lastManager';

/** The message for each refusal. */
export const memberRefusals: Readonly<Record<MemberRefusal, string>> = {
  mayMore: "This member has permissions that you don't have. Ask someone with their role.",
  raises: "This role has permissions that you don't have, so you can't assign it.",
  lastManager:
    'No one else can manage the members of the company. Give someone a role with ManageMembers first.',
};

/**
 * Whether a member with these permissions may grant those: nobody grants permissions that they don't have, to
 * themselves or to others (CONSOLE-21).
 */
export function mayGive(own: Permissions, given: Iterable<Permission>): boolean {
  return [...given].every(permission => own.has(permission));
}

/** An action on a member. */
export interface ActAboutMember {
  /** The permissions of the acting member. */
  readonly own: Permissions;
  /** The member's current permissions. */
  readonly theirs: Permissions;
  /** The member's permissions afterward; empty for a removed member. */
  readonly afterwards: Permissions;
  /** How many members of the company can manage members. */
  readonly managers: number;
}

/**
 * Returns why an action on a member is refused, `undefined` if it is allowed. Nobody changes a member who has
 * more permissions (CONSOLE-21), and the last member who manages members keeps that permission (CONSOLE-20).
 */
export function refusalOf({ own, theirs, afterwards, managers }: ActAboutMember): MemberRefusal | undefined {
  if (!mayGive(own, theirs)) return 'mayMore';
  if (!mayGive(own, afterwards)) return 'raises';
  const endsManaging = theirs.has('ManageMembers') && !afterwards.has('ManageMembers');
  return endsManaging && managers <= 1 ? 'lastManager' : undefined;
}

/** What determines whether an invitation is still valid. */
export interface InvitationStanding {
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly takenBackAt: Date | null;
  /** The permissions of the invitation's role. */
  readonly given: Iterable<Permission>;
  /** The inviter's current permissions; `undefined` if they are no longer a member. */
  readonly inviter: Permissions | undefined;
}

/**
 * Whether an invitation is valid: not used, revoked, or older than 24 hours, and from someone who could still
 * grant its role (CONSOLE-23).
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

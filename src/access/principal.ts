import type { Permission } from '../domain/access/permissions';
import type { Environment } from '../domain/projects/project';

/** A member of a company who acts in an environment, as the database has them at this moment. */
interface ActingMember {
  readonly environment: Environment;
  readonly companyUid: string;
  readonly userUid: string;
  readonly userName: string;
  readonly membershipUid: string;
  readonly seesAllProjects: boolean;
  readonly permissions: ReadonlySet<Permission>;
  /** False for a user whom no administrator has given a role; every operation answers 403 then. */
  readonly hasRole: boolean;
}

/** A customer's user, acting through an API key. */
export interface KeyPrincipal extends ActingMember {
  readonly kind: 'key';
  readonly keyUid: string;
  readonly companyId: string;
}

/** A customer's user, in whose name a page acts that holds a token of theirs. */
export interface MemberPrincipal extends ActingMember {
  readonly kind: 'member';
}

/** A customer's user in the console, in one company and one environment of it. */
export interface ConsolePrincipal extends ActingMember {
  readonly kind: 'console';
  readonly companyId: string;
}

/** A person at the door of the console, in no company yet: they sign in and out. */
export interface AccountPrincipal {
  readonly kind: 'account';
  /** Null where nobody is known: a link that signs in nobody. */
  readonly userUid: string | null;
}

/**
 * A person of the provider's delivery team: through the admin command, named as their system account; or at
 * the desk, named as their e-mail address.
 */
export interface OperatorPrincipal {
  readonly kind: 'operator';
  readonly name: string;
  /** Of who acts at the desk. */
  readonly operatorUid?: string;
}

/** A person of the delivery team at the desk. */
export interface DeskPrincipal extends OperatorPrincipal {
  readonly operatorUid: string;
}

/** The parts of the service that act by themselves. */
export type ServicePart =
  | 'auth check'
  | 'bulk import'
  | 'housekeeping'
  | 'patient search'
  | 'record request'
  | 'roster exchange'
  | 'site research'
  | 'upload notice'
  | 'webhook delivery';

/** The service itself: workflows, the relay, sweeps. */
export interface ServicePrincipal {
  readonly kind: 'service';
  readonly part: ServicePart;
}

/** Whoever holds an embed token: a page of the customer's, without a user that we know. */
interface EmbedPrincipal {
  readonly kind: 'embed';
}

/** Who acts. */
export type Principal =
  | KeyPrincipal
  | MemberPrincipal
  | ConsolePrincipal
  | AccountPrincipal
  | OperatorPrincipal
  | ServicePrincipal
  | EmbedPrincipal;

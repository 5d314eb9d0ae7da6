import type { Permission } from '../domain/access/permissions';
import type { Environment } from '../domain/projects/project';

/** A member of a company who acts in an environment, as currently in the database. */
interface ActingMember {
  readonly environment: Environment;
  readonly companyUid: string;
  readonly userUid: string;
  readonly userName: string;
  readonly membershipUid: string;
  readonly seesAllProjects: boolean;
  readonly permissions: ReadonlySet<Permission>;
  /** False for a user to whom no administrator has assigned a role; then every operation answers 403. */
  readonly hasRole: boolean;
}

/** A customer's user, acting with an API key. */
export interface KeyPrincipal extends ActingMember {
  readonly kind: 'key';
  readonly keyUid: string;
  readonly companyId: string;
}

/** A customer's user, on whose behalf a page with their token acts. */
export interface MemberPrincipal extends ActingMember {
  readonly kind: 'member';
}

/** A customer's user in the console, in one company and environment. */
export interface ConsolePrincipal extends ActingMember {
  readonly kind: 'console';
  readonly companyId: string;
}

/** A person who signs in to or out of the console, without a company yet. */
export interface AccountPrincipal {
  readonly kind: 'account';
  /** `null` for an unknown person: a link that signs in nobody. */
  readonly userUid: string | null;
}

/** An operator: with the admin command, named by system account, or at the desk, named by e-mail address. */
export interface OperatorPrincipal {
  readonly kind: 'operator';
  readonly name: string;
  /** Set at the desk. */
  readonly operatorUid?: string;
}

/** An operator at the desk. */
export interface DeskPrincipal extends OperatorPrincipal {
  readonly operatorUid: string;
}

/** The parts of the service that act automatically. */
export type ServicePart =
  | 'auth check'
  | 'bulk import'
  | 'housekeeping'
  | 'notification'
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

/** The holder of an embed token: a customer's page, without a user that we know. */
interface EmbedPrincipal {
  readonly kind: 'embed';
}

/** The actor. */
export type Principal =
  | KeyPrincipal
  | MemberPrincipal
  | ConsolePrincipal
  | AccountPrincipal
  | OperatorPrincipal
  | ServicePrincipal
  | EmbedPrincipal;

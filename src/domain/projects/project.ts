import type { FromTo } from '../changes';
import { Problem } from '../problem';

/** `Sandbox` projects use stub data, `Live` ones real partners. `Closed` ones are read-only. */
export const projectStatuses = ['Sandbox', 'Live', 'Closed'] as const;
/** A project's status. */
export type ProjectStatus = (typeof projectStatuses)[number];

/** Why records are requested; the three covered ones need no authorization document. */
export const projectPurposes = [
  'IndividualAccess',
  'Insurance',
  'Legal',
  'Research',
  'CoveredOperations',
  'CoveredPayment',
  'CoveredTreatment',
] as const;
/** A project's purpose. */
export type ProjectPurpose = (typeof projectPurposes)[number];

/** How a patient's consent is proven; each method must be enabled for the company. */
export const authorizationMethods = ['authorizationPdf', 'ial2Tokens'] as const;
/** A project's authorization method. */
export type AuthorizationMethod = (typeof authorizationMethods)[number];

/** A key's environment: a sandbox key can never read or change production data. */
export const environments = ['production', 'sandbox'] as const;
/** A key's environment. */
export type Environment = (typeof environments)[number];

/** Returns the environment of projects with this status. */
export function environmentOf(status: ProjectStatus): Environment {
  return status === 'Sandbox' ? 'sandbox' : 'production';
}

/** A caller's statement of the status: `status`, the legacy `isSandbox`, both, or neither. */
export interface StatedStatus {
  readonly status?: ProjectStatus | undefined;
  readonly isSandbox?: boolean | undefined;
}

/**
 * Returns the status that a caller states, by `status` or the legacy `isSandbox` (`true` is `Sandbox`,
 * `false` is `Live`). `undefined` if neither is given, `'contradiction'` if the two disagree.
 */
export function statedStatus({
  status,
  isSandbox,
}: StatedStatus): ProjectStatus | 'contradiction' | undefined {
  if (isSandbox === undefined) return status;
  if (status === undefined) return isSandbox ? 'Sandbox' : 'Live';
  return (status === 'Sandbox') === isSandbox ? status : 'contradiction';
}

/** What the provider approves per company: two searches, and each authorization method. */
export const companyFeatures = ['ehrSearch', 'patientHistories', ...authorizationMethods] as const;

/** A feature's name. */
export type CompanyFeature = (typeof companyFeatures)[number];

/** A project. */
export interface Project {
  readonly uid: string;
  readonly companyUid: string;
  readonly companyId: string;
  /**
   * Features approved for the company in the project's environment; one may be listed twice. Loaded with the
   * project, because every read of a patient needs them.
   */
  readonly companyFeatures: readonly CompanyFeature[];
  /** The company's time zone, in which its days begin. */
  readonly timeZone: string;
  readonly id: string;
  readonly name: string;
  readonly status: ProjectStatus;
  readonly purpose: ProjectPurpose;
  readonly authorizationMethod: AuthorizationMethod;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The project properties that decide what its patients' searches and record requests wait for. */
export type ProjectTerms = Pick<Project, 'status' | 'purpose' | 'authorizationMethod'>;

/** What a query may see: a key sees one company, one environment, and the projects of its member. */
export interface ProjectScope {
  readonly companyUid: string;
  readonly environment: Environment;
  readonly membershipUid: string;
  readonly seesAllProjects: boolean;
}

/** Whether a project uses stub data. */
export function isSandbox({ status }: Pick<Project, 'status'>): boolean {
  return status === 'Sandbox';
}

/** Whether a project is read-only and takes no more work. */
export function isClosed({ status }: Pick<Project, 'status'>): boolean {
  return status === 'Closed';
}

/** Throws if a project is closed. @throws Problem `project.closed` */
export function assertOpen(project: Pick<Project, 'status'>): void {
  if (isClosed(project)) throw new Problem('project.closed');
}

/** A caller's form for a project. */
export interface ProjectForm extends StatedStatus {
  readonly id?: string | undefined;
  readonly name: string;
  readonly purpose: ProjectPurpose;
  readonly authorizationMethod?: AuthorizationMethod | undefined;
}

/**
 * Returns the status of a new project. Without a statement it follows the key: `Sandbox` for a sandbox key,
 * else `Live`.
 * @throws Problem `project.statusContradicts`; `project.environmentForbidden` if the key's environment
 * doesn't include that status
 */
function newStatus(environment: Environment, stated: StatedStatus): ProjectStatus {
  const status = statedStatus(stated) ?? (environment === 'sandbox' ? 'Sandbox' : 'Live');
  if (status === 'contradiction') throw new Problem('project.statusContradicts');
  if (environmentOf(status) !== environment) throw new Problem('project.environmentForbidden');
  return status;
}

/**
 * Throws unless the provider approved the method for the company.
 * @throws Problem `project.authorizationMethodNotEnabled`
 */
function assertMethodEnabled(companyFeatures: readonly CompanyFeature[], method: AuthorizationMethod): void {
  if (!companyFeatures.includes(method)) throw new Problem('project.authorizationMethodNotEnabled');
}

/** A new project, and who creates it, where and when. */
export interface NewProject extends Pick<
  Project,
  'uid' | 'id' | 'companyUid' | 'companyId' | 'companyFeatures' | 'timeZone' | 'createdAt'
> {
  readonly form: ProjectForm;
  /** The environment of the creating key. */
  readonly environment: Environment;
}

/**
 * Returns a new project with the requested status.
 * @throws Problem `project.statusContradicts`, `project.environmentForbidden`,
 * `project.authorizationMethodNotEnabled`
 */
export function newProject({ form, environment, ...rest }: NewProject): Project {
  const status = newStatus(environment, form);
  const authorizationMethod = form.authorizationMethod ?? 'authorizationPdf';
  assertMethodEnabled(rest.companyFeatures, authorizationMethod);
  const { name, purpose } = form;
  return { ...rest, name, status, purpose, authorizationMethod, version: 1, updatedAt: rest.createdAt };
}

/** The changeable fields of a project. */
export type ProjectPatch = Partial<Pick<Project, 'name' | 'purpose' | 'authorizationMethod' | 'status'>>;

/** What changed about a project; of its name only that it changed. */
export interface EditedProject {
  readonly name?: null;
  readonly status?: FromTo<ProjectStatus>;
  readonly purpose?: FromTo<ProjectPurpose>;
  readonly authorizationMethod?: FromTo<AuthorizationMethod>;
}

/**
 * Returns the differences between two states of a project, with old and new values; for a name, only that it
 * differs.
 */
export function changesBetween(before: Project, after: Project): EditedProject {
  return {
    ...(before.name === after.name ? {} : { name: null }),
    ...(before.status === after.status ? {} : { status: { from: before.status, to: after.status } }),
    ...(before.purpose === after.purpose ? {} : { purpose: { from: before.purpose, to: after.purpose } }),
    ...(before.authorizationMethod === after.authorizationMethod
      ? {}
      : { authorizationMethod: { from: before.authorizationMethod, to: after.authorizationMethod } }),
  };
}

/**
 * Whether only the provider may make a change once the project has a patient: outside of sandbox, another
 * purpose or method would leave patients approved for something nobody signed (DECISION-17).
 */
export function isProvidersToChange(before: Project, patch: ProjectPatch): boolean {
  const { purpose = before.purpose, authorizationMethod = before.authorizationMethod } = patch;
  return (
    !isSandbox(before) && (purpose !== before.purpose || authorizationMethod !== before.authorizationMethod)
  );
}

/**
 * Returns what a form changes about an existing project, `undefined` if nothing. A form without a status
 * leaves it unchanged.
 * @throws Problem `project.statusContradicts`; `project.statusFixed` for another status, which only the
 * provider may change; `project.authorizationMethodNotEnabled`
 */
export function changesOf(before: Project, form: ProjectForm): ProjectPatch | undefined {
  const status = statedStatus(form);
  if (status === 'contradiction') throw new Problem('project.statusContradicts');
  if (status !== undefined && status !== before.status) throw new Problem('project.statusFixed');
  const { name, purpose } = form;
  const authorizationMethod = form.authorizationMethod ?? before.authorizationMethod;
  const isOtherMethod = authorizationMethod !== before.authorizationMethod;
  if (isOtherMethod) assertMethodEnabled(before.companyFeatures, authorizationMethod);
  const isSame = name === before.name && purpose === before.purpose && !isOtherMethod;
  return isSame ? undefined : { name, purpose, authorizationMethod };
}

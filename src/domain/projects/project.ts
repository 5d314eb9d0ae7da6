/** `Sandbox` projects run on stub data; `Live` ones on real partners; `Closed` ones are read only. */
export const projectStatuses = ['Sandbox', 'Live', 'Closed'] as const;
/** A project's status (specification, Project). */
export type ProjectStatus = (typeof projectStatuses)[number];

/** Why records are asked for (DESIGN §4); the three covered ones need no authorization document. */
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

/** How a patient's consent is shown; each must be enabled for the company. */
export const authorizationMethods = ['authorizationPdf', 'ial2Tokens'] as const;
/** A project's authorization method. */
export type AuthorizationMethod = (typeof authorizationMethods)[number];

/** The world a key lives in: a sandbox key can never read or change production data. */
export const environments = ['production', 'sandbox'] as const;
/** A key's environment (specification, Authentication 2). */
export type Environment = (typeof environments)[number];

/** The environment in which a project of this status is seen. */
export function environmentOf(status: ProjectStatus): Environment {
  return status === 'Sandbox' ? 'sandbox' : 'production';
}

/** What a caller said of the status: `status`, the legacy `isSandbox`, both or neither. */
export interface StatedStatus {
  readonly status?: ProjectStatus | undefined;
  readonly isSandbox?: boolean | undefined;
}

/**
 * The status that a caller states, by `status` or the legacy `isSandbox` (`true` is `Sandbox`, `false` is `Live`).
 * `undefined` when neither is given, `'contradiction'` when the two disagree.
 */
export function statedStatus({
  status,
  isSandbox,
}: StatedStatus): ProjectStatus | 'contradiction' | undefined {
  if (isSandbox === undefined) return status;
  if (status === undefined) return isSandbox ? 'Sandbox' : 'Live';
  return (status === 'Sandbox') === isSandbox ? status : 'contradiction';
}

/** What the provider approves company by company: two searches, and each authorization method. */
export const companyFeatures = ['ehrSearch', 'patientHistories', ...authorizationMethods] as const;

/** A feature's name. */
export type CompanyFeature = (typeof companyFeatures)[number];

/** A project as the rest of the product knows it. */
export interface Project {
  readonly uid: string;
  readonly companyUid: string;
  readonly companyId: string;
  /** What is approved for the company: every read of a patient needs it, and so would be a statement more. */
  readonly companyFeatures: readonly CompanyFeature[];
  readonly id: string;
  readonly name: string;
  readonly status: ProjectStatus;
  readonly purpose: ProjectPurpose;
  readonly authorizationMethod: AuthorizationMethod;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Whose eyes a query looks through: a key sees one company, one environment and the projects of its member. */
export interface ProjectScope {
  readonly companyUid: string;
  readonly environment: Environment;
  readonly membershipUid: string;
  readonly seesAllProjects: boolean;
}

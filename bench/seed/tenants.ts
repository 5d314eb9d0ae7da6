/** Companies with their members and projects. */
import type { ProjectStatus } from '../../src/domain/projects/project';
import { instant, row, text } from './copy-row';
import { createDraw, type Draw } from './draw';
import { material } from './material';
import { orderedUuid } from './ordered-uuid';
import { purposes, type Calendar, type SeedPlan } from './plan';
import { pickByWeight, type Picker } from './weighted';

/** A project of a company. */
export interface SeededProject {
  readonly uid: string;
  readonly id: string;
  readonly name: string;
  readonly status: ProjectStatus;
  readonly purpose: string;
}

/** A company. */
export interface SeededCompany {
  readonly uid: string;
  readonly id: string;
  readonly name: string;
  /** A member who sees all projects. */
  readonly administrator: { readonly userUid: string; readonly membershipUid: string };
  /** A member who sees every second project, including the first. */
  readonly reviewer: { readonly userUid: string; readonly membershipUid: string };
  readonly projects: readonly SeededProject[];
  readonly pickProject: Picker<SeededProject>;
}

/** All companies, and how they share the patients. */
export interface Tenants {
  readonly companies: readonly SeededCompany[];
  readonly pickCompany: Picker<SeededCompany>;
}

const companyCount = 20;
/** The share of the last company; the first one has 1, the second ½, the third ⅓, … */
const smallShare = 0.002;
const projectsMax = 8;
/** Names of live projects. */
const sandboxShare = 0.25;
const purposeNames = ['Legal', 'Insurance', 'Research', 'CoveredOperations', 'CoveredPayment'] as const;
const projectNames = ['Intake', 'Matter', 'Cohort', 'Audit', 'Renewal', 'Appeals', 'Registry'] as const;

// As in the migrations.
const administratorRole = '00000000-0000-7000-8000-000000000001';
const viewerRole = '00000000-0000-7000-8000-000000000003';
const features = ['ehrSearch', 'patientHistories', 'authorizationPdf', 'ial2Tokens'] as const;

/**
 * Large companies have more projects. The last one is a sandbox; if there are many, the one before it is
 * closed.
 */
function projectsOf(rank: number, uid: () => string, draw: Draw): SeededProject[] {
  const count = Math.max(2, projectsMax - Math.floor(rank / 3));
  return Array.from({ length: count }, (_none, index) => {
    const isLast = index === count - 1;
    const status = isLast ? 'Sandbox' : index > 2 && index === count - 2 ? 'Closed' : 'Live';
    const name = projectNames[draw.below(projectNames.length)] ?? 'Matter';
    return {
      uid: uid(),
      id: isLast ? 'sandbox' : `${name.toLowerCase()}-${index + 1}`,
      name: isLast ? 'Sandbox' : `${name} ${index + 1}`,
      status,
      purpose: purposeNames[draw.below(purposeNames.length)] ?? 'Legal',
    };
  });
}

/**
 * Generates the tenants of a plan. The seed is part of a company's ID, which is therefore unique across
 * plans.
 */
export function makeTenants(plan: SeedPlan, { beginsAtMs }: Calendar): Tenants {
  const draw = createDraw(plan.seed);
  const companies = material.companies
    .slice(0, plan.companies ?? companyCount)
    .map((name, rank): SeededCompany => {
      draw.restart(rank, purposes.tenant, 0);
      let number = 0;
      const uid = (): string => {
        number += 1;
        return orderedUuid(beginsAtMs + rank, number, draw);
      };
      const slug = name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
      const [companyUid, administrator, reviewer] = [
        uid(),
        { userUid: uid(), membershipUid: uid() },
        { userUid: uid(), membershipUid: uid() },
      ];
      const projects = projectsOf(rank, uid, draw);
      const weights = new Map(
        projects.map((project, index) => [
          project,
          project.status === 'Sandbox' ? sandboxShare : 1 / (index + 1),
        ]),
      );
      return {
        uid: companyUid,
        id: `${slug}-${plan.seed}`,
        name,
        administrator,
        reviewer,
        projects,
        pickProject: pickByWeight(projects, project => weights.get(project) ?? 0),
      };
    });
  const last = companies.at(-1);
  const shares = new Map(companies.map((company, rank) => [company, 1 / (rank + 1)]));
  return {
    companies,
    pickCompany: pickByWeight(companies, company =>
      company === last && companies.length > 1 ? smallShare : (shares.get(company) ?? 0),
    ),
  };
}

/** Returns the rows of the tenants by table. */
export function tenantRows({ companies }: Tenants, { beginsAtMs }: Calendar) {
  const at = instant(beginsAtMs);
  const members = companies.flatMap(company => [
    { ...company.administrator, company, who: 'Administrator', role: administratorRole, seesAll: 't' },
    { ...company.reviewer, company, who: 'Reviewer', role: viewerRole, seesAll: 'f' },
  ]);
  return {
    company: companies.map(({ uid, id, name }) => row(uid, id, text(name), at)),
    company_feature: companies.flatMap(({ uid }) => features.map(feature => row(uid, feature, at))),
    app_user: members.map(({ userUid, company, who }) =>
      row(userUid, `${who.toLowerCase()}@${company.id}.example`, text(`${who} of ${company.name}`), at),
    ),
    membership: members.map(({ membershipUid, userUid, company, role, seesAll }) =>
      row(membershipUid, company.uid, userUid, role, seesAll, at),
    ),
    // With identity tokens: an authorization document would have to be in the object store.
    project: companies.flatMap(company =>
      company.projects.map(({ uid, id, name, status, purpose }) =>
        row(uid, company.uid, id, text(name), status, purpose, 'ial2Tokens', '1', at, at),
      ),
    ),
    membership_project: companies.flatMap(({ reviewer, projects }) =>
      projects
        .filter((_project, index) => index % 2 === 0)
        .map(({ uid }) => row(reviewer.membershipUid, uid)),
    ),
  };
}

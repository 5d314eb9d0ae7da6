import type { Permission } from '../../domain/access/permissions';
import type { Environment } from '../../domain/projects/project';

/** The ID of a section of the console. */
export type SectionId =
  | 'home'
  | 'requests'
  | 'patients'
  | 'imports'
  | 'endpoints'
  | 'inbox'
  | 'scenarios'
  | 'keys'
  | 'members'
  | 'notifications'
  | 'projects'
  | 'audit'
  | 'usage'
  | 'apiLog';

/** The groups of the menu, in order. */
export const sectionGroups = ['Work', 'Developers', 'Settings'] as const;
/** A group of the menu. */
export type SectionGroup = (typeof sectionGroups)[number];

/** A section of the console, as the navigation shows it. */
interface Section {
  readonly id: SectionId;
  readonly name: string;
  readonly group: SectionGroup;
  readonly segments: readonly string[];
  /** The section is shown to roles with at least one of these permissions; if empty, to every role. */
  readonly needs: readonly Permission[];
  /** And only to roles with all of these; absent for none. */
  readonly alsoNeeds?: readonly Permission[];
  /** Whether it is only for members who see all projects. */
  readonly needsAllProjects?: true;
  /** The only environment that has it; absent if both do. */
  readonly onlyIn?: Environment;
}

const sections: readonly Section[] = [
  { id: 'home', group: 'Work', name: 'Home', segments: [], needs: [] },
  {
    id: 'requests',
    group: 'Work',
    name: 'Record requests',
    segments: ['record-requests'],
    needs: ['ViewRecordRequests'],
  },
  { id: 'patients', group: 'Work', name: 'Patients', segments: ['patients'], needs: ['ViewPatients'] },
  { id: 'imports', group: 'Work', name: 'Bulk imports', segments: ['imports'], needs: ['ViewPatients'] },
  { id: 'keys', group: 'Developers', name: 'API keys', segments: ['keys'], needs: [] },
  {
    id: 'endpoints',
    group: 'Developers',
    name: 'Webhook endpoints',
    segments: ['endpoints'],
    needs: ['ManageWebhooks', 'ManageMembers'],
  },
  { id: 'apiLog', group: 'Developers', name: 'API log', segments: ['api-log'], needs: ['ManageWebhooks'] },
  {
    id: 'inbox',
    group: 'Developers',
    name: 'Sandbox inbox',
    segments: ['inbox'],
    needs: ['ManageWebhooks'],
    onlyIn: 'sandbox',
  },
  {
    id: 'scenarios',
    group: 'Developers',
    name: 'Sandbox scenarios',
    segments: ['scenarios'],
    needs: ['ManagePatients'],
    alsoNeeds: ['ViewPatients'],
    onlyIn: 'sandbox',
  },
  { id: 'projects', group: 'Settings', name: 'Projects', segments: ['projects'], needs: ['ViewProjects'] },
  { id: 'members', group: 'Settings', name: 'Members', segments: ['members'], needs: ['ManageMembers'] },
  {
    id: 'notifications',
    group: 'Settings',
    name: 'E-mail notifications',
    segments: ['notifications'],
    needs: ['ManageNotifications', 'ManageMembers'],
  },
  { id: 'usage', group: 'Settings', name: 'Usage', segments: ['usage'], needs: ['ManageMembers'] },
  {
    id: 'audit',
    group: 'Settings',
    name: 'Audit log',
    segments: ['audit'],
    needs: ['ViewAuditLog'],
    needsAllProjects: true,
  },
];

/** Returns the sections that a role sees in an environment. Each page checks its permissions itself. */
export function sectionsFor({
  permissions,
  environment,
  seesAllProjects,
}: {
  readonly permissions: ReadonlySet<Permission>;
  readonly environment: Environment;
  readonly seesAllProjects: boolean;
}): readonly Section[] {
  return sections.filter(
    ({ needs, alsoNeeds = [], needsAllProjects = false, onlyIn = environment }) =>
      onlyIn === environment &&
      (seesAllProjects || !needsAllProjects) &&
      (needs.length === 0 || needs.some(permission => permissions.has(permission))) &&
      alsoNeeds.every(permission => permissions.has(permission)),
  );
}

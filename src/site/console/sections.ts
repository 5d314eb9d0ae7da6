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
  | 'keys'
  | 'members'
  | 'notifications'
  | 'projects';

/** A section of the console, as the navigation shows it. */
interface Section {
  readonly id: SectionId;
  readonly name: string;
  /** What members do there. */
  readonly summary: string;
  readonly segments: readonly string[];
  /** The section is shown to roles with at least one of these permissions; if empty, to every role. */
  readonly needs: readonly Permission[];
  /** The only environment that has it; absent if both do. */
  readonly onlyIn?: Environment;
}

const sections: readonly Section[] = [
  { id: 'home', name: 'Home', summary: 'Overview', segments: [], needs: [] },
  {
    id: 'requests',
    name: 'Record requests',
    segments: ['record-requests'],
    needs: ['ViewRecordRequests'],
    summary: 'See whose turn each record request is, and what is due.',
  },
  {
    id: 'patients',
    name: 'Patients',
    segments: ['patients'],
    needs: ['ViewPatients'],
    summary: 'Find a patient, and follow their searches, record requests, and files.',
  },
  {
    id: 'imports',
    name: 'Bulk imports',
    segments: ['imports'],
    needs: ['ViewPatients'],
    summary: 'Track the progress of import files, see errors by row, and download results.',
  },
  {
    id: 'endpoints',
    name: 'Webhook endpoints',
    segments: ['endpoints'],
    summary: 'Send events to your servers, review responses, and resend deliveries.',
    needs: ['ManageWebhooks', 'ManageMembers'],
  },
  {
    id: 'inbox',
    name: 'Sandbox inbox',
    segments: ['inbox'],
    needs: ['ManageWebhooks'],
    summary: 'See the events that your servers would receive, before you have a public URL.',
    onlyIn: 'sandbox',
  },
  {
    id: 'notifications',
    name: 'E-mail notifications',
    segments: ['notifications'],
    summary: 'Choose which events you get by e-mail.',
    needs: ['ManageNotifications', 'ManageMembers'],
  },
  {
    id: 'projects',
    name: 'Projects',
    segments: ['projects'],
    needs: ['ViewProjects'],
    summary: 'Create and rename projects, and set what you request records for.',
  },
  {
    id: 'keys',
    name: 'API keys',
    segments: ['keys'],
    needs: [],
    summary: 'Create your API key, see when it was last used, and revoke it.',
  },
  {
    id: 'members',
    name: 'Members',
    segments: ['members'],
    needs: ['ManageMembers'],
    summary: 'Invite people, manage their roles and projects, and remove access.',
  },
];

/** Returns the sections that a role sees in an environment. Each page checks its permissions itself. */
export function sectionsFor({
  permissions,
  environment,
}: {
  readonly permissions: ReadonlySet<Permission>;
  readonly environment: Environment;
}): readonly Section[] {
  return sections.filter(
    ({ needs, onlyIn = environment }) =>
      onlyIn === environment && (needs.length === 0 || needs.some(permission => permissions.has(permission))),
  );
}

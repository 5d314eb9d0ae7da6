import type { Permission } from '../../domain/access/permissions';
import type { Environment } from '../../domain/projects/project';

/** A part of the console. */
export type SectionId =
  'home' | 'patients' | 'imports' | 'endpoints' | 'inbox' | 'keys' | 'members' | 'notifications' | 'projects';

/** A part of the console, as it is led to. */
interface Section {
  readonly id: SectionId;
  readonly name: string;
  /** What one does there. */
  readonly summary: string;
  readonly segments: readonly string[];
  /** One of these is needed to be led there; none: every role is. */
  readonly needs: readonly Permission[];
  /** Where it is alone; absent: in both environments. */
  readonly onlyIn?: Environment;
}

const sections: readonly Section[] = [
  { id: 'home', name: 'Home', summary: 'Where you are', segments: [], needs: [] },
  {
    id: 'patients',
    name: 'Patients',
    segments: ['patients'],
    needs: ['ViewPatients'],
    summary: 'Find a patient, and see what was searched, what was asked for, and what came back.',
  },
  {
    id: 'imports',
    name: 'Bulk imports',
    segments: ['imports'],
    needs: ['ViewPatients'],
    summary: 'See how far a file is, what is wrong with its rows, and take the result.',
  },
  {
    id: 'endpoints',
    name: 'Webhook endpoints',
    segments: ['endpoints'],
    summary: 'Have your servers told what happens, see what they answered, and send it again.',
    needs: ['ManageWebhooks', 'ManageMembers'],
  },
  {
    id: 'inbox',
    name: 'Sandbox inbox',
    segments: ['inbox'],
    needs: ['ManageWebhooks'],
    summary: 'See what your servers would be sent, before there is an address that we can reach.',
    onlyIn: 'sandbox',
  },
  {
    id: 'notifications',
    name: 'E-mails',
    segments: ['notifications'],
    summary: 'Choose what you are mailed, apart from your servers.',
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
    summary: 'Make the key by which your servers call the API, see when it was used, and end it.',
  },
  {
    id: 'members',
    name: 'Members',
    segments: ['members'],
    needs: ['ManageMembers'],
    summary: 'Invite people, say what they may and see, and end what they have.',
  },
];

/** The sections that a role is led to, in an environment; each page asks for itself what it needs. */
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

import type { Permission } from '../domain/access/permissions';

/** A part of the console. */
export type SectionId = 'home' | 'endpoints' | 'keys';

/** A part of the console, as it is led to. */
interface Section {
  readonly id: SectionId;
  readonly name: string;
  /** What one does there. */
  readonly summary: string;
  readonly segments: readonly string[];
  /** One of these is needed to be led there; none: every role is. */
  readonly needs: readonly Permission[];
}

const sections: readonly Section[] = [
  { id: 'home', name: 'Home', summary: 'Where you are', segments: [], needs: [] },
  {
    ...{ id: 'endpoints', name: 'Webhook endpoints', segments: ['endpoints'] },
    summary: 'Have your servers told what happens, see what they answered, and send it again.',
    needs: ['ManageWebhooks', 'ManageMembers'],
  },
  {
    ...{ id: 'keys', name: 'API keys', segments: ['keys'], needs: [] },
    summary: 'Make the key by which your servers call the API, see when it was used, and end it.',
  },
];

/** The sections that a role is led to; each page asks for itself what it needs. */
export function sectionsFor(permissions: ReadonlySet<Permission>): readonly Section[] {
  return sections.filter(
    ({ needs }) => needs.length === 0 || needs.some(permission => permissions.has(permission)),
  );
}

/** What the audit log says in words, for a company's members. */
import { changeSentences, viewSentences } from './audit-sentences';

/** The groups of actions that the audit log can be filtered by, with the first words of their events. */
export const auditGroups = {
  patients: { name: 'Patients', resources: ['patient', 'search', 'clinicalData', 'tracking'] },
  authorizations: {
    name: 'Authorizations',
    resources: ['authorization', 'authorizationForm', 'authCheck', 'supportingDocument'],
  },
  requests: { name: 'Record requests', resources: ['recordRequest', 'fee', 'note', 'siteFinder', 'site'] },
  files: { name: 'Files', resources: ['deliverable', 'document', 'attachment', 'file'] },
  imports: { name: 'Bulk imports', resources: ['bulkImport'] },
  keys: { name: 'API keys', resources: ['key'] },
  members: {
    name: 'Members and sign-in',
    resources: ['member', 'serviceAccount', 'invitation', 'user', 'role', 'console'],
  },
  webhooks: {
    name: 'Webhooks and e-mail',
    resources: ['webhookEndpoint', 'webhookDelivery', 'notification', 'inbox'],
  },
  settings: { name: 'Company and projects', resources: ['company', 'feature', 'project', 'usage'] },
  audit: { name: 'Audit log', resources: ['auditLog'] },
} as const satisfies Record<string, { readonly name: string; readonly resources: readonly string[] }>;

/** A group of actions. */
export type AuditGroup = keyof typeof auditGroups;

const spaced = (name: string): string => name.replaceAll(/([A-Z])/g, ' $1').toLowerCase();

const sentences: Readonly<Record<string, string>> = { ...changeSentences, ...viewSentences };

/** Returns an event in words: its sentence, or for a name without one the record and the verb. */
export function auditWordsOf(event: string): string {
  const sentence = sentences[event];
  if (sentence !== undefined) return sentence;
  const [record = '', ...verbs] = event.split('.').map(spaced);
  return `${record.charAt(0).toUpperCase()}${record.slice(1)}: ${verbs.join(' ')}`;
}

/** What the audit log says in words, for a company's members. */

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

/** Events whose names don't say it well enough. */
const sentences: Readonly<Record<string, string>> = {
  'patient.read': 'Viewed the patient',
  'patient.list': 'Viewed a list of patients',
  'patient.search': 'Searched for patients',
  'patient.create': 'Added the patient',
  'patient.upsert': 'Added or edited the patient',
  'patient.edit': 'Edited the patient',
  'patient.import': 'Imported the patient',
  'patient.exportList': 'Exported a list of patients',
  'patient.readAccess': 'Viewed who accessed the patient',
  'patient.disclosures': 'Downloaded the disclosures of the patient',
  'patient.changeSearchLevel': 'Changed the searches of the patient',
  'authorization.read': 'Viewed the authorization',
  'authorization.upload': 'Uploaded an authorization',
  'authorization.decide': 'Reviewed the authorization',
  'authorization.revoke': 'Revoked the authorization',
  'authorizationForm.create': 'Created a form to sign',
  'recordRequest.read': 'Viewed the record request',
  'recordRequest.list': 'Viewed record requests',
  'recordRequest.create': 'Requested records',
  'recordRequest.cancel': 'Canceled the record request',
  'recordRequest.tag': 'Changed the tags of the record request',
  'recordRequest.assign': 'Assigned the record request',
  'recordRequest.showSelection': 'Viewed selected record requests',
  'recordRequest.send': 'Sent the record request',
  'recordRequest.exportList': 'Exported a list of record requests',
  'fee.enter': 'Entered a fee of the facility',
  'fee.readInvoice': 'Viewed the invoice of a fee',
  'fee.offerInvoice': 'Started the upload of an invoice',
  'fee.attachInvoice': 'Attached the invoice of a fee',
  'fee.answer': 'Answered a question about a fee',
  'fee.withdraw': 'Withdrew a fee',
  'fee.close': 'Closed a rejected fee',
  'fee.pay': 'Recorded the payment of a fee',
  'fee.approve': 'Approved a fee',
  'fee.reject': 'Rejected a fee',
  'fee.ask': 'Asked about a fee',
  'company.setFeeLimit': 'Changed the limit for fees',
  'deliverable.download': 'Downloaded a file',
  'deliverable.list': 'Viewed the files',
  'note.create': 'Added a note',
  'key.issue': 'Created or regenerated the default API key',
  'key.create': 'Created an API key',
  'key.rotate': 'Rotated an API key',
  'key.revoke': 'Revoked an API key',
  'member.add': 'Added a member',
  'member.assignRole': 'Changed the role of a member',
  'member.grantProject': 'Changed the projects of a member',
  'member.endKeys': 'Revoked the API keys of a member',
  'member.endSessions': 'Signed a member out',
  'member.remove': 'Removed a member or a service account',
  'serviceAccount.create': 'Created a service account',
  'invitation.send': 'Invited a member',
  'console.signIn': 'Signed in with an e-mail link',
  'console.signOn': 'Signed in with the identity provider',
  'console.signInByPasskey': 'Signed in with a passkey',
  'console.signOut': 'Signed out',
  'auditLog.read': 'Viewed the audit log',
  'auditLog.export': 'Exported the audit log',
};

const spaced = (name: string): string => name.replaceAll(/([A-Z])/g, ' $1').toLowerCase();

/** What was done to a record, by the verb of an event. */
const verbSentences: Readonly<Record<string, (record: string) => string>> = {
  read: record => `Viewed the ${record}`,
  list: record => `Viewed a list: ${record}`,
  create: record => `Created the ${record}`,
  edit: record => `Changed the ${record}`,
  delete: record => `Deleted the ${record}`,
  rename: record => `Renamed the ${record}`,
  upload: record => `Uploaded the ${record}`,
  download: record => `Downloaded the ${record}`,
  export: record => `Exported the ${record}`,
  review: record => `Reviewed the ${record}`,
  discard: record => `Discarded the ${record}`,
  pause: record => `Paused the ${record}`,
  resume: record => `Resumed the ${record}`,
};

/** Returns an event in words: a sentence, or the record and the verb of its name. */
export function auditWordsOf(event: string): string {
  const sentence = sentences[event];
  if (sentence !== undefined) return sentence;
  const [record = '', ...verbs] = event.split('.').map(spaced);
  const known = verbSentences[verbs.join(' ')];
  if (known !== undefined) return known(record);
  return `${record.charAt(0).toUpperCase()}${record.slice(1)}: ${verbs.join(' ')}`;
}

import type { Permission } from './permissions';

/** What each permission lets a member do, as the console says it. */
export const permissionWords: Readonly<Record<Permission, string>> = {
  ViewPatients: 'See patients',
  ManagePatients: 'Add, edit, and import patients, and upload authorizations',
  DecideAuthorizations: 'Approve and reject authorizations',
  ViewClinicalData: 'See clinical data',
  ViewRecordRequests: 'See record requests, and download files',
  ManageRecordRequests: 'Request records, and edit and cancel record requests',
  UploadProviderPacket: 'Upload and rename documents for facilities',
  ApproveFees: 'Approve and reject fees',
  DeleteFiles: 'Delete files',
  ViewProjects: 'See projects',
  ManageProjects: 'Create and edit projects',
  UseAuthCheck: 'Use the auth-check',
  UseSiteFinder: 'Use the site finder',
  ManageWebhooks: 'Create and edit webhook endpoints',
  ManageNotifications: 'Get e-mail notifications',
  ConfigureFollowUpNotifications: 'Choose notifications about follow-ups',
  ManageMembers: 'Invite members, and change roles and access',
  ViewAuditLog: 'See the audit log',
};

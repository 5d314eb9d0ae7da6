/** Every permission a role can hold. */
export const permissions = [
  'ViewPatients',
  'ManagePatients',
  'DecideAuthorizations',
  'ViewClinicalData',
  'ViewRecordRequests',
  'ManageRecordRequests',
  'UploadProviderPacket',
  'ApproveFees',
  'DeleteFiles',
  'ViewProjects',
  'ManageProjects',
  'UseAuthCheck',
  'UseSiteFinder',
  'ManageWebhooks',
  'ManageNotifications',
  'ConfigureFollowUpNotifications',
  'ManageMembers',
  'ViewAuditLog',
] as const;

/** A permission's name. */
export type Permission = (typeof permissions)[number];

/**
 * The roles every company has; a company may add its own. Permissions of roles are data (`role_permission`).
 */
export const builtInRoles: Readonly<Record<'Administrator' | 'Member' | 'Viewer', readonly Permission[]>> = {
  Administrator: permissions,
  Member: [
    'ManageWebhooks',
    'ManageNotifications',
    'ConfigureFollowUpNotifications',
    'ViewRecordRequests',
    'UploadProviderPacket',
    'ViewProjects',
    'ViewPatients',
    'ManagePatients',
    'ViewClinicalData',
    'ManageRecordRequests',
    'ApproveFees',
    'UseAuthCheck',
    'UseSiteFinder',
  ],
  Viewer: ['ViewRecordRequests', 'ViewProjects', 'ViewPatients', 'ViewClinicalData', 'ManageNotifications'],
};

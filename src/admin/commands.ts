import { auditCommands } from './audit';
import { authCheckCommands } from './auth-check';
import { bulkImportCommands } from './bulk-import';
import type { CommandGroup } from './command';
import { companyCommands } from './company';
import { featureCommands } from './feature';
import { keyCommands } from './key';
import { ledgerCommands } from './ledger';
import { notificationCommands } from './notification';
import { operatorCommands } from './operator';
import { patientCommands } from './patient';
import { projectCommands } from './project';
import { recordRequestCommands } from './record-request';
import { researchCommands } from './research';
import { roleCommands } from './role';
import { reviewCommands } from './review';
import { rosterCommands } from './roster';
import { searchCommands } from './search';
import { siteCommands } from './site';
import { uploadCommands } from './upload';
import { userCommands } from './user';
import { webhookCommands } from './webhook';

/**
 * Every command, in the order of the help. All commands have the same word order, `noun verb SUBJECT [VALUE]
 * --company ID --project ID --other-options`, and all commands of a noun have the same subject
 * (test/admin/command-shape.test.ts).
 */
export const commandGroups: readonly CommandGroup[] = [
  companyCommands,
  featureCommands,
  userCommands,
  roleCommands,
  keyCommands,
  projectCommands,
  reviewCommands,
  patientCommands,
  bulkImportCommands,
  authCheckCommands,
  recordRequestCommands,
  siteCommands,
  researchCommands,
  searchCommands,
  rosterCommands,
  webhookCommands,
  notificationCommands,
  uploadCommands,
  ledgerCommands,
  operatorCommands,
  auditCommands,
];

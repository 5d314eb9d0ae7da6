import { auditCommands } from './audit';
import { authCheckCommands } from './auth-check';
import type { CommandGroup } from './command';
import { companyCommands } from './company';
import { featureCommands } from './feature';
import { keyCommands } from './key';
import { projectCommands } from './project';
import { roleCommands } from './role';
import { userCommands } from './user';
import { webhookCommands } from './webhook';

/** Every command there is, in the order of the help. */
export const commandGroups: readonly CommandGroup[] = [
  companyCommands,
  featureCommands,
  userCommands,
  roleCommands,
  keyCommands,
  projectCommands,
  authCheckCommands,
  webhookCommands,
  auditCommands,
];

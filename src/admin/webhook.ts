import type { CommandGroup } from './command';
import { classicCommands } from './webhook-classic';
import { inboxCommands } from './webhook-inbox';
import { webhookLogCommands } from './webhook-log';
import { testCommand } from './webhook-sample';
import { secretCommands } from './webhook-secrets';
import { settingsCommands } from './webhook-settings';
import { showCommands } from './webhook-show';
import { stateCommands } from './webhook-state';

/** `webhook …`: operators' access to endpoints. Customers configure endpoints in the console. */
export const webhookCommands: CommandGroup = {
  name: 'webhook',
  summary: 'Manage webhook endpoints and their deliveries',
  commands: [
    ...settingsCommands,
    ...showCommands,
    ...secretCommands,
    ...stateCommands,
    testCommand,
    ...classicCommands,
    ...inboxCommands,
    ...webhookLogCommands,
  ],
};

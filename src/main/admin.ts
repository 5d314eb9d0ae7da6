/** The admin command, configured like the other processes. */
import { runAdminProcess } from './admin-process';

void runAdminProcess({
  options: [],
  sentence: 'The configuration comes from the environment or .env.',
  read: () => process.env,
});

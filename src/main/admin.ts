/** The operators' command line, configured as the other processes are. */
import { runAdminProcess } from './admin-process';

void runAdminProcess({
  options: [],
  sentence: 'The configuration is read from the environment or .env.',
  read: () => process.env,
});

import { accountRoutes } from './account-routes';
import { memberRoutes } from './member-routes';
import { passkeyRoutes } from './passkey-routes';
import type { Route } from './routes';
import { signOnRoutes } from './sign-on-routes';

/** Every page and action of the console but those of the door, by which one signs in. */
export const consoleRoutes: readonly Route[] = [
  ...accountRoutes,
  ...passkeyRoutes,
  ...signOnRoutes,
  ...memberRoutes,
];

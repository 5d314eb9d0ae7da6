import { servedOpen, servedSignedIn, type ServedRoute } from '../route';
import { accountRoutes, invitationRoutes } from './account-routes';
import { memberRoutes } from './member-routes';
import { passkeyRoutes, passkeySignInRoutes } from './passkey-routes';
import { signOnRoutes } from './sign-on-routes';
import { accountEntrance, memberEntrance, type ConsoleParts } from './visit';

/** All routes of the console except for sign-in and the account page. */
export const consoleRoutes: ReadonlyArray<ServedRoute<ConsoleParts>> = [
  ...[...invitationRoutes, ...passkeySignInRoutes, ...signOnRoutes].map(route => servedOpen(route)),
  ...[...accountRoutes, ...passkeyRoutes].map(route => servedSignedIn(accountEntrance, route)),
  ...memberRoutes.map(route => servedSignedIn(memberEntrance, route)),
];

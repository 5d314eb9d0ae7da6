/** The console: its pages below `/console`, with sessions of their own, in the pipeline of the API. */
import { passkeysOf } from '../../usecases/console/passkeys';
import { memberDoor } from '../../usecases/console/sign-in';
import { doorRoutes } from '../door-routes';
import { servePages, type ServedPages } from '../serve-pages';
import { viewerOf } from '../visit';
import { consoleAssets } from './assets';
import { OtherWays } from './components/other-ways';
import { consoleSite } from './components/page';
import { consoleRoutes } from './console-routes';
import { renderAccountPage } from './pages/account-pages';
import { renderProblemPage } from './pages/problem-page';
import type { ConsoleParts } from './visit';

/** What is said of what was done to an account. */
const doneTexts = {
  passkeyAdded: 'The passkey is added. You sign in with it from now on, and by a link as before.',
  passkeyRemoved: 'The passkey is removed. It signs in no more.',
} as const;

/**
 * Builds the console. Its pages are forms and links over the use cases that the API and the delivery team
 * have, with the permissions that they ask (docs/decisions/0022).
 */
export function createConsole(parts: ConsoleParts, trustedProxies: readonly string[]): ServedPages {
  const { passkeyPlace, singleSignOn } = parts;
  const ways = { hasPasskeys: passkeyPlace !== undefined, signOnName: singleSignOn?.name };
  const door = doorRoutes<ConsoleParts>({
    door: memberDoor,
    doneTexts,
    site: {
      ...consoleSite,
      againBecause:
        'What comes next shows a secret, or lets somebody in, and is not for whoever finds your ' +
        'browser open.',
      administrator: 'your administrator',
      otherWays: returnPath => OtherWays({ returnPath, ...ways }),
    },
    renderAccount: async ({ open }, shown) =>
      renderAccountPage(viewerOf(open), shown, await passkeysOf(parts, open.session)),
  });
  const site = {
    door: memberDoor,
    assets: consoleAssets,
    showsPictures: false,
    asksByItself: false,
    renderProblem: renderProblemPage,
    isThereFor: () => true,
  };
  return servePages(site, parts, [...door, ...consoleRoutes], trustedProxies);
}

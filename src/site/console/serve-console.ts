/** The console: pages below `/console` with their own sessions, in the pipeline of the API. */
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

/** The success messages of the account page. */
const doneTexts = {
  passkeyAdded: 'Passkey added. You can now sign in with it, or with a link as before.',
  passkeyRemoved: 'Passkey removed. You can no longer sign in with it.',
} as const;

/**
 * Builds the console. Its pages are forms and links over the use cases of the API and the desk, with the same
 * permissions (docs/decisions/0022).
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
        "The next step shows a secret or changes who has access. Sign in again to confirm it's you.",
      administrator: 'your administrator',
      otherWays: returnPath => OtherWays({ returnPath, ...ways }),
    },
    renderAccount: async ({ open }, shown) =>
      renderAccountPage(viewerOf(open, parts), shown, await passkeysOf(parts, open.session)),
  });
  const site = {
    door: memberDoor,
    assets: consoleAssets,
    showsPictures: true,
    asksByItself: false,
    renderProblem: renderProblemPage,
    isThereFor: () => true,
  };
  return servePages(site, parts, [...door, ...consoleRoutes], trustedProxies);
}

/** A customer's server next to the embedded stack, on a different origin. A deployment doesn't have it. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Account } from '../../demo/customer';
import { explain } from '../stack-error';
import { askForTokens } from './ask-for-tokens';
import {
  policyOf,
  renderDemoPage,
  renderFailure,
  script,
  scriptPath,
  styleSheet,
  styleSheetPath,
} from './page';

const pagePath = '/demo/embeds';

/** Returns the URL of the page. */
export function demoEmbedsUrl(port: number): string {
  return `http://127.0.0.1:${port}${pagePath}`;
}

/** A running server. */
export interface DemoEmbeds {
  readonly stop: () => void;
}

/**
 * Serves the page on this loopback port, for the account whose key requests the tokens. The key never leaves
 * the server.
 * @throws if the port can't be listened on
 */
export async function startDemoEmbeds(port: number, account: Account): Promise<DemoEmbeds> {
  const { api } = account;
  const send = (response: ServerResponse, status: number, type: string, content: string): void => {
    response.writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': policyOf(api),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    response.end(content);
  };
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === scriptPath) return send(response, 200, 'text/javascript', script);
    if (path === styleSheetPath) return send(response, 200, 'text/css', styleSheet);
    if (path !== pagePath) return send(response, 404, 'text/plain', `The page is at ${pagePath}.\n`);
    try {
      return send(response, 200, 'text/html', renderDemoPage(api, await askForTokens(account)));
    } catch (error) {
      return send(response, 502, 'text/html', renderFailure(api, explain(error)));
    }
  };
  const server = createServer((request, response) => {
    const { host } = request.headers;
    // Otherwise a website whose host name resolves to this machine could read tokens (DNS rebinding).
    if (host === undefined || !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host))
      return send(response, 421, 'text/plain', 'This page is only available on this machine.\n');
    if (request.method !== 'GET') return send(response, 405, 'text/plain', 'GET only.\n');
    void answer(request.url?.split('?')[0] ?? '', response);
  });
  server.listen({ host: '127.0.0.1', port });
  await once(server, 'listening');
  return {
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

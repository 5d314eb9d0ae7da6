/** A customer's server on another origin: its page frames ours, and keeps the messages that it receives. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator, Page } from 'playwright-core';
import { until } from './until';

/** A message to the framing page. */
export interface ReceivedMessage {
  readonly origin: string;
  readonly data: Readonly<Record<string, string>>;
}

/** A customer's page. */
export interface CustomerPage {
  /** Opens it with a URL of ours in its frame. */
  readonly frame: (page: Page, url: string) => Promise<FrameLocator>;
  /** Opens it as the browser would at this origin, which nobody serves, because an approved one has https. */
  readonly frameAt: (page: Page, origin: string, url: string) => Promise<FrameLocator>;
  /** Returns its messages once it has received so many. @throws after the time limit */
  readonly messages: (page: Page, count: number) => Promise<readonly ReceivedMessage[]>;
  readonly close: () => Promise<void>;
}

/** Starts one whose frame has this size in pixels. */
export async function startCustomerPage(width: number, height: number): Promise<CustomerPage> {
  const bodyFor = (url: string): string => `<!doctype html><title>A customer's page</title>
    <script>
      const received = [];
      addEventListener('message', ({ origin, data }) => {
        received.push({ origin, data });
        document.querySelector('output').textContent = JSON.stringify(received);
      });
    </script>
    <output hidden>[]</output><iframe src="${url}" style="width: ${width}px; height: ${height}px"></iframe>`;
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://customer');
    response.setHeader('Content-Type', 'text/html');
    response.end(bodyFor(searchParams.get('frame') ?? ''));
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    frame: async (page, url) => {
      await page.goto(`http://127.0.0.1:${port}/?frame=${encodeURIComponent(url)}`);
      return page.frameLocator('iframe').first();
    },
    frameAt: async (page, origin, url) => {
      await page.route(`${origin}/page`, route =>
        route.fulfill({ contentType: 'text/html', body: bodyFor(url) }),
      );
      await page.goto(`${origin}/page`);
      return page.frameLocator('iframe').first();
    },
    messages: async (page, count) =>
      until(
        `${count} messages`,
        async () =>
          JSON.parse((await page.locator('output').textContent()) ?? '[]') as readonly ReceivedMessage[],
        received => received.length >= count,
      ),
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => {
        server.close(resolve);
      });
    },
  };
}

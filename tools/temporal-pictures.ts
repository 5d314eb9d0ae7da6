/**
 * `npm run docs:temporal-pictures`: retakes the pictures of a delivery that its receiver refuses, in the
 * Temporal UI of a separate embedded stack. Check the differences before committing them.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startBrowser } from '../test/support/browser';
import { until } from '../test/support/until';
import { createCustomer } from '../stack/demo/customer';
import { runTool } from '../stack/demo/run-tool';
import { readStackFile } from '../stack/demo/stack-file';
import type { StackFile } from '../stack/run/state-folder';
import { surviveClosedPipe } from '../src/platform/closed-pipe';

const images = join(__dirname, '../docs/images');
/** In pixels: as wide as the other pictures. The UI's bars at the left and the top are cut off. */
const width = 1_216;
const bars = 64;
/** The second scheduled attempt follows after 30 seconds. */
const attemptsWaitMs = 60_000;

interface Delivery {
  readonly delivery: string;
  readonly attempts: number;
}

async function admin(state: string, ...args: readonly string[]): Promise<unknown> {
  return JSON.parse(await runTool('stack/run/admin.ts', [...args, '--state', state, '--json'])) as unknown;
}

/** Creates a delivery to nobody: attempted, retried manually, and attempted on schedule. @returns its id */
async function makeRefusedDelivery(state: string, stack: StackFile): Promise<string> {
  const company = ['--company', stack.companyId];
  await admin(
    ...([state, 'webhook', 'create', 'http://127.0.0.1:9/', ...company] as const),
    ...['--environment', 'sandbox', '--owner', 'demo@example.com', '--event', 'patient'],
  );
  const customer = createCustomer({ ...stack, key: stack.sandboxKey, projectId: stack.sandboxProjectId });
  const jane = { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29', sex: 'Female' };
  await customer.registerPatient('case-1', { ...jane, zipCodes: ['02139'] });
  const attempted = (count: number): Promise<readonly Delivery[]> =>
    until(
      `attempt ${count}`,
      async () => (await admin(state, 'webhook', 'deliveries', ...company)) as readonly Delivery[],
      ([first]) => (first?.attempts ?? 0) >= count,
      { withinMs: attemptsWaitMs },
    );
  const [first] = await attempted(1);
  if (first === undefined) throw new Error('nothing is delivered');
  await admin(state, 'webhook', 'retry', ...company, '--delivery', first.delivery);
  await attempted(3);
  return first.delivery;
}

async function take(page: Page, name: string, height: number): Promise<void> {
  await page.setViewportSize({ width: width + bars, height: height + bars });
  const clip = { x: bars, y: bars, width, height };
  await writeFile(join(images, name), await page.screenshot({ animations: 'disabled', clip }));
  console.log(name);
}

async function takeAll(state: string): Promise<void> {
  const stack = readStackFile(state);
  const deliveryUid = await makeRefusedDelivery(state, stack);
  const browser = await startBrowser(Number(new URL(stack.api).port));
  try {
    const page = await browser.newPage({ viewport: { width: width + bars, height: 864 } });
    const workflow = encodeURIComponent(`webhook-delivery/${deliveryUid}`);
    await page.goto(`${stack.temporalUi}/namespaces/recordwell-deliveries/workflows/${workflow}`);
    // Encrypted content appears last: the codec server decrypts it.
    await page.getByText('Wait 2 minutes for the third attempt').first().waitFor();
    await take(page, 'webhook-delivery-retrying.png', 800);
    await page.getByText('User Metadata').click();
    // The UI shows Markdown in frames.
    const details = page.locator('iframe').last().contentFrame();
    await details.getByText(/Attempt \d of 6 failed/).waitFor();
    await take(page, 'webhook-delivery-details.png', 440);
  } finally {
    await browser.close();
  }
}

async function main(): Promise<void> {
  const state = await mkdtemp(join(tmpdir(), 'recordwell-pictures-'));
  try {
    await runTool('stack/run/main.ts', ['start', '--state', state, '--ports', 'auto', '--detach']);
    await takeAll(state);
  } finally {
    await runTool('stack/run/main.ts', ['stop', '--state', state]);
    await rm(state, { recursive: true, force: true });
  }
}

surviveClosedPipe();
main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

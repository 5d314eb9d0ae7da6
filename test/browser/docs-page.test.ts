import type { Browser, Page } from 'playwright-core';
import type { Contract } from '../../src/api/pipeline/contract';
import { operations } from '../../src/api/operations';
import { listProjectsContract } from '../../src/api/resources/projects/contract';
import { publicName, startBrowser, watchPage, type Watched } from '../support/browser';
import { startApiWorld, type ApiWorld } from '../support/api-world';

let world: ApiWorld;
let browser: Browser;
let page: Page;
let origin: string;
let watched: Watched;

beforeAll(async () => {
  world = await startApiWorld();
  browser = await startBrowser(world.port);
  page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  watched = await watchPage(page);
  origin = `http://${publicName}:${world.port}`;
  await page.goto(`${origin}/docs`);
  await page.getByRole('heading', { name: 'recordwell', exact: true }).waitFor();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

/** Goes to an operation by the side bar; it is rendered when it comes into view. */
async function goTo({ summary, method }: Contract): Promise<void> {
  await page.getByRole('link', { name: `${summary} HTTP Method: ${method}`, exact: true }).click();
  await page.getByRole('heading', { name: summary, exact: true }).waitFor();
}

test('lists every operation, and shows each with its id', async () => {
  for (const { contract } of operations) {
    await goTo(contract);
    await page.getByText(contract.id, { exact: true }).first().waitFor();
  }
});

test('a request that is tried on the page reaches the API, and the key is not kept', async () => {
  // The company of the examples, which stands in the form already.
  const company = await world.company('demo');
  await goTo(listProjectsContract);
  await page
    .getByRole('button', { name: /^Test Request.*get.*projects/i })
    .first()
    .click();
  const client = page.getByRole('dialog', { name: 'API Client' });
  await client.getByRole('textbox', { name: 'Bearer Token' }).fill(company.sandboxKey);
  const answer = page.waitForResponse(response => response.url().includes('/projects?limit='));
  await client.getByRole('button', { name: /^Send get request/ }).click();
  expect((await answer).status()).toBe(200);
  await client.getByText('Sandbox project').first().waitFor();
  const kept = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage, document.cookie])');
  expect(kept).not.toContain(company.sandboxKey);
});

test('asks no other origin for anything, and nothing breaks the policy of the page', async () => {
  const others = watched.requested.filter(url => !url.startsWith('data:') && new URL(url).origin !== origin);
  expect(others).toEqual([]);
  expect(watched.complaints).toEqual([]);
});

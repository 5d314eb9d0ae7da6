import type { Page } from 'playwright-core';

/**
 * Sends an operation of `/docs/reference` as its form is filled in, by the button that a reader presses.
 * @returns what the form says of the answer, its status first
 */
export async function sendForm(page: Page, operationId: string): Promise<string> {
  const form = page.locator(`section#${operationId} form`);
  await form.getByRole('button', { name: `Send ${operationId}`, exact: true }).click();
  const said = form.locator('output');
  await said.filter({ hasText: /after \d+ ms/ }).waitFor();
  return (await said.textContent()) ?? '';
}

import type { Page } from 'playwright-core';

/**
 * Sends an operation of `/docs/reference` with the form as filled in, by pressing its button.
 * @returns the response as the form shows it, its status first
 */
export async function sendForm(page: Page, operationId: string): Promise<string> {
  const form = page.locator(`section#${operationId} form`);
  await form.getByRole('button', { name: `Send ${operationId}`, exact: true }).click();
  const output = form.locator('output');
  await output.filter({ hasText: /after \d+ ms/ }).waitFor();
  return (await output.textContent()) ?? '';
}

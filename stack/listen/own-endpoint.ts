/**
 * The endpoint of a listener on the embedded stack: created once, and kept with its secret in the stack's
 * folder.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { runTool } from '../demo/run-tool';
import { readJsonFile, writeJsonFile } from '../run/json-file';

/** The settings of a listener's endpoint. */
export interface EndpointWish {
  /** The stack's folder. */
  readonly state: string;
  readonly company: string;
  readonly environment: string;
  readonly owner: string;
  /** Events or event groups, or `all`. */
  readonly events: readonly string[];
  readonly port: number;
}

const keptSchema = z.record(z.string(), z.object({ endpoint: z.uuid(), secret: z.uuid() }));
const madeSchema = z.object({ endpoint: z.uuid(), secret: z.uuid() });
const shownSchema = z.object({ disabledAt: z.string().nullable() });

async function admin(state: string, ...words: string[]): Promise<unknown> {
  return JSON.parse(await runTool('stack/run/admin.ts', ['--state', state, 'webhook', ...words, '--json']));
}

/** Whether a kept endpoint still exists. Enables it if it was disabled while no listener was running. */
async function isThere(state: string, company: string, endpoint: string): Promise<boolean> {
  const shown = await admin(state, 'show', endpoint, '--company', company).catch(() => undefined);
  if (shown === undefined) return false;
  const { disabledAt } = shownSchema.parse(shown);
  if (disabledAt !== null) await admin(state, 'enable', endpoint, '--company', company);
  return true;
}

/**
 * Returns the endpoint for this port, company, and environment with its secret: the one from last time, or a
 * new one. Its events are updated to the current settings. Events that were held while no listener was
 * running follow.
 * @throws with the admin command's message
 */
export async function ownEndpoint(
  wish: EndpointWish,
): Promise<{ readonly endpoint: string; readonly secret: string }> {
  const { state, company, environment, owner, events, port } = wish;
  const file = join(state, 'listeners.json');
  const kept = readJsonFile(file, keptSchema) ?? {};
  const name = [company, environment, port].join(' ');
  const known = kept[name];
  const named = events.flatMap(event => ['--event', event]);
  if (known !== undefined && (await isThere(state, company, known.endpoint))) {
    await admin(state, 'edit', known.endpoint, '--company', company, ...named);
    return known;
  }
  const where = ['--company', company, '--environment', environment, '--owner', owner];
  const made = madeSchema.parse(
    await admin(state, 'create', `http://127.0.0.1:${port}/`, ...where, ...named),
  );
  writeJsonFile(file, { ...kept, [name]: made });
  return made;
}

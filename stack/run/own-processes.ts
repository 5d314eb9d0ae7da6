/**
 * Our own processes: the entries of `src/main`, and `demo.ts` next to this file. This Node runs their
 * TypeScript.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { typescriptArguments } from './typescript-arguments';
import { projectRoot } from './cache';
import { runToEnd, startChild, type Child, type ChildHooks } from './child';
import { readJsonFile } from './json-file';
import { answersOk, waitUntilReady } from './readiness';
import { StackError } from './stack-error';
import { stackFileSchema, type StateFolder } from './state-folder';

const readyTimeoutMs = 60_000;

/** The entry folders, and what the processes get. */
export interface Entries {
  /** Searched in this order: the product's entries, then the stack's own. */
  readonly folders: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

function findEntry({ folders }: Entries, name: string): string | undefined {
  return folders.map(folder => join(folder, `${name}.ts`)).find(existsSync);
}

/** @throws StackError if there is no such entry */
function nodeArguments(entries: Entries, name: string, args: readonly string[]): string[] {
  const file = findEntry(entries, name);
  if (file === undefined) throw new StackError(`No entry is named ${name}.`);
  return [...typescriptArguments, file, ...args];
}

/** Whether the entry exists. */
export function hasEntry(entries: Entries, name: string): boolean {
  return findEntry(entries, name) !== undefined;
}

/** Starts a long-running entry and waits until it's ready (`/readyz`). */
export async function startEntry(
  entries: Entries,
  name: string,
  own: { readonly OPS_PORT: string },
  hooks: ChildHooks,
): Promise<{ readonly child: Child }> {
  const child = await startChild({
    name,
    command: process.execPath,
    args: nodeArguments(entries, name, []),
    env: { ...entries.environment, ...own },
    cwd: projectRoot,
    ...hooks,
  });
  try {
    await waitUntilReady(child, () => answersOk(`http://127.0.0.1:${own.OPS_PORT}/readyz`), readyTimeoutMs);
  } catch (error) {
    await child.stop('SIGTERM', 1_000);
    throw error;
  }
  return { child };
}

/** Runs an entry and returns its standard output and error. */
export async function runEntry(
  entries: Entries,
  name: string,
  args: readonly string[],
  hooks: ChildHooks,
): Promise<string> {
  return runToEnd({
    name,
    command: process.execPath,
    args: nodeArguments(entries, name, args),
    env: entries.environment,
    cwd: projectRoot,
    ...hooks,
  });
}

const demoSchema = z.object({
  companyId: z.string(),
  sandboxProjectId: z.string(),
  liveProjectId: z.string(),
  sandboxKey: z.string().optional(),
  productionKey: z.string().optional(),
});
/** The demo company with both API keys. */
export interface Demo {
  readonly companyId: string;
  readonly sandboxProjectId: string;
  readonly liveProjectId: string;
  readonly sandboxKey: string;
  readonly productionKey: string;
}

function parseDemo(output: string): z.output<typeof demoSchema> {
  for (const line of output.split('\n').reverse()) {
    if (!line.startsWith('{')) continue;
    const parsed = demoSchema.safeParse(JSON.parse(line));
    if (parsed.success) return parsed.data;
  }
  throw new StackError("`demo` didn't print the company that it created.");
}

/**
 * Creates the demo company if it doesn't exist. The database has only fingerprints of its keys, so they're
 * shown only when they're created: the keys in `stack.json` are kept, and lost ones are replaced.
 * @param hooks must not show lines, because they contain the keys
 */
export async function ensureDemo(entries: Entries, folder: StateFolder, hooks: ChildHooks): Promise<Demo> {
  const complete = (demo: z.output<typeof demoSchema>): Demo | undefined => {
    const { sandboxKey, productionKey } = demo;
    return sandboxKey === undefined || productionKey === undefined
      ? undefined
      : { ...demo, sandboxKey, productionKey };
  };
  const found = parseDemo(await runEntry(entries, 'demo', [], hooks));
  const kept = readJsonFile(folder.stackFile, stackFileSchema);
  const known =
    complete(found) ??
    (kept?.companyId === found.companyId
      ? { ...found, sandboxKey: kept.sandboxKey, productionKey: kept.productionKey }
      : undefined) ??
    complete(parseDemo(await runEntry(entries, 'demo', ['--new-keys'], hooks)));
  if (known === undefined) throw new StackError("`demo --new-keys` didn't print the new keys.");
  return known;
}

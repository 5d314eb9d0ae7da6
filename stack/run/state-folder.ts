/** The folder with all data of a stack. A stack stores nothing outside of it. */
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { settingOf, type Environment } from './externals';
import { StackError } from './stack-error';

const markerName = 'RECORDWELL-STATE.txt';
const markerText = 'A state folder of recordwell: databases, objects and keys of one embedded stack.\n';

/** The paths inside a state folder. */
export interface StateFolder {
  readonly path: string;
  readonly stackFile: string;
  readonly secretsFile: string;
  readonly portsFile: string;
  readonly processesFile: string;
  readonly logs: string;
  readonly postgres: string;
  readonly temporal: string;
  readonly objectStore: string;
  /** Objects that an earlier release wrote, as plain files. */
  readonly earlierObjects: string;
  /** E-mails that a deployment would send, as `.eml` files. */
  readonly mail: string;
}

/** A process in the folder's files. */
export const identitySchema = z.object({ pid: z.number().int().positive(), startedAt: z.string() });

/**
 * `stack.json`: what people and tests need to use a stack. Services that the stack doesn't run are empty
 * strings.
 */
export const stackFileSchema = z.object({
  api: z.string(),
  docs: z.string(),
  temporalUi: z.string(),
  temporalAddress: z.string(),
  /** Absent in files of an earlier release. */
  codec: z.string().default(''),
  /** The customer's page with the embeds. Absent in files of an earlier release. */
  demoEmbeds: z.string().default(''),
  s3: z.string(),
  databaseUrl: z.string(),
  companyId: z.string(),
  sandboxProjectId: z.string(),
  liveProjectId: z.string(),
  sandboxKey: z.string(),
  productionKey: z.string(),
});
/** The content of `stack.json`. */
export type StackFile = z.output<typeof stackFileSchema>;

/**
 * `processes.json`: every process of a stack, so that a later start, `stop`, and `status` can identify them.
 */
export const processesFileSchema = z.object({
  supervisor: identitySchema,
  /** ISO 8601; absent until everything is ready. */
  readyAt: z.string().optional(),
  children: z.array(z.object({ name: z.string(), identity: identitySchema })),
});
/** The content of `processes.json`. */
export type ProcessesFile = z.output<typeof processesFileSchema>;

/** Returns the default state folder: `RECORDWELL_STATE`, which every command respects, or `.recordwell`. */
export function usualState(environment: Environment): string {
  return settingOf(environment, 'RECORDWELL_STATE') ?? '.recordwell';
}

/** Returns the paths of a state folder, whether it exists or not. */
export function stateFolderAt(directory: string): StateFolder {
  const path = resolve(directory);
  return {
    path,
    stackFile: join(path, 'stack.json'),
    secretsFile: join(path, 'secrets.json'),
    portsFile: join(path, 'ports.json'),
    processesFile: join(path, 'processes.json'),
    logs: join(path, 'logs'),
    postgres: join(path, 'postgres'),
    temporal: join(path, 'temporal'),
    objectStore: join(path, 'seaweedfs'),
    earlierObjects: join(path, 's3', 'objects'),
    mail: join(path, 'mail'),
  };
}

function assertOurs(folder: StateFolder): void {
  if (existsSync(join(folder.path, markerName))) return;
  throw new StackError(
    `${folder.path} isn't empty, and isn't a recordwell state folder (it has no ${markerName}). ` +
      'Choose another folder with --state DIR.',
  );
}

/**
 * Creates the folder if it doesn't exist. Only its owner can open it.
 * @throws StackError if something else is there
 */
export function openStateFolder(folder: StateFolder): void {
  mkdirSync(folder.path, { recursive: true, mode: 0o700 });
  if (readdirSync(folder.path).length > 0) assertOurs(folder);
  else writeFileSync(join(folder.path, markerName), markerText);
  mkdirSync(folder.logs, { recursive: true });
  mkdirSync(folder.temporal, { recursive: true });
  mkdirSync(folder.objectStore, { recursive: true });
}

/**
 * Deletes the folder with all data of the stack.
 * @throws StackError if it isn't a state folder
 */
export function deleteStateFolder(folder: StateFolder): void {
  if (!existsSync(folder.path)) return;
  if (readdirSync(folder.path).length > 0) assertOurs(folder);
  rmSync(realpathSync(folder.path), { recursive: true });
}

/** The folder that holds everything a stack keeps; nothing of a stack lies outside of it. */
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
  /** Mail that a deployment would send, as `.eml` files. */
  readonly mail: string;
}

/** A process, as the files of the folder name it. */
export const identitySchema = z.object({ pid: z.number().int().positive(), startedAt: z.string() });

/** `stack.json`: what people and tests need to use a stack. Absent services of its own are empty strings. */
export const stackFileSchema = z.object({
  api: z.string(),
  docs: z.string(),
  temporalUi: z.string(),
  temporalAddress: z.string(),
  /** Absent in files that an earlier release wrote. */
  codec: z.string().default(''),
  /** The page of a customer that shows the embeds. Absent in files that an earlier release wrote. */
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
 * `processes.json`: every process of a stack, so that a later start, `stop` and `status` know them beyond
 * doubt.
 */
export const processesFileSchema = z.object({
  supervisor: identitySchema,
  /** ISO 8601; absent until everything answers. */
  readyAt: z.string().optional(),
  children: z.array(z.object({ name: z.string(), identity: identitySchema })),
});
/** The content of `processes.json`. */
export type ProcessesFile = z.output<typeof processesFileSchema>;

/**
 * The folder of the stack where none is named: `RECORDWELL_STATE`, which every command heeds, or
 * `.recordwell`.
 */
export function usualState(environment: Environment): string {
  return settingOf(environment, 'RECORDWELL_STATE') ?? '.recordwell';
}

/** The paths of a state folder, whether it exists or not. */
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
    `${folder.path} is not empty and no state folder of recordwell (it holds no ${markerName}): ` +
      'choose another with --state DIR.',
  );
}

/**
 * Makes the folder, or finds it made; it is open to its owner alone.
 * @throws StackError when something else lies there
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
 * Deletes the folder with all that a stack kept there.
 * @throws StackError when it is not one of ours
 */
export function deleteStateFolder(folder: StateFolder): void {
  if (!existsSync(folder.path)) return;
  if (readdirSync(folder.path).length > 0) assertOurs(folder);
  rmSync(realpathSync(folder.path), { recursive: true });
}

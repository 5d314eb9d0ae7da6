/** The folder of one run: its services' data, and its tests' temporary files. */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { availableMemory } from 'node:process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { isRunning, stopProcess } from '../../stack/run/process-identity';

/** Where Linux keeps files in memory. */
const memoryPlace = '/dev/shm';

/** The required free space there, and free memory: several times the maximum of a whole run. */
const roomNeededBytes = 6 * 1024 ** 3;

const prefix = 'recordwell-test-';
const identitySchema = z.object({ pid: z.number(), startedAt: z.string() });
const recordSchema = z.object({ owner: identitySchema, children: z.array(identitySchema) });

/**
 * Whether programs can be started from there: usually not in a container, and tests put some into their
 * folders.
 */
async function startsPrograms(place: string): Promise<boolean> {
  const mounts = await readFile('/proc/self/mounts', 'utf8').catch(() => '');
  const lines = mounts.split('\n').map(line => line.split(' '));
  // The last mount over a place is the visible one.
  const options = lines.findLast(([, mountedAt]) => mountedAt === place)?.[3];
  return options !== undefined && !options.split(',').includes('noexec');
}

/** Whether files of a run fit into memory: cloning a database takes 30 ms there, and 600 on a disk here. */
async function isRoomInMemory(): Promise<boolean> {
  if (!(await startsPrograms(memoryPlace))) return false;
  const { bavail, bsize } = await statfs(memoryPlace);
  return Math.min(bavail * bsize, availableMemory()) >= roomNeededBytes;
}

/** Creates the folder: in memory if there is room, otherwise with the system's temporary files. */
export async function makeRunFolder(): Promise<string> {
  return mkdtemp(join((await isRoomInMemory()) ? memoryPlace : tmpdir(), prefix));
}

/** Returns the file of a run's folder that names its creator, and the processes that must end with it. */
export function recordOf(folder: string): string {
  return join(folder, 'processes.json');
}

/** Ends only what runs with a killed jest left behind, and removes their folders. */
export async function sweepRunFolders(): Promise<void> {
  for (const place of new Set([memoryPlace, tmpdir()])) {
    for (const name of await readdir(place).catch(() => [])) {
      const folder = join(place, name);
      if (!name.startsWith(prefix) || !existsSync(recordOf(folder))) continue;
      const text = await readFile(recordOf(folder), 'utf8').catch(() => 'null');
      const parsed = recordSchema.safeParse(JSON.parse(text));
      if (!parsed.success || isRunning(parsed.data.owner)) continue;
      await Promise.all(parsed.data.children.map(child => stopProcess(child, 'SIGKILL', 1_000)));
      await rm(folder, { recursive: true, force: true });
    }
  }
}

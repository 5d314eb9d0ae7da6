/** The port of each part of a stack. */
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from './json-file';
import { claimPort, freePort, isPortFree, portHolder } from './ports';
import { StackError } from './stack-error';
import type { StateFolder } from './state-folder';

/** The default ports. */
export const defaultPorts = {
  api: 3000,
  temporal: 7233,
  temporalUi: 8233,
  codec: 8234,
  s3: 7070,
  postgres: 5433,
  apiOps: 9464,
  workerOps: 9465,
  codecOps: 9466,
  demoEmbeds: 3001,
} as const;

/** The name of a part with a port. */
export type PortName = keyof typeof defaultPorts;
/** The port of each part. */
export type StackPorts = Readonly<Record<PortName, number>>;

const labels: Readonly<Record<PortName, string>> = {
  api: 'the API',
  temporal: 'Temporal',
  temporalUi: 'the Temporal UI',
  codec: 'the codec server',
  s3: 'S3',
  postgres: 'PostgreSQL',
  apiOps: 'health and metrics of the API',
  workerOps: 'health and metrics of the worker',
  codecOps: 'health and metrics of the codec server',
  demoEmbeds: 'the page with the embeds',
};

const names = Object.keys(defaultPorts) as PortName[];
const portsSchema = z.record(z.enum(names), z.number().int().min(1).max(65_535));

/**
 * Returns the default ports, or free ones with `isAuto`: the ones of the last start if they're still free.
 * @param needed the parts that need a port; other ports aren't checked
 * @throws StackError naming every taken port and the process that uses it
 */
export async function choosePorts(
  folder: StateFolder,
  isAuto: boolean,
  needed: ReadonlySet<PortName>,
): Promise<StackPorts> {
  const remembered = isAuto ? readJsonFile(folder.portsFile, portsSchema) : undefined;
  const chosen = { ...defaultPorts, ...remembered } as Record<PortName, number>;
  const taken: string[] = [];
  for (const name of names) {
    if (!needed.has(name)) continue;
    const port = chosen[name];
    if (isAuto) {
      if (remembered === undefined || !(await claimPort(port))) chosen[name] = await freePort();
    } else if (!(await isPortFree(port)))
      taken.push(`Port ${port} (${labels[name]}) is in use by ${portHolder(port)}.`);
  }
  if (taken.length > 0) {
    throw new StackError(
      `${taken.join('\n')}\nStop what uses it, or use free ports: npm start -- --ports auto`,
    );
  }
  if (isAuto) writeJsonFile(folder.portsFile, chosen);
  return chosen;
}

/** The secrets of a stack: made once, kept in its state folder, given to processes by environment only. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from './json-file';
import type { StateFolder } from './state-folder';

const password = (): string => randomBytes(24).toString('hex');
const key32 = (): string => randomBytes(32).toString('base64');

const makers = {
  superuserPassword: password,
  ownerPassword: password,
  appPassword: password,
  browsePassword: password,
  s3AccessKeyId: () => randomBytes(10).toString('hex').toUpperCase(),
  s3SecretAccessKey: password,
  s3NotificationSecret: password,
  keyFingerprintSecret: key32,
  payloadKeys: () => `k1:${key32()}`,
  embedKeys: () => `1:${key32()}`,
  webhookKeys: () => `k1:${key32()}`,
};

/** See `.env.example` and docs/operate/configuration.md for what each of the last five is. */
export type StackSecrets = Readonly<Record<keyof typeof makers, string>>;

/**
 * The secrets of this state folder, made at the first call; those that a later release needs are added to it.
 */
export function loadSecrets(folder: StateFolder): StackSecrets {
  const kept = readJsonFile(folder.secretsFile, z.record(z.string(), z.string())) ?? {};
  const names = Object.keys(makers) as Array<keyof StackSecrets>;
  const secrets = Object.fromEntries(
    names.map(name => [name, kept[name] ?? makers[name]()]),
  ) as unknown as StackSecrets;
  if (names.some(name => kept[name] === undefined)) writeJsonFile(folder.secretsFile, secrets);
  return secrets;
}

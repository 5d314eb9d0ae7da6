/**
 * The secrets of a stack: created once, kept in its state folder, and passed to processes only through the
 * environment.
 */
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

/** `.env.example` and docs/operate/configuration.md describe the last five. */
export type StackSecrets = Readonly<Record<keyof typeof makers, string>>;

/**
 * Returns the secrets of a state folder. Creates them at the first call, and adds those that a later release
 * needs.
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

/** The secrets of a stack: made once, kept in its state folder, given to processes by environment only. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from './json-file';
import type { StateFolder } from './state-folder';

const secretsSchema = z.object({
  superuserPassword: z.string(),
  ownerPassword: z.string(),
  appPassword: z.string(),
  s3AccessKeyId: z.string(),
  s3SecretAccessKey: z.string(),
  s3NotificationSecret: z.string(),
  keyFingerprintSecret: z.string(),
  payloadKeys: z.string(),
});
/** See `.env.example` and docs/configuration.md for what each of the last three is. */
export type StackSecrets = z.output<typeof secretsSchema>;

/** The secrets of this state folder, made at the first call. */
export function loadSecrets(folder: StateFolder): StackSecrets {
  const kept = readJsonFile(folder.secretsFile, secretsSchema);
  if (kept !== undefined) return kept;
  const password = (): string => randomBytes(24).toString('hex');
  const key32 = (): string => randomBytes(32).toString('base64');
  const made: StackSecrets = {
    superuserPassword: password(),
    ownerPassword: password(),
    appPassword: password(),
    s3AccessKeyId: randomBytes(10).toString('hex').toUpperCase(),
    s3SecretAccessKey: password(),
    s3NotificationSecret: password(),
    keyFingerprintSecret: key32(),
    payloadKeys: `k1:${key32()}`,
  };
  writeJsonFile(folder.secretsFile, made);
  return made;
}

import { z } from 'zod';
import { configSchema, secretKeys, type ConfigKey } from './config';

interface ConfigEntry {
  readonly key: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly defaultText: string;
}

function defaultTextOf(value: unknown): string {
  if (value === undefined) return '';
  return Array.isArray(value) ? value.join(',') : `${value as string | number | boolean}`;
}

/** Every configuration key with its sentence, in the order of the schema. */
export function configEntries(): ConfigEntry[] {
  return Object.entries(configSchema.shape).map(([key, schema]) => ({
    key,
    description: schema.description ?? '',
    isRequired: !schema.safeParse(undefined).success,
    defaultText: schema instanceof z.ZodDefault ? defaultTextOf(schema.def.defaultValue) : '',
  }));
}

function attributesOf(entry: ConfigEntry): string {
  return [
    entry.isRequired
      ? 'required'
      : entry.defaultText === ''
        ? 'optional'
        : `default \`${entry.defaultText}\``,
    ...(secretKeys.has(entry.key as ConfigKey) ? ['secret'] : []),
  ].join(', ');
}

/** The text of `--help`. */
export function describeConfig(): string {
  return configEntries()
    .map(entry => `${entry.key} (${attributesOf(entry).replaceAll('`', '')})\n    ${entry.description}`)
    .join('\n');
}

/** The page `docs/configuration.md`. */
export function configurationPage(): string {
  const rows = configEntries().map(
    entry => `| \`${entry.key}\` | ${attributesOf(entry)} | ${entry.description} |`,
  );
  return [
    '# Configuration',
    '',
    'Written by `npm run docs:write` from `src/platform/config.ts`. Every process reads the environment, with a file `.env` in its working folder below it; each key that is missing or malformed is named at once, and `production` refuses unsafe values.',
    '',
    '| key | | what it is |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

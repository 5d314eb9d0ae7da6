import { z } from 'zod';
import { configSchema, secretKeys, type ConfigKey } from './config';

/** A configuration key as documented. */
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

/** Lists every configuration key with its sentence, in the order of the schema. */
export function configEntries(): ConfigEntry[] {
  return Object.entries(configSchema.shape).map(([key, schema]) => ({
    key,
    description: schema.description ?? '',
    isRequired: !schema.safeParse(undefined).success,
    defaultText: schema instanceof z.ZodDefault ? defaultTextOf(schema.def.defaultValue) : '',
  }));
}

/** Returns whether a key is required, its default, and whether it is a secret. */
export function attributesOf(entry: ConfigEntry): string {
  return [
    entry.isRequired
      ? 'required'
      : entry.defaultText === ''
        ? 'optional'
        : `default \`${entry.defaultText}\``,
    ...(secretKeys.has(entry.key as ConfigKey) ? ['secret'] : []),
  ].join(', ');
}

/** Returns the text of `--help`. */
export function describeConfig(): string {
  return configEntries()
    .map(entry => `${entry.key} (${attributesOf(entry).replaceAll('`', '')})\n    ${entry.description}`)
    .join('\n');
}

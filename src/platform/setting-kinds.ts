/** The kinds of settings: how each is written in an environment, and parsed. */
import { z } from 'zod';

/** A 32-byte key in base64. */
export const key32 = z
  .string()
  .refine(
    text => Buffer.from(text, 'base64').length === 32,
    'must be 32 bytes in base64 (`openssl rand -base64 32`)',
  );

/** `id:base64,id:base64`: the first key is used for new data, all of them for reading. */
export const keyRing = z
  .string()
  .transform(text => text.split(',').map(entry => entry.trim().split(':')))
  .refine(
    entries =>
      entries.every(
        ([id, key]) => /^[a-z0-9-]{1,16}$/.test(id ?? '') && Buffer.from(key ?? '', 'base64').length === 32,
      ),
    'must be `id:key` pairs, comma-separated, each key 32 bytes in base64, each id 1 to 16 of a-z 0-9 -',
  )
  .transform(entries =>
    entries.map(([id, key]) => ({ id: id ?? '', key: Buffer.from(key ?? '', 'base64') })),
  );

/** Like `keyRing`, `1:base64,2:base64`, with ids that fit in a byte. */
export const numberedKeyRing = keyRing
  .refine(
    ring =>
      ring.every(({ id }) => /^(0|[1-9]\d{0,2})$/.test(id) && Number(id) <= 255) &&
      new Set(ring.map(({ id }) => id)).size === ring.length,
    'must be `id:key` pairs whose ids are numbers from 0 to 255, each once',
  )
  .transform(ring => ring.map(({ id, key }) => ({ id: Number(id), key })));

/** A port; 0 means any free one. */
export const port = z.coerce.number().int().min(0).max(65_535);
/** A whole number from 1 to `max`. */
export const positive = (max: number): z.ZodCoercedNumber => z.coerce.number().int().min(1).max(max);
/** A comma-separated list. */
export const list = z.string().transform(text =>
  text
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== ''),
);
/** `true` or `false`. */
export const flag = z.enum(['true', 'false']).transform(text => text === 'true');

/** The settings of the codec server. */
import { z } from 'zod';
import { port } from '../../platform/setting-kinds';

/** `name:sha256hex,name:sha256hex`: the operators who may decode, by the digest of their token. */
const tokenList = z
  .string()
  .transform(text => text.split(',').map(entry => entry.trim().split(':')))
  .refine(
    entries =>
      entries.every(
        ([name, digest, ...rest]) =>
          /^[a-z0-9._-]{1,64}$/.test(name ?? '') && /^[0-9a-f]{64}$/.test(digest ?? '') && rest.length === 0,
      ) && new Set(entries.map(([name]) => name)).size === entries.length,
    'must be `name:digest` pairs, comma-separated, each name once and 1 to 64 of a-z 0-9 . _ -, ' +
      'each digest the SHA-256 of a token in 64 hex digits',
  )
  .transform(entries => entries.map(([name, digest]) => ({ name: name ?? '', tokenSha256: digest ?? '' })));

/** The settings of the codec server in the environment. */
export const codecSettings = {
  CODEC_HOST: z.string().default('127.0.0.1').describe('The address the codec server listens on.'),
  CODEC_PORT: port.default(8234).describe('The port the codec server listens on; 0 means any free one.'),
  CODEC_UI_ORIGIN: z
    .string()
    .refine(
      text => URL.canParse(text) && new URL(text).origin === text,
      'must be an origin: scheme, host and port, without a slash at the end',
    )
    .default('http://127.0.0.1:8233')
    .describe(
      'The origin of the Temporal UI, as the browser shows it: the only one that may call the codec ' +
        'server. Both must be on the same site (`temporal.example.com`, `codec.example.com`), so that ' +
        'the sign-in cookie is sent. In production, http is only accepted on loopback.',
    ),
  CODEC_TOKENS: tokenList
    .default([])
    .describe(
      'The operators who may decode: `name:digest` pairs, comma-separated, each digest the SHA-256 ' +
        'of a random token (`openssl rand -hex 32`) in hex. Empty means no sign-in, which the codec ' +
        'server refuses in production and off loopback.',
    ),
} as const;

/** The configuration rules of the codec server only. */
import { isIP } from 'node:net';
import type { z } from 'zod';
import type { codecSettings } from './settings';

type CodecSettings = { readonly [Key in keyof typeof codecSettings]: z.output<(typeof codecSettings)[Key]> };

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host === '::1' ||
    host === '[::1]' ||
    (isIP(host) === 4 && host.startsWith('127.'))
  );
}

/**
 * Returns the problems that keep the codec server from starting. Its callers can read what Temporal stores,
 * so it may run without credentials in one place only: on loopback, in development.
 */
export function codecConfigProblems(
  config: Pick<CodecSettings, 'CODEC_HOST' | 'CODEC_TOKENS' | 'CODEC_UI_ORIGIN'> & {
    readonly RECORDWELL_ENV: 'production' | 'development';
  },
): readonly string[] {
  const problems: string[] = [];
  const isProduction = config.RECORDWELL_ENV === 'production';
  if (config.CODEC_TOKENS.length === 0 && isProduction)
    problems.push('CODEC_TOKENS: must name who may decode; the codec server never runs open in production');
  if (config.CODEC_TOKENS.length === 0 && !isLoopback(config.CODEC_HOST))
    problems.push('CODEC_HOST: must be a loopback address while CODEC_TOKENS is empty');
  const { protocol, hostname } = new URL(config.CODEC_UI_ORIGIN);
  // What a browser gets from its own machine, such as through an SSH tunnel, crosses no network in the clear.
  if (isProduction && protocol !== 'https:' && !isLoopback(hostname))
    problems.push('CODEC_UI_ORIGIN: must be https in production, or on loopback');
  return problems;
}

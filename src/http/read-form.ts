import { Problem } from '../domain/problem';
import { readBytes } from './read-bytes';
import type { RequestContext } from './request-state';

/**
 * Reads a submitted page form.
 * @param bytesMax the limit
 * @throws Problem `request.malformed` if it isn't a form, `request.tooLarge`
 */
export async function readForm(context: RequestContext, bytesMax: number): Promise<URLSearchParams> {
  if (context.is('application/x-www-form-urlencoded') === false)
    throw new Problem('request.malformed', { internal: 'not a form' });
  const bytes = await context.state.awaitOutside(async () => readBytes(context, bytesMax));
  return new URLSearchParams(bytes.toString('utf8'));
}

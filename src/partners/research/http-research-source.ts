import { z } from 'zod';
import { findingCharactersMax, findingsMax } from '../../domain/research/limits';
import { isStorableText, withoutInvisible } from '../../domain/text';
import { readUpTo } from '../read-up-to';
import type { ResearchSourceSettings } from '../settings';
import { ResearchSourceFault, type AskedSource, type ResearchAnswer } from './research-source';

/** How long a source may take to answer a call; one that needs longer answers `pending`. */
const callTimeoutMs = 30_000;
const answerBytesMax = 256 * 1024;

const line = (lengthMax: number) =>
  z
    .string()
    .refine(isStorableText)
    .transform(text =>
      withoutInvisible(text)
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    )
    .pipe(z.string().min(1).max(lengthMax));

const answerSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('pending'),
    askAgainAfterSeconds: z.number().int().min(1).max(3_600).default(60),
  }),
  z.object({
    status: z.literal('answered'),
    findings: z
      .array(z.object({ label: line(findingCharactersMax.label), value: line(findingCharactersMax.value) }))
      .max(findingsMax),
  }),
]);

function toAnswer(name: string, body: Buffer | undefined): ResearchAnswer {
  let json: unknown;
  try {
    json = JSON.parse(body?.toString() ?? '');
  } catch {
    throw new ResearchSourceFault(name, 'answered with what is no JSON of at most 256 KiB');
  }
  const parsed = answerSchema.safeParse(json);
  if (!parsed.success) {
    const fields = [...new Set(parsed.error.issues.map(({ path }) => path.join('.') || 'status'))].join(', ');
    throw new ResearchSourceFault(name, `answered with what is not as agreed: ${fields}`);
  }
  const { data } = parsed;
  return data.status === 'pending'
    ? { kind: 'pending', askAgainAfterMs: data.askAgainAfterSeconds * 1_000 }
    : { kind: 'answered', findings: data.findings };
}

/**
 * Creates a source asked by HTTP, as described in docs/partners/research-source.md. @param token its bearer
 * token
 */
export function createHttpResearchSource(
  { name, endpoint, answerWithinMinutes }: Omit<ResearchSourceSettings, 'kind'>,
  token: string,
): AskedSource {
  return {
    kind: 'asked',
    name,
    answerWithinMs: answerWithinMinutes * 60_000,
    ask: async ({ askUid, site }) => {
      const response = await fetch(`${endpoint.replace(/\/$/, '')}/researches/${askUid}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ site }),
        // A redirect would give the token to another host.
        redirect: 'manual',
        signal: AbortSignal.timeout(callTimeoutMs),
      }).catch(() => {
        throw new ResearchSourceFault(name, 'cannot be reached, or did not answer in time');
      });
      if (response.status !== 200) {
        await response.body?.cancel();
        throw new ResearchSourceFault(name, `answered with HTTP ${response.status}`);
      }
      return toAnswer(name, await readUpTo(response, answerBytesMax));
    },
  };
}

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { facilityRefusalStatuses } from '../../domain/record-requests/record-request';
import { readNewFileName } from '../../domain/record-requests/file-name';
import { readUpTo } from '../read-up-to';
import type { FacilityChannelSettings } from '../settings';
import {
  EhrChannelFault,
  type EhrAnswer,
  type EhrAsk,
  type EhrChannel,
  type EhrDocument,
} from './ehr-channel';

/** How long a system may take to answer an ask, and to send a document. */
const askTimeoutMs = 30_000;
const documentTimeoutMs = 120_000;
const answerBytesMax = 1024 * 1024;
/** The most documents per ask, and bytes per document: it is held in memory while it is stored. */
const documentsMax = 200;
const documentBytesMax = 100 * 1024 * 1024;
/** When to ask again if a system doesn't say. */
const askAgainAfterSeconds = 3_600;

const waitSeconds = z.number().int().min(1).max(86_400).default(askAgainAfterSeconds);

const answerSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending'), askAgainAfterSeconds: waitSeconds }),
  z.object({ status: z.literal('refused'), reason: z.enum(facilityRefusalStatuses) }),
  z.object({
    status: z.literal('returned'),
    share: z.enum(['whole', 'part', 'partToCome']),
    askAgainAfterSeconds: waitSeconds,
    documents: z
      .array(
        z.object({
          id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
          fileName: z.string().max(1_000),
          sizeBytes: z.number().int().min(1).max(documentBytesMax),
          sha256: z.string().regex(/^[0-9a-f]{64}$/),
        }),
      )
      .max(documentsMax)
      .refine(documents => new Set(documents.map(({ id }) => id)).size === documents.length),
  }),
]);

/** A name that is not allowed here is no reason to lose the document. */
function nameOf({ fileName }: { readonly fileName: string }, index: number): string {
  const read = readNewFileName(fileName);
  return 'name' in read ? read.name : `Document ${index + 1}.pdf`;
}

function toAnswer(name: string, body: Buffer | undefined): EhrAnswer {
  let json: unknown;
  try {
    json = JSON.parse(body?.toString() ?? '');
  } catch {
    throw new EhrChannelFault(name, 'answered an ask with what is no JSON of at most 1 MiB');
  }
  const parsed = answerSchema.safeParse(json);
  if (!parsed.success) {
    const fields = [...new Set(parsed.error.issues.map(({ path }) => path.join('.') || 'status'))].join(', ');
    throw new EhrChannelFault(name, `answered an ask with what is not as agreed: ${fields}`);
  }
  const { data } = parsed;
  if (data.status === 'refused') return { kind: 'refused', status: data.reason };
  const askAgainAfterMs = data.askAgainAfterSeconds * 1_000;
  if (data.status === 'pending') return { kind: 'pending', askAgainAfterMs };
  const documents = data.documents.map((document, index) => ({
    ...document,
    fileName: nameOf(document, index),
  }));
  return { kind: 'returned', share: data.share, documents, askAgainAfterMs };
}

function bodyOf({ kind, patient, site, datesOfService, purposeOfUse }: EhrAsk): string {
  const { purpose, code, basis } = purposeOfUse;
  return JSON.stringify({ kind, patient, site, datesOfService, purpose, purposeCode: code, basis });
}

/**
 * Creates a channel to a system asked by HTTP, as described in docs/partners/ehr-channel.md. @param token its
 * bearer token
 */
export function createHttpEhrChannel(
  settings: Omit<FacilityChannelSettings, 'kind'>,
  token: string,
): EhrChannel {
  const { name, endpoint, daysMax = null, servesPurposes, requires } = settings;
  const call = async (path: string, timeoutMs: number, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(`${endpoint.replace(/\/$/, '')}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      // A redirect would give the token and the patient to another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => {
      throw new EhrChannelFault(name, 'cannot be reached, or did not answer in time');
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new EhrChannelFault(name, `answered with HTTP ${response.status}`);
    }
    return response;
  };
  return {
    name,
    daysMax,
    servesPurposes,
    requires,
    ask: async ask => {
      const response = await call(`/asks/${ask.askUid}`, askTimeoutMs, { method: 'PUT', body: bodyOf(ask) });
      return toAnswer(name, await readUpTo(response, answerBytesMax));
    },
    fetch: async (askUid: string, { id, sizeBytes, sha256 }: EhrDocument) => {
      const bytes = await readUpTo(
        await call(`/asks/${askUid}/documents/${id}`, documentTimeoutMs),
        sizeBytes,
      );
      const isWhole = bytes !== undefined && bytes.length === sizeBytes;
      if (!isWhole || createHash('sha256').update(bytes).digest('hex') !== sha256)
        throw new EhrChannelFault(name, 'sent a document that is not the one that it told of');
      return bytes;
    },
  };
}

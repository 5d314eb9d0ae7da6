import { createHmac } from 'node:crypto';
import type { SentDetails } from '../../domain/searches/refusals';
import type { SearchKind } from '../../domain/searches/search';

/**
 * The keyed hash of an outgoing request, in hex: the same for the same partner, search and details. Keyed,
 * because names and birth dates could be guessed from a plain hash.
 * @param secret `KEY_FINGERPRINT_SECRET`; the label keeps these hashes apart from those of keys
 */
export function fingerprintRequest(
  secret: Buffer,
  request: { readonly partner: string; readonly kind: SearchKind; readonly details: SentDetails },
): string {
  const { partner, kind, details } = request;
  const { firstName, lastNames, dateOfBirth, sex, zipCodes } = details;
  return createHmac('sha256', secret)
    .update(
      JSON.stringify(['search request', partner, kind, firstName, lastNames, dateOfBirth, sex, zipCodes]),
    )
    .digest('hex');
}

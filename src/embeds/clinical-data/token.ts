/** The embed token of clinical data: the patient, the user who minted it, and the framing page. */
import { z } from 'zod';
import { environments } from '../../domain/projects/project';
import { createEmbedTokens, type EmbedTokens, type Opened } from '../sealed-claims';
import type { EmbedKey } from '../token-sealer';

const claims = z.strictObject({
  companyUid: z.string(),
  userUid: z.string(),
  environment: z.enum(environments),
  projectUid: z.string(),
  patientUid: z.string(),
  /** The origin that may frame the embed; null for any. */
  parentOrigin: z.string().nullable(),
});

/** The claims of a token: the patient, and the user whose permissions its holder has. */
export type ClinicalDataClaims = Readonly<z.output<typeof claims>>;

/** The claims of a token, and when it expires. */
export type OpenedClinicalData = Opened<ClinicalDataClaims>;

/** Mints and opens embed tokens of clinical data. */
export type ClinicalDataTokens = EmbedTokens<ClinicalDataClaims>;

/** Creates the tokens for a key ring (`EMBED_KEYS`). @throws TypeError if the ring is invalid */
export function createClinicalDataTokens(ring: readonly EmbedKey[]): ClinicalDataTokens {
  return createEmbedTokens<ClinicalDataClaims>('clinical-data', claims, ring);
}

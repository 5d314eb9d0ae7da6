/**
 * The embed token of a patient's clinical data: whose, by whom it was asked for, and which page frames it.
 */
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
  /** The one page that may frame it; null: any. */
  parentOrigin: z.string().nullable(),
});

/** What a token says: which patient, and in whose name whoever holds it looks. */
export type ClinicalDataClaims = Readonly<z.output<typeof claims>>;

/** What a token says, and from when on it says nothing any more. */
export type OpenedClinicalData = Opened<ClinicalDataClaims>;

/** Mints and opens the embed tokens of clinical data. */
export type ClinicalDataTokens = EmbedTokens<ClinicalDataClaims>;

/** The tokens of a key ring (`EMBED_KEYS`). @throws TypeError for a ring that cannot be used */
export function createClinicalDataTokens(ring: readonly EmbedKey[]): ClinicalDataTokens {
  return createEmbedTokens<ClinicalDataClaims>('clinical-data', claims, ring);
}

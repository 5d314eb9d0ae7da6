/** The embed token of an auth-check: patient, storage key of the document, minting company, end; of a record request also which. */
import { z } from 'zod';
import { createTokenSealer, type EmbedKey } from '../token-sealer';

/** How long a token is good for. */
export const embedTokenLifeSeconds = 3_600;
/** Lengths are rounded up to this, so that a token does not tell how long a name is. */
const blockBytes = 64;

const claims = z.strictObject({
  companyUid: z.string(),
  storageKey: z.string(),
  patient: z.strictObject({
    firstName: z.string(),
    lastNames: z.array(z.string()).readonly(),
    dateOfBirth: z.string(),
  }),
  /** The record request that the document is judged with, where the token is one's. */
  recordRequestUid: z.string().optional(),
});
const sealed = z.strictObject({
  type: z.literal('auth-check'),
  /** Seconds since 1970; the token is good before it. */
  expiresAt: z.number().int(),
  ...claims.shape,
});

/** What a token says: which document, for whom it was minted, and with whom the document is compared. */
export type AuthCheckClaims = Readonly<z.output<typeof claims>>;

/** What a token says, and from when on it says nothing any more. */
export interface OpenedAuthCheck extends AuthCheckClaims {
  readonly endsAt: Date;
}

/** Mints and opens the embed tokens of auth-checks. */
export interface AuthCheckTokens {
  /** A token that is good for an hour from `at`; each is another one. */
  readonly mint: (claims: AuthCheckClaims, at: Date) => string;
  /** What a token says; `undefined` when it is none of ours, was altered, is of another type, or has ended. */
  readonly open: (token: string, at: Date) => OpenedAuthCheck | undefined;
}

function padded(text: string): string {
  const bytes = Buffer.byteLength(text);
  // JSON allows blanks after the value.
  return text + ' '.repeat(Math.ceil(bytes / blockBytes) * blockBytes - bytes);
}

/** The tokens of a key ring (`EMBED_KEYS`). @throws TypeError for a ring that cannot be used */
export function createAuthCheckTokens(ring: readonly EmbedKey[]): AuthCheckTokens {
  const sealer = createTokenSealer('auth-check', ring);
  return {
    mint: ({ companyUid, storageKey, patient, recordRequestUid }, at) => {
      const { firstName, lastNames, dateOfBirth } = patient;
      const content: z.input<typeof sealed> = {
        type: 'auth-check',
        expiresAt: Math.floor(at.getTime() / 1_000) + embedTokenLifeSeconds,
        companyUid,
        storageKey,
        patient: { firstName, lastNames, dateOfBirth },
        ...(recordRequestUid === undefined ? {} : { recordRequestUid }),
      };
      return sealer.seal(padded(JSON.stringify(content)));
    },
    open: (token, at) => {
      const text = sealer.open(token);
      if (text === undefined) return undefined;
      // It is ours, so it is JSON; another release may have sealed other fields.
      const { success, data } = sealed.safeParse(JSON.parse(text));
      if (!success || at.getTime() >= data.expiresAt * 1_000) return undefined;
      const { companyUid, storageKey, patient, recordRequestUid, expiresAt } = data;
      return { companyUid, storageKey, patient, recordRequestUid, endsAt: new Date(expiresAt * 1_000) };
    },
  };
}

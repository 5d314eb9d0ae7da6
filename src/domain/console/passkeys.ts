/** How long a passkey challenge is valid; it works once. */
export const challengeLifeMs = 5 * 60 * 1000;
/** The most passkeys per person. */
export const passkeysMax = 20;
/** The maximum length of a passkey's name. */
export const passkeyNameMax = 100;

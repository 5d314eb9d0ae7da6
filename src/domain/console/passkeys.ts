/** For how long a page may be answered with a passkey, once. */
export const challengeLifeMs = 5 * 60 * 1000;
/** The most passkeys of a person. */
export const passkeysMax = 20;
/** The longest name that a person gives to a passkey. */
export const passkeyNameMax = 100;

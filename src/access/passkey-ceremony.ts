/**
 * The passkey options for browsers, and the verification of their answers (WebAuthn, through its library).
 */
import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';

/** Where this deployment's passkeys are valid: authenticators release them only to this origin. */
export interface PasskeyPlace {
  readonly rpId: string;
  readonly origin: string;
}

/**
 * Returns where passkeys are valid, from the deployment's URL; `undefined` for an IP address, which can't
 * have passkeys.
 */
export function passkeyPlaceOf(publicUrl: string): PasskeyPlace | undefined {
  const { hostname, origin } = new URL(publicUrl);
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[');
  return isAddress ? undefined : { rpId: hostname, origin };
}

/** A passkey for the ceremony. */
interface KnownPasskey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: readonly string[];
}

/** Who adds a passkey. */
interface PasskeyPerson {
  readonly userUid: string;
  readonly userName: string;
  readonly userEmail: string;
}

/** Returns what an authenticator stores about a person: their uid, and nothing that identifies them. */
function handleOf(userUid: string): Buffer {
  return Buffer.from(userUid.replaceAll('-', ''), 'hex');
}

function bytesOf(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(buffer);
}

/**
 * Ed25519, ES256, and RS256: every authenticator supports one of them. The library's own list includes an
 * experimental one in Node.
 */
const algorithms = [-8, -7, -257];

/** How long a browser waits for its person. */
const waitMs = 5 * 60 * 1000;

/** Returns the options for creating a passkey that is found without a user name and verifies its person. */
export async function creationOptions(
  { rpId }: PasskeyPlace,
  { userUid, userName, userEmail }: PasskeyPerson,
  known: readonly KnownPasskey[],
  challenge: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: 'recordwell',
    rpID: rpId,
    userName: userEmail,
    userDisplayName: userName,
    userID: bytesOf(handleOf(userUid)),
    challenge: bytesOf(Buffer.from(challenge, 'base64url')),
    timeout: waitMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Returns the options for signing in with any passkey that the person chooses. */
export async function requestOptions(
  { rpId }: PasskeyPlace,
  challenge: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: bytesOf(Buffer.from(challenge, 'base64url')),
    timeout: waitMs,
    userVerification: 'required',
  });
}

/** A created passkey. */
export interface MadePasskey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
}

type TakeChallenge = (challenge: string) => Promise<boolean>;

/**
 * Verifies a created passkey: made here, for this challenge, with its person verified.
 * @param takeChallenge uses up the challenge, whatever else is wrong
 * @returns `undefined` for every other answer
 */
export async function verifyCreation(
  { rpId, origin }: PasskeyPlace,
  response: RegistrationResponseJSON,
  takeChallenge: TakeChallenge,
): Promise<MadePasskey | undefined> {
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: takeChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined);
  if (verified?.verified !== true) return undefined;
  const { id, publicKey, counter: signCount } = verified.registrationInfo.credential;
  return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), signCount };
}

/**
 * Verifies a sign-in: this challenge was signed here, with the person verified and an increasing counter.
 * Returns the new counter.
 * @param takeChallenge uses up the challenge, whatever else is wrong
 * @returns `undefined` for every other answer
 */
export async function verifyRequest(
  { rpId, origin }: PasskeyPlace,
  response: AuthenticationResponseJSON,
  passkey: KnownPasskey & { readonly userUid: string },
  takeChallenge: TakeChallenge,
): Promise<number | undefined> {
  const { credentialId, publicKey, signCount: counter, userUid } = passkey;
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: takeChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id: credentialId.toString('base64url'), publicKey: bytesOf(publicKey), counter },
    requireUserVerification: true,
  }).catch(() => undefined);
  const isTheirs = response.response.userHandle === handleOf(userUid).toString('base64url');
  return verified?.verified === true && isTheirs ? verified.authenticationInfo.newCounter : undefined;
}

/**
 * What browsers and authenticators are asked for a passkey, and whether they answered it (WebAuthn, by its
 * library).
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

/** Where passkeys of this deployment are good: an authenticator gives them to this origin alone. */
export interface PasskeyPlace {
  readonly rpId: string;
  readonly origin: string;
}

/**
 * Where passkeys are good, by the address of the deployment; `undefined` where that is no name: an IP address
 * has none.
 */
export function passkeyPlaceOf(publicUrl: string): PasskeyPlace | undefined {
  const { hostname, origin } = new URL(publicUrl);
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[');
  return isAddress ? undefined : { rpId: hostname, origin };
}

/** A passkey as the ceremony has it. */
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

/** What an authenticator is given of a person: their uid, and nothing that says who they are. */
function handleOf(userUid: string): Buffer {
  return Buffer.from(userUid.replaceAll('-', ''), 'hex');
}

function bytesOf(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(buffer);
}

/**
 * Ed25519, ES256 and RS256, which every authenticator has one of: the library’s own list asks Node for what
 * is experimental there.
 */
const algorithms = [-8, -7, -257];

/** How long a browser waits for its person. */
const waitMs = 5 * 60 * 1000;

/**
 * What a browser is asked to make a passkey: one that is found without a name, and asks its person for a
 * finger or a code.
 */
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

/** What a browser is asked to sign in with whichever passkey its person takes. */
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

/** A passkey that was made. */
export interface MadePasskey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
}

type TakeChallenge = (challenge: string) => Promise<boolean>;

/**
 * The passkey that an authenticator made, if it made it here, for this challenge, with its person verified.
 * @param takeChallenge uses the challenge up, whatever else is wrong
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
 * How often a passkey has signed by now, if its authenticator signed this challenge here, with its person
 * verified, and counts on.
 * @param takeChallenge uses the challenge up, whatever else is wrong
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

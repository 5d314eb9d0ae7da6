/** A software authenticator, for tests of browsers' answers: it signs anything, true or not. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** The content of an answer; omitted parts are correct. */
export interface AnswerParts {
  readonly challenge: string;
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly isPresent?: boolean;
  readonly isVerified?: boolean;
  readonly count?: number;
  readonly userHandle?: string;
  /** Whether it is signed by a key other than the passkey's. */
  readonly isForged?: boolean;
}

/** A passkey on a device. */
export interface Authenticator {
  readonly credentialId: string;
  /** Answers a page that creates a passkey. */
  readonly create: (parts: AnswerParts) => string;
  /** Answers a page that signs someone in. */
  readonly get: (parts: AnswerParts) => string;
}

const place = { origin: 'https://recordwell.example', rpId: 'recordwell.example' };

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

function clientData({ challenge, origin = place.origin, type }: AnswerParts, usual: string): Buffer {
  return Buffer.from(JSON.stringify({ type: type ?? usual, challenge, origin, crossOrigin: false }));
}

function authenticatorData(parts: AnswerParts, attested: Buffer = Buffer.alloc(0)): Buffer {
  const { rpId = place.rpId, isPresent = true, isVerified = true, count = 0 } = parts;
  const flags = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | (attested.length > 0 ? 64 : 0);
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(count);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, attested]);
}

/** Returns a P-256 public key in COSE format (RFC 9053 §7.1.1). */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
}

/** Returns a CBOR byte string with a two-byte length. */
function cborBytes(data: Buffer): Buffer {
  const head = Buffer.from([0x59, 0, 0]);
  head.writeUInt16BE(data.length, 1);
  return Buffer.concat([head, data]);
}

/** Creates a device with one passkey. */
export function makeAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const credentialId = id.toString('base64url');
  const around = { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {} };
  return {
    credentialId,
    create: parts => {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseOf(publicKey)]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        cborBytes(authenticatorData(parts, attested)),
      ]);
      const response = {
        clientDataJSON: clientData(parts, 'webauthn.create').toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      };
      return JSON.stringify({ ...around, response });
    },
    get: parts => {
      const data = authenticatorData(parts);
      const client = clientData(parts, 'webauthn.get');
      const key = parts.isForged === true ? other.privateKey : privateKey;
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), key).toString('base64url'),
        userHandle: parts.userHandle ?? '',
      };
      return JSON.stringify({ ...around, response });
    },
  };
}

/**
 * A self-signed certificate that only the parts of one program trust. It can't sign other certificates.
 *
 * The code writes the bytes itself, because certificate libraries such as `pkijs` are ES modules, which Jest
 * can't load where it starts the services.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A certificate and its key, as PEM. */
export interface InnerCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** Tags of DER (ITU-T X.690). */
const tags = { integer: 0x02, bits: 0x03, oid: 0x06, text: 0x0c, time: 0x18, sequence: 0x30, set: 0x31 };
const version3 = Buffer.from([0xa0, 0x03, tags.integer, 0x01, 0x02]);
/** 2.5.4.3 */
const commonName = Buffer.from([0x55, 0x04, 0x03]);
/** 1.3.101.112 (RFC 8410) */
const ed25519 = Buffer.from([0x2b, 0x65, 0x70]);
const lifeYears = 10;
const pemColumns = 64;

function lengthOf(sizeBytes: number): number[] {
  if (sizeBytes < 0x80) return [sizeBytes];
  return sizeBytes < 0x100 ? [0x81, sizeBytes] : [0x82, sizeBytes >> 8, sizeBytes & 0xff];
}

function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

function nameOf(name: string): Buffer {
  const attribute = der(tags.sequence, der(tags.oid, commonName), der(tags.text, Buffer.from(name)));
  return der(tags.sequence, der(tags.set, attribute));
}

function timeOf(at: Date): Buffer {
  return der(tags.time, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`));
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(new RegExp(`.{1,${pemColumns}}`, 'g')) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

/** Creates a certificate of this common name that is valid from an hour before `at` for ten years. */
export function createInnerCertificate(name: string, at: Date): InnerCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const algorithm = der(tags.sequence, der(tags.oid, ed25519));
  const from = new Date(at.getTime() - 3_600_000);
  const until = new Date(at);
  until.setUTCFullYear(at.getUTCFullYear() + lifeYears);
  // Positive and of fixed length: the first byte is between 0x40 and 0x7f.
  const serial = randomBytes(16);
  serial.writeUInt8((serial.readUInt8(0) & 0x3f) | 0x40, 0);
  const signed = der(
    tags.sequence,
    version3,
    der(tags.integer, serial),
    algorithm,
    nameOf(name),
    der(tags.sequence, timeOf(from), timeOf(until)),
    nameOf(name),
    publicKey.export({ format: 'der', type: 'spki' }),
  );
  // The zero means that the bit string uses all bits of its last byte.
  const signature = der(tags.bits, Buffer.from([0]), sign(null, signed, privateKey));
  return {
    certificate: pem(der(tags.sequence, signed, algorithm, signature)),
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}

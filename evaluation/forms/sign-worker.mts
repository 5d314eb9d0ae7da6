/**
 * Creates a PKCS #7 signature with a new key and certificate. It's a worker because pkijs is ESM-only: see
 * sign-document.ts.
 */
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import * as asn1 from 'asn1js';
import * as pki from 'pkijs';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const commonName = '2.5.4.3';

async function newKeys() {
  const pair = await pki.getCrypto(true).generateKey(algorithm, true, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new Error("the engine can't create key pairs");
  return pair;
}

async function certificateOf(
  name: string,
  at: Date,
  pair: Awaited<ReturnType<typeof newKeys>>,
): Promise<pki.Certificate> {
  const certificate = new pki.Certificate();
  certificate.version = 2;
  certificate.serialNumber = new asn1.Integer({ value: 1 });
  const subject = new pki.AttributeTypeAndValue({
    type: commonName,
    value: new asn1.Utf8String({ value: name }),
  });
  certificate.subject.typesAndValues.push(subject);
  certificate.issuer.typesAndValues.push(subject);
  certificate.notBefore.value = new Date(at.getTime() - 86_400_000);
  certificate.notAfter.value = new Date(at.getTime() + 365 * 86_400_000);
  await certificate.subjectPublicKeyInfo.importKey(pair.publicKey);
  await certificate.sign(pair.privateKey, 'SHA-256');
  return certificate;
}

async function signatureOver(content: Uint8Array<ArrayBuffer>, name: string, at: Date): Promise<Uint8Array> {
  const pair = await newKeys();
  const certificate = await certificateOf(name, at, pair);
  const digest = new Uint8Array(createHash('sha256').update(content).digest()).buffer;
  const signed = new pki.SignedData({
    version: 1,
    encapContentInfo: new pki.EncapsulatedContentInfo({ eContentType: pki.ContentInfo.DATA }),
    signerInfos: [
      new pki.SignerInfo({
        version: 1,
        sid: new pki.IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs: new pki.SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            new pki.Attribute({
              type: '1.2.840.113549.1.9.3',
              values: [new asn1.ObjectIdentifier({ value: pki.ContentInfo.DATA })],
            }),
            new pki.Attribute({
              type: '1.2.840.113549.1.9.5',
              values: [new asn1.UTCTime({ valueDate: at })],
            }),
            new pki.Attribute({
              type: '1.2.840.113549.1.9.4',
              values: [new asn1.OctetString({ valueHex: digest })],
            }),
          ],
        }),
      }),
    ],
    certificates: [certificate],
  });
  await signed.sign(pair.privateKey, 0, 'SHA-256', content);
  const info = new pki.ContentInfo({
    contentType: pki.ContentInfo.SIGNED_DATA,
    content: signed.toSchema(true),
  });
  return new Uint8Array(info.toSchema().toBER(false));
}

const { content, name, at } = workerData as { content: Uint8Array<ArrayBuffer>; name: string; at: Date };
parentPort?.postMessage(await signatureOver(content, name, at)); // oxlint-disable-line unicorn/require-post-message-target-origin -- threads have no origin

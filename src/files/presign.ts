import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** The objects' location, and the signer. */
export interface PresignTarget {
  /** The endpoint as the URL's holder reaches it. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** What a URL permits. */
export interface PresignRequest {
  readonly method: 'GET' | 'PUT';
  readonly key: string;
  readonly expiresInSeconds: number;
  readonly at: Date;
  /** Overrides of response headers, `response-content-disposition` and the like. */
  readonly query?: Readonly<Record<string, string>>;
}

const algorithm = 'AWS4-HMAC-SHA256';

/** Percent-encodes a text for SigV4 (RFC 3986 unreserved characters stay). */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: string | Buffer | KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Returns a function that derives the key of a day. */
function signingKeys({ region, secretAccessKey }: PresignTarget): (day: string) => KeyObject {
  let cached: { readonly day: string; readonly key: KeyObject } | undefined;
  return day => {
    if (cached?.day !== day) {
      const dated = hmac(`AWS4${secretAccessKey}`, day);
      // A key object, because for bytes Node would create one for each signature, which costs six times the
      // signature.
      const key = createSecretKey(hmac(hmac(hmac(dated, region), 's3'), 'aws4_request'));
      cached = { day, key };
    }
    return cached.key;
  };
}

function stampOf(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/** What a browser's form may upload. */
export interface PresignFormRequest {
  readonly key: string;
  readonly contentType: string;
  readonly bytesMax: number;
  /** What the store keeps with the object, by name; the browser can't change it. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Where the store redirects the browser after the upload. */
  readonly returnTo: string;
  readonly expiresInSeconds: number;
  readonly at: Date;
}

/** A form that includes its own permission: its URL and its fields, followed by the file. */
export interface PresignedForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Creates the signer of forms with which browsers upload one object (AWS Signature Version 4, POST policies).
 */
export function createFormSigner(target: PresignTarget): (request: PresignFormRequest) => PresignedForm {
  const { origin } = new URL(target.endpoint);
  const signingKey = signingKeys(target);
  return ({ key, contentType, bytesMax, returnTo, expiresInSeconds, at, metadata = {} }) => {
    const stamp = stampOf(at);
    const day = stamp.slice(0, 8);
    const conditions = {
      key,
      'Content-Type': contentType,
      success_action_redirect: returnTo,
      ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
      'X-Amz-Algorithm': algorithm,
      'X-Amz-Credential': `${target.accessKeyId}/${day}/${target.region}/s3/aws4_request`,
      'X-Amz-Date': stamp,
    };
    const policy = {
      expiration: new Date(at.getTime() + expiresInSeconds * 1_000).toISOString(),
      conditions: [
        { bucket: target.bucket },
        ...Object.entries(conditions).map(([name, value]) => ({ [name]: value })),
        ['content-length-range', 1, bytesMax],
      ],
    };
    const Policy = Buffer.from(JSON.stringify(policy)).toString('base64');
    return {
      url: `${origin}/${encode(target.bucket)}`,
      fields: { ...conditions, Policy, 'X-Amz-Signature': hmac(signingKey(day), Policy).toString('hex') },
    };
  };
}

/**
 * Creates the signer of presigned URLs (AWS Signature Version 4, query form, path style). The SDK's own
 * presigner costs fifty times as much per URL, which would slow a file listing (docs/decisions/0005); the
 * tests compare the two.
 */
export function createPresigner(target: PresignTarget): (request: PresignRequest) => string {
  const { host, origin } = new URL(target.endpoint);
  const signingKey = signingKeys(target);

  return ({ method, key, expiresInSeconds, at, query = {} }) => {
    const stamp = stampOf(at);
    const day = stamp.slice(0, 8);
    const scope = `${day}/${target.region}/s3/aws4_request`;
    const path = `/${[target.bucket, ...key.split('/')].map(encode).join('/')}`;
    const parameters = Object.entries({
      'X-Amz-Algorithm': algorithm,
      'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
      'X-Amz-Credential': `${target.accessKeyId}/${scope}`,
      'X-Amz-Date': stamp,
      'X-Amz-Expires': String(expiresInSeconds),
      'X-Amz-SignedHeaders': 'host',
      ...query,
    });
    const canonicalQuery = parameters
      .map(([name, value]): [string, string] => [encode(name), encode(value)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    const canonicalRequest = [
      method,
      path,
      canonicalQuery,
      `host:${host}`,
      '',
      'host',
      'UNSIGNED-PAYLOAD',
    ].join('\n');
    const digest = createHash('sha256').update(canonicalRequest).digest('hex');
    const signature = hmac(signingKey(day), [algorithm, stamp, scope, digest].join('\n')).toString('hex');
    return `${origin}${path}?${canonicalQuery}&X-Amz-Signature=${signature}`;
  };
}

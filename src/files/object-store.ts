import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Problem } from '../domain/problem';
import { isUuid } from '../domain/text';
import { createFormSigner, createPresigner, type PresignedForm, type PresignTarget } from './presign';

export type { PresignedForm } from './presign';

/** The store's facts about an object. */
export interface ObjectFacts {
  /** Identifies the bytes; another upload to the same key has a different one. */
  readonly etag: string;
  readonly sizeBytes: number;
  /** When it was written, to the second: a HEAD has no finer time (RFC 9110 §8.8.2), though a listing may. */
  readonly lastModifiedAt: Date;
  /** The user whom the form of its upload was made for; absent for other ways to write it. */
  readonly uploaderUid?: string;
}

/** An object in a listing. */
export type ListedObject = Pick<ObjectFacts, 'etag' | 'lastModifiedAt'> & { readonly key: string };

/** A URL that includes its own permission. */
export interface PresignedUrl {
  readonly url: string;
  readonly expiresInSeconds: number;
}

/** The service's files. */
export interface ObjectStore {
  /** Returns the facts of an object, `undefined` if there is none. */
  readonly head: (key: string) => Promise<ObjectFacts | undefined>;
  /** Writes an object; the same key again replaces it. */
  readonly put: (key: string, bytes: Uint8Array, contentType: string) => Promise<ObjectFacts>;
  /** Reads an object of at most `maxBytes`. @throws RangeError if it is larger */
  readonly get: (key: string, maxBytes: number) => Promise<Uint8Array>;
  /** Returns the first bytes of an object, fewer if it is smaller. @throws an error if there is none */
  readonly readStart: (key: string, length: number) => Promise<Uint8Array>;
  /** Streams the bytes of an object from a position on, none from its end on; destroy the stream to stop. */
  readonly read: (key: string, fromByte: number) => Promise<Readable>;
  /**
   * Writes an object of unknown length as a stream, in parts of 8 MiB; it doesn't exist until it is complete.
   */
  readonly write: (key: string, content: Readable, contentType: string) => Promise<void>;
  /** Copies an object inside the store. */
  readonly copy: (from: string, to: string) => Promise<void>;
  /**
   * Removes an object; a missing one isn't an error.
   * @param etag removes only these bytes: newer ones stay
   */
  readonly remove: (key: string, etag?: string) => Promise<void>;
  /** Lists a page of the objects in key order, after a key; at most 1,000. */
  readonly listAfter: (key: string | undefined) => Promise<readonly ListedObject[]>;
  /** Returns a URL to which the raw bytes can be PUT, with no header other than the body's own. */
  readonly presignUpload: (key: string, at: Date) => PresignedUrl;
  /**
   * Returns a form with which a browser uploads an object of this type and maximum size, and is redirected
   * back; valid for an hour. The store keeps the user whom the form is made for with the object.
   */
  readonly presignForm: (
    key: string,
    limits: {
      readonly contentType: string;
      readonly bytesMax: number;
      readonly returnTo: string;
      readonly uploaderUid?: string;
    },
    at: Date,
  ) => PresignedForm;
  /**
   * Returns a URL from which the object downloads under a display name, as an attachment. It has this content
   * type, by default a generic one, and never the one that its uploader sent.
   */
  readonly presignDownload: (key: string, fileName: string, at: Date, contentType?: string) => PresignedUrl;
  /**
   * Returns a URL at which a browser shows the object only as a PDF, whatever was uploaded; valid for an
   * hour, and not beyond `until`, which is later than `at`.
   */
  readonly presignPdfView: (key: string, at: Date, until: Date) => PresignedUrl;
  /** The origin of presigned URLs, `https://files.example.com`, which pages that show them must allow. */
  readonly publicOrigin: string;
  readonly close: () => void;
}

/** The options for an object store. */
export interface ObjectStoreOptions extends Omit<PresignTarget, 'endpoint'> {
  /** Absent for AWS. */
  readonly endpoint: string | undefined;
  /** The endpoint as customers reach it; absent for `endpoint`. */
  readonly publicEndpoint: string | undefined;
}

/** Long enough for a slow upload to start, short enough that a leaked URL is soon worthless. */
export const uploadLifeSeconds = 900;
/** About an hour. */
export const downloadLifeSeconds = 3_600;
/** Long enough to find the file on a computer. */
export const formLifeSeconds = 3_600;
/** The name of the metadata with the uploader. */
const uploaderName = 'uploader';
const listMax = 1_000;
const partBytes = 8 * 1024 * 1024;
/** A caller waits for this one: a store that hangs must not hold up their request. */
const headTimeoutMs = 2_000;
const requestTimeoutMs = 10_000;

/** Returns `attachment; filename=…` for any name (RFC 6266, RFC 8187). */
export function contentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\;%]/g, '_');
  return (
    `attachment; filename="${ascii}"; ` +
    `filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)}`
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotFound' || error.name === 'NoSuchKey');
}

/** Creates the client, with timeouts and three tries. */
function createClient(options: ObjectStoreOptions): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = options;
  return new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    // The SDK's own checksum headers would have to be repeated by users of presigned URLs.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    // Without `throwOnRequestTimeout` the SDK only prints a warning, and a store that hangs holds its callers
    // forever.
    requestHandler: {
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
      connectionTimeout: 2_000,
    },
  });
}

/** The bucket of the functions below. */
interface Bucket {
  readonly client: S3Client;
  readonly bucket: string;
}

function toSecond(at: Date | undefined): Date {
  return new Date(Math.floor((at?.getTime() ?? 0) / 1_000) * 1_000);
}

/** Returns the uploader that the store kept with an object, or nothing for one that isn't a user's uid. */
function uploaderIn(metadata: Readonly<Record<string, string>> = {}): Pick<ObjectFacts, 'uploaderUid'> {
  const { [uploaderName]: uploaderUid } = metadata;
  return uploaderUid !== undefined && isUuid(uploaderUid) ? { uploaderUid } : {};
}

/** @throws Problem `service.unavailable` if the store doesn't respond in time */
async function headObject({ client, bucket }: Bucket, key: string): Promise<ObjectFacts | undefined> {
  try {
    const facts = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), {
      abortSignal: AbortSignal.timeout(headTimeoutMs),
    });
    return {
      etag: facts.ETag ?? '',
      sizeBytes: facts.ContentLength ?? 0,
      lastModifiedAt: toSecond(facts.LastModified),
      ...uploaderIn(facts.Metadata),
    };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new Problem('service.unavailable', { internal: 'the object store does not answer', cause: error });
  }
}

type Reading = Pick<ObjectStore, 'head' | 'get' | 'readStart' | 'read' | 'listAfter'>;

function readingOf({ client, bucket }: Bucket): Reading {
  return {
    head: key => headObject({ client, bucket }, key),
    get: async (key, maxBytes) => {
      const object = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      if ((object.ContentLength ?? 0) > maxBytes)
        throw new RangeError('the object is larger than may be read');
      return (await object.Body?.transformToByteArray()) ?? new Uint8Array();
    },
    readStart: async (key, length) => {
      const range = { Range: `bytes=0-${length - 1}` };
      const object = await client
        .send(new GetObjectCommand({ Bucket: bucket, Key: key, ...range }))
        .catch((error: unknown) => {
          // 416: an empty object has no first byte.
          if (error instanceof Error && error.name === 'InvalidRange') return undefined;
          throw error;
        });
      return (await object?.Body?.transformToByteArray()) ?? new Uint8Array();
    },
    read: async (key, fromByte) => {
      const range = fromByte === 0 ? {} : { Range: `bytes=${fromByte}-` };
      const object = await client
        .send(new GetObjectCommand({ Bucket: bucket, Key: key, ...range }))
        .catch((error: unknown) => {
          // 416: a range that starts at the end (RFC 9110 §15.5.17).
          if (error instanceof Error && error.name === 'InvalidRange') return undefined;
          throw error;
        });
      if (object === undefined) return Readable.from([]);
      if (!(object.Body instanceof Readable)) throw new TypeError('the object store sent no stream');
      return object.Body;
    },
    listAfter: async key => {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          MaxKeys: listMax,
          ...(key === undefined ? {} : { StartAfter: key }),
        }),
      );
      return (page.Contents ?? []).flatMap(({ Key, ETag, LastModified }) =>
        Key === undefined ? [] : [{ key: Key, etag: ETag ?? '', lastModifiedAt: toSecond(LastModified) }],
      );
    },
  };
}

type Writing = Pick<ObjectStore, 'put' | 'write' | 'copy' | 'remove'>;

function writingOf({ client, bucket }: Bucket): Writing {
  return {
    put: async (key, bytes, contentType) => {
      const put = await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: contentType }),
      );
      const facts = await headObject({ client, bucket }, key);
      return facts ?? { etag: put.ETag ?? '', sizeBytes: bytes.length, lastModifiedAt: new Date(0) };
    },
    write: async (key, content, contentType) => {
      const params = { Bucket: bucket, Key: key, Body: content, ContentType: contentType };
      await new Upload({ client, params, partSize: partBytes, queueSize: 1 }).done();
    },
    copy: async (from, to) => {
      const source = `${bucket}/${from}`.split('/').map(encodeURIComponent).join('/');
      await client.send(new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: source }));
    },
    remove: async (key, etag) => {
      // Stores without support for the condition ignore it: a check beforehand covers most cases.
      if (etag !== undefined && (await headObject({ client, bucket }, key))?.etag !== etag) return;
      const condition = etag === undefined ? {} : { IfMatch: etag };
      await client
        .send(new DeleteObjectCommand({ Bucket: bucket, Key: key, ...condition }))
        .catch((error: unknown) => {
          if (error instanceof Error && error.name === 'PreconditionFailed') return;
          throw error;
        });
    },
  };
}

/** Returns seconds since 1970: a URL's lifetime starts at the whole second before it was signed. */
function wholeSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}

type Presigning = Pick<
  ObjectStore,
  'presignUpload' | 'presignForm' | 'presignDownload' | 'presignPdfView' | 'publicOrigin'
>;

function presigningOf(options: ObjectStoreOptions): Presigning {
  const { publicEndpoint, region, bucket, accessKeyId, secretAccessKey } = options;
  const endpoint = publicEndpoint ?? options.endpoint ?? `https://s3.${region}.amazonaws.com`;
  const target = { endpoint, region, bucket, accessKeyId, secretAccessKey };
  const presign = createPresigner(target);
  const signForm = createFormSigner(target);
  const presignGet = (
    key: string,
    at: Date,
    query: Readonly<Record<string, string>>,
    expiresInSeconds = downloadLifeSeconds,
  ): PresignedUrl => ({
    url: presign({ method: 'GET', key, expiresInSeconds, at, query }),
    expiresInSeconds,
  });
  return {
    presignUpload: (key, at) => ({
      url: presign({ method: 'PUT', key, expiresInSeconds: uploadLifeSeconds, at }),
      expiresInSeconds: uploadLifeSeconds,
    }),
    presignForm: (key, { uploaderUid, ...limits }, at) =>
      signForm({
        key,
        ...limits,
        ...(uploaderUid === undefined ? {} : { metadata: { [uploaderName]: uploaderUid } }),
        expiresInSeconds: formLifeSeconds,
        at,
      }),
    presignDownload: (key, fileName, at, contentType = 'application/octet-stream') =>
      presignGet(key, at, {
        'response-content-disposition': contentDisposition(fileName),
        'response-content-type': contentType,
      }),
    presignPdfView: (key, at, until) =>
      presignGet(
        key,
        at,
        { 'response-content-disposition': 'inline', 'response-content-type': 'application/pdf' },
        Math.min(downloadLifeSeconds, wholeSeconds(until) - wholeSeconds(at)),
      ),
    publicOrigin: new URL(endpoint).origin,
  };
}

/** Opens the object store. */
export function openObjectStore(options: ObjectStoreOptions): ObjectStore {
  const client = createClient(options);
  const place = { client, bucket: options.bucket };
  return {
    ...readingOf(place),
    ...writingOf(place),
    ...presigningOf(options),
    close: () => client.destroy(),
  };
}

/** A customer's client of the public API, with the calls that the demo needs. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

const patientSchema = z.object({
  patient: z.object({ id: z.string() }),
  authorization: z.object({ uploadUrl: z.url(), uploadHeaders: z.record(z.string(), z.string()) }),
  authorizationStatus: z.string(),
  searchStatus: z.string(),
  embedToken: z.string().optional(),
});

const visitsSchema = z.object({
  total: z.number(),
  table: z.array(
    z.object({
      visit: z.object({ ref: z.string(), earliestServiceDate: z.string() }),
      site: z.object({ id: z.string(), name: z.string() }),
      patient: z.object({ id: z.string() }),
      project: z.object({ id: z.string() }),
    }),
  ),
});
const requestSchema = z.object({ id: z.string(), status: z.string(), requestType: z.string() });
const fileSchema = z.object({ url: z.url(), fileName: z.string(), key: z.string(), size: z.number() });
const createdSchema = z.object({ requests: z.array(z.object({ request: requestSchema })) });
const recordRequestSchema = z.object({
  request: requestSchema,
  deliverables: z.array(fileSchema),
  deliverable: fileSchema.optional(),
});
const filesSchema = z.object({ files: z.array(fileSchema) });
const fileAnswerSchema = z.object({ downloadUrl: z.url().nullable() });
const tokenSchema = z.object({ token: z.string() });
const analysisSchema = z.object({
  verdictCounts: z.object({ passed: z.int(), warning: z.int(), failed: z.int() }).nullable(),
});

/** The API's address and the customer's credentials. */
export interface Account {
  readonly api: string;
  readonly key: string;
  readonly companyId: string;
  readonly projectId: string;
}

/** A patient form with all three searches. */
export interface PatientBody {
  readonly firstName: string;
  readonly lastNames: readonly string[];
  readonly dateOfBirth: string;
  readonly sex: string;
  readonly zipCodes: readonly string[];
}

/** An error response; `retryAfterMs` if the API says when to try again. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    call: string,
    readonly status: number,
    readonly retryAfterMs: number | undefined,
    text: string,
  ) {
    super(`${call} returned ${status}: ${text.slice(0, 300)}`);
  }
}

const requestTimeoutMs = 15_000;
/** The guide to errors says to try these again: a busy machine answers a moment later. */
const busyStatuses: ReadonlySet<number> = new Set([503, 504]);
/** How long a patient customer waits before each repetition of a call, in milliseconds. */
export const patientWaitsMs: readonly number[] = [500, 1_000, 2_000, 4_000];

function retryAfterMsOf({ headers }: Response): number | undefined {
  const after = headers.get('retry-after');
  return after === null ? undefined : Number(after) * 1000;
}

/**
 * Returns an account's client. `waitsMs` are its waits before it repeats a call to a busy API, at least
 * `Retry-After`; without them, it never does.
 */
export function createCustomer(account: Account, waitsMs: readonly number[] = []) {
  const project = `/v0/companies/${account.companyId}/projects/${account.projectId}`;
  const patientPath = (id: string): string => `${project}/patients/${id}`;
  const requestPath = (patientId: string, id: string): string =>
    `${patientPath(patientId)}/record-requests/${id}`;

  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const send = async (): Promise<Response> =>
      fetch(account.api + path, {
        method,
        headers: {
          authorization: `Bearer ${account.key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
    // A POST without a key may have been carried out before its answer got lost.
    const waits = method === 'POST' && !('idempotency-key' in headers) ? [] : waitsMs;
    let response = await send();
    for (const waitMs of waits) {
      if (!busyStatuses.has(response.status)) break;
      await response.body?.cancel();
      await delay(Math.max(waitMs, retryAfterMsOf(response) ?? 0));
      response = await send();
    }
    if (response.ok) return response;
    throw new Refusal(`${method} ${path}`, response.status, retryAfterMsOf(response), await response.text());
  }
  const read = async <T>(schema: z.ZodType<T>, response: Promise<Response>): Promise<T> =>
    schema.parse(await (await response).json());

  return {
    patientPath,
    requestPath,
    /** Registers or updates a patient with all three searches. */
    putPatient: (id: string, form: PatientBody) => {
      const body = { ...form, siteSonar: true, patientHistories: true, ehrSearch: true };
      return read(patientSchema, call('PUT', patientPath(id), body));
    },
    /** Registers a patient without any search. */
    registerPatient: (id: string, form: PatientBody) =>
      read(patientSchema, call('PUT', patientPath(id), form)),
    /** Requests the medical record from a site by its address. */
    askNamedSite: async (patientId: string) => {
      const site = { siteName: 'Mercy Clinic', siteAddressLine1: '1 Main St', siteCity: 'Boston' };
      const body = { ...site, siteState: 'MA', siteZip: '02139', medicalRecord: true };
      const path = `${patientPath(patientId)}/record-requests`;
      const { requests } = await read(createdSchema, call('POST', path, body));
      const [made] = requests;
      if (made === undefined) throw new Error('No record request was created.');
      return made.request;
    },
    /** Fetches the `resource` of an event. */
    getResource: (resource: string) => call('GET', `/v0/${resource}`),
    getPatient: (id: string) => read(patientSchema, call('GET', patientPath(id))),
    getAuthorization: (id: string) => read(fileAnswerSchema, call('GET', `${patientPath(id)}/authorization`)),
    /**
     * Returns how many checks of the authorization passed, have warnings, and failed; null during the
     * analysis.
     */
    getAnalysis: async (id: string) =>
      (await read(analysisSchema, call('GET', `${patientPath(id)}/authorization`))).verdictCounts,
    /** Returns the HTML of the badge for a customer's page. The token is its only credential. */
    getBadge: async (embedToken: string) => {
      const url = `${account.api}/ui/auth-check/embed/badge?token=${embedToken}`;
      const response = await fetch(url, { signal: AbortSignal.timeout(requestTimeoutMs) });
      const text = await response.text();
      if (!response.ok) throw new Refusal('GET /ui/auth-check/embed/badge', response.status, undefined, text);
      return text;
    },
    /** Creates a site finder token for a page on any origin. */
    mintSiteFinder: async () =>
      (await read(tokenSchema, call('POST', '/v0/site-finder/embed-token', {}))).token,
    /** Creates a clinical data token of a patient, for a page on any origin. */
    mintClinicalData: async (id: string) =>
      (await read(tokenSchema, call('POST', `${patientPath(id)}/clinical-data-embed-token`, {}))).token,
    /** Browses a patient's visits, earliest first. */
    browseVisits: (id: string) =>
      read(
        visitsSchema,
        call('POST', '/v0/visits/browse', {
          where: { patient: { id: [{ equals: id }] }, project: { id: [{ equals: account.projectId }] } },
          orderBy: [{ visit: { earliestServiceDate: 'asc' } }],
        }),
      ),
    /** Requests all three types of records from a site. */
    askForRecords: async (patientId: string, siteId: string, idempotencyKey: string) => {
      const body = { siteId, medicalRecord: true, billing: true, imaging: true };
      const headers = { 'idempotency-key': idempotencyKey };
      const path = `${patientPath(patientId)}/record-requests`;
      const { requests } = await read(createdSchema, call('POST', path, body, headers));
      return requests.map(({ request }) => request);
    },
    getRequest: (patientId: string, id: string) =>
      read(recordRequestSchema, call('GET', requestPath(patientId, id))),
    listDeliverables: async (patientId: string, id: string) =>
      (await read(filesSchema, call('GET', `${requestPath(patientId, id)}/deliverables`))).files,
    getDeliverable: (patientId: string, id: string, fileName: string) =>
      read(
        fileAnswerSchema,
        call('GET', `${requestPath(patientId, id)}/deliverables/${encodeURIComponent(fileName)}`),
      ),
    headDeliverable: async (patientId: string, id: string, fileName: string) => {
      const path = `${requestPath(patientId, id)}/deliverables/${encodeURIComponent(fileName)}`;
      const { headers } = await call('HEAD', path);
      return { progress: headers.get('x-progress'), etag: headers.get('x-etag') };
    },
  };
}

/** A customer's client. */
export type Customer = ReturnType<typeof createCustomer>;

/** Uploads bytes to a presigned URL, without any extra headers. */
export async function upload(url: string, bytes: Uint8Array): Promise<void> {
  const response = await fetch(url, {
    method: 'PUT',
    body: bytes.slice(),
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  if (!response.ok) throw new Refusal('The upload', response.status, undefined, await response.text());
}

/** Downloads from a presigned URL. */
export async function download(
  url: string,
): Promise<{ readonly bytes: Uint8Array; readonly disposition: string; readonly etag: string }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(requestTimeoutMs) });
  if (!response.ok) throw new Refusal('The download', response.status, undefined, await response.text());
  return {
    bytes: new Uint8Array(await response.arrayBuffer()),
    disposition: response.headers.get('content-disposition') ?? '',
    etag: response.headers.get('etag') ?? '',
  };
}

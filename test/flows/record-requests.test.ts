import { contentDisposition } from '../../src/files/object-store';
import type { RecordRequestStatus } from '../../src/domain/record-requests/record-request';
import { findRecordRequestByUid } from '../../src/store/record-requests/record-requests';
import { changeRecordRequestStatus } from '../../src/usecases/record-requests/operator-requests';
import { answerRecordRequest } from '../../src/usecases/record-requests/work';
import type { Answer, TestCompany } from '../support/api-world';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { jane, patientsPath, putPatient } from '../support/patients';

interface FileEntry {
  readonly url: string;
  readonly fileName: string;
  readonly key: string;
  readonly size: number;
  readonly folder?: string;
  readonly uploadedBy: { readonly kind: string; readonly name: string };
}

const kinds = [
  { flag: 'medicalRecord', fileName: 'Medical Record.pdf', magic: '%PDF-' },
  { flag: 'billing', fileName: 'Billing Ledger.pdf', magic: '%PDF-' },
  { flag: 'imaging', fileName: 'Imaging.zip', magic: 'PK\u0003\u0004' },
] as const;

describe('Sandbox record requests', () => {
  let world: FlowWorld;
  let company: TestCompany;
  let siteId: string;
  let siteName: string;
  let requestsPath: string;
  beforeAll(async () => {
    world = await startFlowWorld({ alsoServes: ['documents'] });
    company = await world.company('acme');
    await putPatient(world, company, 'sandbox', 'jane', { ...jane, siteSonar: true });
    await world.ended();
    await world.endpoint(company, '/events', { events: ['recordRequest'] });
    const visits = await world.call('POST', '/v0/visits/browse', {
      key: company.sandboxKey,
      body: { take: 1 },
    });
    const [row] = visits.json['table'] as Array<{ site: { id: string; name: string } }>;
    siteId = row?.site.id ?? '';
    siteName = row?.site.name ?? '';
    requestsPath = `${patientsPath(company, 'sandbox', 'jane')}/record-requests`;
  });
  afterAll(() => world.close());

  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    world.call(method, path, { key: company.sandboxKey, ...(body === undefined ? {} : { body }) });

  async function ask(body: object): Promise<Array<{ id: string; status: string; requestType: string }>> {
    const answer = await call('POST', requestsPath, body);
    expect(answer.status).toBe(201);
    const { requests } = answer.json as {
      requests: Array<{ request: { id: string; status: string; requestType: string } }>;
    };
    return requests.map(({ request }) => request);
  }

  /**
   * Returns each event once, by its id: an attempt whose end couldn't be recorded is repeated.
   */
  function eventsOf(id: string): string[] {
    const byId = new Map(world.receiver.at('/events').map(webhook => [webhook.envelope.id, webhook]));
    return [...byId.values()]
      .filter(({ envelope }) => envelope.data['id'] === id)
      .map(({ envelope }) => `${envelope.eventType} [${envelope.changed.join()}]`);
  }

  describe('All three kinds', () => {
    type Asked = Awaited<ReturnType<typeof ask>>[number];
    let requests: readonly Asked[];
    beforeAll(async () => {
      requests = await ask({
        siteId,
        medicalRecord: true,
        billing: true,
        imaging: true,
        startDateOfService: '2015-01-01',
        endDateOfService: '2026-01-01',
      });
      await world.ended();
    }, 60_000);

    test('create one request per kind, each with its own id [REQUEST-1] [REQUEST-6]', () => {
      expect(requests.map(({ requestType }) => requestType)).toEqual(kinds.map(({ flag }) => flag));
      expect(new Set(requests.map(({ id }) => id)).size).toBe(3);
    });

    test('start as Submitted, without an event of a status group [DECISION-27]', () => {
      expect(requests.map(({ status }) => status)).toEqual(['Submitted', 'Submitted', 'Submitted']);
    });

    describe.each(kinds.map((kind, index) => [kind.flag, kind, index] as const))(
      'Request for %s',
      (_flag, kind, index) => {
        const idOf = (): string => requests[index]?.id ?? '';
        const pathOf = (): string => `${requestsPath}/${idOf()}`;
        const namedPath = (): string => `${pathOf()}/deliverables/${encodeURIComponent(kind.fileName)}`;
        const shown = async (): Promise<Answer['json']> => (await call('GET', pathOf())).json;

        test('completes in seconds, in the API and in the workflow details [REQUEST-7] [REQUEST-14]', async () => {
          expect((await shown())['request']).toMatchObject({
            id: idOf(),
            status: 'Completed',
            requestType: kind.flag,
            completionDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
            patientId: 'jane',
          });
          expect(await world.details(`record-request/${idOf()}`)).toBe('Done: Completed.');
        });

        test('has the site of a browsed visit and the requested dates of service [BROWSE-1] [REQUEST-2] [REQUEST-5]', async () => {
          expect((await shown())['request']).toMatchObject({
            siteId,
            submittedSiteName: siteName,
            startDateOfService: '2015-01-01',
            endDateOfService: '2026-01-01',
          });
        });

        test('has one deliverable, in the request and in its list [REQUEST-8]', async () => {
          const [listed, ...rest] = (await shown())['deliverables'] as FileEntry[];
          expect(rest).toEqual([]);
          expect(listed).toMatchObject({
            fileName: kind.fileName,
            uploadedBy: { kind: 'facility', name: siteName },
          });
          const list = await call('GET', `${pathOf()}/deliverables`);
          expect(list.json['files']).toMatchObject([
            { key: listed?.key, size: listed?.size, fileName: kind.fileName },
          ]);
        });

        test('has a deliverable with a download URL for an hour [FILE-12]', async () => {
          const { json } = await call('GET', namedPath());
          expect(json).toMatchObject({ uploadUrl: null, expiresIn: 3600, verdicts: null, looseFiles: [] });
          const download = await fetch(String(json['downloadUrl']));
          const bytes = Buffer.from(await download.arrayBuffer());
          expect(download.status).toBe(200);
          expect(download.headers.get('content-disposition')).toBe(contentDisposition(kind.fileName));
          expect(bytes.subarray(0, kind.magic.length).toString('latin1')).toBe(kind.magic);
          const [listed] = (await shown())['deliverables'] as FileEntry[];
          expect(bytes).toHaveLength(listed?.size ?? -1);
        });

        test('has a deliverable whose HEAD reports full progress and its ETag [FILE-25] [DECISION-34]', async () => {
          const { json } = await call('GET', namedPath());
          const download = await fetch(String(json['downloadUrl']));
          await download.arrayBuffer();
          const head = await call('HEAD', namedPath());
          expect([head.status, head.text]).toEqual([200, '']);
          expect(head.headers.get('x-progress')).toBe('100');
          expect(head.headers.get('x-etag')).toBe(download.headers.get('etag'));
        });

        test('sends an event for each status and for the group that it enters [EVENT-4] [EVENT-5]', () => {
          expect(eventsOf(idOf())).toEqual([
            'recordRequest.created []',
            'recordRequest.statusChanged [status,lastContactDate,updatedAt]',
            'recordRequest.processing [status,lastContactDate,updatedAt]',
            'recordRequest.statusChanged [status,completionDate,updatedAt]',
            'recordRequest.completed [status,completionDate,updatedAt]',
          ]);
        });
      },
    );
  });

  describe('Resubmitted request', () => {
    let id: string;
    let before: readonly FileEntry[];
    let after: readonly FileEntry[];
    beforeAll(async () => {
      const [request] = await ask({ siteId, billing: true });
      id = request?.id ?? '';
      const listed = async (): Promise<FileEntry[]> => {
        await world.ended();
        const { json } = await call('GET', `${requestsPath}/${id}/deliverables`);
        return json['files'] as FileEntry[];
      };
      before = await listed();
      await world.change(change =>
        changeRecordRequestStatus(change, { companyId: 'acme', recordRequestUid: id, status: 'Submitted' }),
      );
      after = await listed();
    }, 60_000);

    test('lists the first return at the top level [FILE-1] [FILE-5]', () => {
      const key = expect.stringMatching(
        `^companies/[^/]+/record-requests/${id}/deliverables/[0-9]+/1$`,
      ) as string;
      expect(before).toMatchObject([{ fileName: 'Billing Ledger.pdf', key }]);
      expect(before[0]).not.toHaveProperty('folder');
    });

    test('lists each file with its size and time in the object store [FILE-6] [FILE-7]', async () => {
      for (const file of [...before, ...after]) {
        const stored = await world.services.files.head(file.key);
        expect(file).toMatchObject({
          size: stored?.sizeBytes,
          lastModified: stored?.lastModifiedAt.toISOString(),
        });
      }
    });

    test('keeps the earlier return next to the latest one, with its own name [FILE-4] [FILE-22]', () => {
      const [first] = before;
      expect(after).toMatchObject([
        { fileName: first?.fileName, folder: 'Earlier return', key: first?.key },
        { fileName: 'Billing Ledger (2).pdf', folder: 'Latest return' },
      ]);
      expect(after[1]?.key).not.toBe(first?.key);
    });
  });

  test('show no file while they are AuthDenied, and operators can move them on [REQUEST-8] [REQUEST-16]', async () => {
    const [request] = await ask({ siteId, billing: true });
    const id = request?.id ?? '';
    await world.ended();
    const move = (status: RecordRequestStatus) =>
      world.change(change =>
        changeRecordRequestStatus(change, { companyId: 'acme', recordRequestUid: id, status }),
      );
    await move('AuthDenied');
    await world.detailsWhen(`record-request/${id}`, details =>
      details.startsWith('Denied: waiting for the authorization'),
    );
    const denied = await call('GET', `${requestsPath}/${id}`);
    expect(denied.json).toMatchObject({ request: { status: 'AuthDenied' }, deliverables: [] });
    await move('Completed');
    await world.ended();
    const output = await call('GET', `${requestsPath}/${id}`);
    expect(output.json).toMatchObject({
      request: { status: 'Completed' },
      deliverables: [{ fileName: 'Billing Ledger.pdf' }],
    });
  });

  test('have download URLs that the object store refuses once they are altered [AUTH-23] [FILE-2]', async () => {
    const [request] = await ask({ siteId, billing: true });
    await world.ended();
    const list = await call('GET', `${requestsPath}/${request?.id}/deliverables`);
    const [file] = list.json['files'] as FileEntry[];
    const url = file?.url ?? '';
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url.replace('Ledger', 'Lodger'))).status).toBe(403);
    expect((await fetch(url.replace('X-Amz-Expires=3600', 'X-Amz-Expires=86400'))).status).toBe(403);
    expect((await fetch(`${url}&response-content-type=text%2Fhtml`)).status).toBe(403);
    expect((await fetch(url.split('?')[0] ?? '')).status).toBe(403);
  });

  test('can name a facility by its name and address, and the same one is the same site [REQUEST-3] [REQUEST-4]', async () => {
    const identity = {
      siteName: 'Harbor General Hospital',
      siteAddressLine1: '1 Harbor Way',
      siteCity: 'Salem',
      siteState: 'MA',
      siteZip: '01970',
    };
    const [first] = await ask({ ...identity, medicalRecord: true });
    const [second] = await ask({ ...identity, billing: true });
    await world.ended();
    const sites = await Promise.all(
      [first, second].map(async request => {
        const output = await call('GET', `${requestsPath}/${request?.id}`);
        expect(output.json['request']).toMatchObject({
          status: 'Completed',
          submittedSiteName: 'Harbor General Hospital',
        });
        return (output.json['request'] as { siteId: string }).siteId;
      }),
    );
    expect(sites[0]).toBe(sites[1]);
  });

  test('are listed in pages, oldest first, each once [DECISION-36]', async () => {
    await putPatient(world, company, 'sandbox', 'paul', jane);
    const path = `${patientsPath(company, 'sandbox', 'paul')}/record-requests`;
    const made: string[] = [];
    for (const kind of ['medicalRecord', 'billing', 'imaging', 'billing', 'imaging']) {
      const answer = await call('POST', path, { siteId, [kind]: true });
      const { requests } = answer.json as { requests: Array<{ request: { id: string } }> };
      made.push(requests[0]?.request.id ?? '');
    }
    const listed: string[] = [];
    const sizes: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await call('GET', `${path}?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      const { requests, nextCursor } = page.json as {
        requests: Array<{ id: string }>;
        nextCursor: string | null;
      };
      sizes.push(requests.length);
      listed.push(...requests.map(({ id }) => id));
      cursor = nextCursor;
    }
    expect(listed).toEqual(made);
    expect(sizes).toEqual([2, 2, 1]);
    await world.ended();
  });

  test('are sent again by a new workflow when an operator sets them to Submitted [REQUEST-19] [EVENT-37]', async () => {
    const [request] = await ask({ siteId, billing: true });
    const id = request?.id ?? '';
    await world.ended();
    const before = eventsOf(id).length;
    const move = (status: RecordRequestStatus) =>
      world.change(change =>
        changeRecordRequestStatus(change, { companyId: 'acme', recordRequestUid: id, status }),
      );
    await move('Submitted');
    await world.ended();
    expect(eventsOf(id).slice(before)).toEqual([
      'recordRequest.statusChanged [status,completionDate,updatedAt]',
      'recordRequest.statusChanged [status,updatedAt]',
      'recordRequest.processing [status,updatedAt]',
      'recordRequest.statusChanged [status,completionDate,updatedAt]',
      'recordRequest.completed [status,completionDate,updatedAt]',
    ]);
    const output = await call('GET', `${requestsPath}/${id}`);
    expect(output.json).toMatchObject({
      request: { status: 'Completed' },
      deliverables: [
        { fileName: 'Billing Ledger.pdf', folder: 'Earlier return' },
        { fileName: 'Billing Ledger (2).pdf', folder: 'Latest return' },
      ],
    });

    // Setting the same status sends no event and wakes no workflow.
    await move('Completed');
    await world.ended();
    expect(eventsOf(id)).toHaveLength(before + 5);
  });

  test('have a timeline with each status, its reason, and who set it, in pages [REQUEST-26]', async () => {
    const [request] = await ask({ siteId, billing: true });
    const id = request?.id ?? '';
    await world.ended();
    const tell = 'The site closed its archive.';
    await world.change(change =>
      changeRecordRequestStatus(change, { recordRequestUid: id, status: 'Partial', reason: 'secret', tell }),
    );
    const read = async (query: string) => {
      const { json } = await call('GET', `${requestsPath}/${id}/timeline?${query}`);
      return json as { steps: Array<{ at: string }>; nextCursor: string | null };
    };
    const first = await read('limit=3');
    const rest = await read(`cursor=${first.nextCursor ?? ''}`);
    const steps = [...first.steps, ...rest.steps];
    expect(steps).toMatchObject([
      { status: 'Submitted', reason: null, by: { kind: 'user', name: 'Admin' } },
      { status: 'Processing', reason: null, by: { kind: 'service', name: 'recordwell' } },
      { status: 'Completed', reason: null, by: { kind: 'facility', id: siteId, name: siteName } },
      { status: 'Partial', reason: tell, by: { kind: 'service', name: 'Support' } },
    ]);
    const times = steps.map(({ at }) => at);
    expect([rest.nextCursor, times.toSorted()]).toEqual([null, times]);
    expect(JSON.stringify(steps)).not.toContain('secret');
  });

  test("aren't completed by an answer to an earlier request", async () => {
    const [request] = await ask({ siteId, billing: true });
    const id = request?.id ?? '';
    await world.ended();
    const asked = await findRecordRequestByUid(world.db, id);
    await world.change(async change => {
      const form = { companyId: 'acme', recordRequestUid: id } as const;
      await changeRecordRequestStatus(
        { ...change, send: async () => undefined },
        { ...form, status: 'NeedToReviewResults' },
      );
    });
    const late = await world.change(change =>
      answerRecordRequest(change, id, asked?.sequence ?? 0, { status: 'Completed', files: [] }),
    );
    expect(late).toBe('NeedToReviewResults');
  });

  test.each([
    ['no kind', 400, {}],
    ['every kind off', 400, { medicalRecord: false }],
    ['an unknown site', 400, { siteId: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f61', billing: true }],
  ])('are refused with %s', async (_name, status, body) => {
    expect((await call('POST', requestsPath, { siteId, ...body })).status).toBe(status);
  });

  test('answer 404 for unknown files, and under another patient', async () => {
    const [request] = await ask({ siteId, billing: true });
    await world.ended();
    const path = `${requestsPath}/${request?.id}`;
    expect((await call('GET', `${path}/deliverables/Other.pdf`)).status).toBe(404);
    expect((await call('HEAD', `${path}/deliverables/Other.pdf`)).status).toBe(404);
    const elsewhere = `${patientsPath(company, 'sandbox', 'nobody')}/record-requests/${request?.id}`;
    expect((await call('GET', elsewhere)).status).toBe(404);
    expect((await call('GET', `${elsewhere}/deliverables`)).status).toBe(404);
  });
});

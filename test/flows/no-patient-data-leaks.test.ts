/**
 * Registers patients with marked values, runs everything that the service does with patients, including
 * failures, and then searches everything outside of the patients' own records for the marks.
 */
import { randomBytes } from 'node:crypto';
import { temporal } from '@temporalio/proto';
import { Client as Postgres } from 'pg';
import { createPartners, type Partners } from '../../src/partners/partners';
import { sandbox } from '../../src/sandbox/sandbox';
import { namesOf } from '../../src/temporal/namespaces';
import type { Answer, TestCompany } from '../support/api-world';
import { formPdf } from '../support/authorization-documents';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { allSearches, patientsPath } from '../support/patients';
import { storedBytes } from '../support/stored-bytes';
import { clientFor } from '../support/temporal';
import { until } from '../support/until';
import { anyPurpose } from '../support/any-purpose';

interface MarkedPatient {
  readonly id: string;
  readonly form: ReturnType<typeof markedForm>;
  readonly marks: readonly string[];
}

const patientsCount = 23;

/** Pads a number, so that no mark is the beginning of another. */
function digits(value: number, width = 3): string {
  return String(value).padStart(width, '0');
}

function markedForm(index: number) {
  const n = digits(index);
  return {
    firstName: `Quvfirst${n}`,
    lastNames: [`Quvlast${n}`, `Quvmaiden${n}`],
    dateOfBirth: `19${digits(11 + index, 2)}-11-${digits(1 + index, 2)}`,
    zipCodes: [`83${n}-7719`, `84${n}-7719`],
    city: `Quvtown${n}`,
    mobile: `+12085550${digits(100 + index)}`,
    email: `quvmail${n}@example.com`,
  };
}

function markedPatient(index: number): MarkedPatient {
  const n = digits(index);
  const form = markedForm(index);
  const { firstName, lastNames, dateOfBirth, zipCodes, city, mobile } = form;
  const local = `quvmail${n}`;
  const marks = [firstName, ...lastNames, dateOfBirth, ...zipCodes, city, mobile.slice(1), local];
  return { id: `case-${n}`, form, marks };
}

describe('Marked patient data', () => {
  const patients = Array.from({ length: patientsCount }, (_, index) => markedPatient(index));
  // Values that are refused, or that are part of a request that fails.
  const onForms = ['Quvclinic', 'Quvreceiver', 'Quvpurpose', 'Quvreference', 'Quvfile', 'Quvhidden'];
  const refused = ['Quvwrongdate', 'Quvwrongsex', 'Quvbroken', 'Quvpath', 'Quvquery', 'Quvboom', 'Quvheader'];
  const marks = [...patients.flatMap(patient => patient.marks), ...onForms, ...refused];
  const urls: string[] = [];
  const analyses: string[] = [];
  const bulkImports: string[] = [];
  const statuses = new Map<number, number>();
  let world: FlowWorld;
  let company: TestCompany;
  let failures = 0;

  // The partner fails once for each of two patients, and its error names them.
  const failing = new Set(['Quvfirst005', 'Quvfirst006']);
  const partners: Partners = {
    ...createPartners(undefined, sandbox),
    searchPartner: () => ({
      kind: 'direct',
      name: 'failing',
      ...anyPurpose,
      submit: async request => {
        if (failing.delete(request.patient.firstName)) {
          failures += 1;
          throw new Error(`nobody is called ${request.patient.firstName} ${request.patient.dateOfBirth}`);
        }
        return sandbox.searchPartner.submit(request);
      },
    }),
  };

  async function call(method: string, path: string, rest: object = {}): Promise<Answer> {
    const answer = await world.call(method, path, { key: company.sandboxKey, ...rest });
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    // Every URL and every storage key in the answers.
    urls.push(...(answer.text.match(/"(?:uploadUrl|downloadUrl|url|key)":"[^"]*"/g) ?? []));
    for (const [name, value] of answer.headers) urls.push(`${name}: ${value}`);
    // Answers must not repeat refused values.
    if (answer.status >= 400) urls.push(answer.text);
    return answer;
  }

  beforeAll(async () => {
    world = await startFlowWorld({ alsoServes: ['documents', 'bulk'], partners });
    company = await world.company(`leaks-${randomBytes(4).toString('hex')}`);
    await world.endpoint(company, '/good');
    await world.endpoint(company, '/failing', { events: ['patient.created', 'patient.updated'] });
    world.receiver.respond('/failing', () => 500);

    const path = patientsPath(company, 'sandbox');
    await Promise.all(
      patients.map(({ id, form }, index) =>
        call('PUT', `${path}/${id}`, {
          body: { ...form, ...(index < 3 ? allSearches : { ehrSearch: true }) },
        }),
      ),
    );
    // An edit, a repeat by key, an upload, the reads, and a record request of each kind.
    const [first, second, third] = patients;
    if (first === undefined || second === undefined || third === undefined) throw new Error('no patients');
    await call('PUT', `${path}/${first.id}`, { body: { ...first.form, city: second.form['city'] } });
    for (let repeat = 0; repeat < 2; repeat += 1)
      await call('POST', path, { body: first.form, headers: { 'Idempotency-Key': 'once' } });
    const read = await call('GET', `${path}/${first.id}`);
    const { uploadUrl } = read.json['authorization'] as { uploadUrl: string };
    await fetch(uploadUrl, { method: 'PUT', body: `%PDF-1.7 ${marks.join(' ')}` });
    await call('GET', `${path}/${first.id}/authorization`);
    // Readable forms, about the patient and about another person: every value on them is a mark.
    for (const { id, form } of [second, third]) {
      const { json } = await call('GET', `${path}/${id}/authorization`);
      const { firstName, lastNames, dateOfBirth, city } = form;
      const document = await formPdf({
        patient: { firstName, lastNames, dateOfBirth, addressLines: [city] },
        disclosingParty: { name: 'Quvclinic', addressLines: [city] },
        recipient: { name: 'Quvreceiver', addressLines: [city] },
        purpose: 'Quvpurpose',
      });
      await fetch(String(json['uploadUrl']), { method: 'PUT', body: Buffer.from(document) });
      await call('GET', `${path}/${id}/authorization`);
    }
    await call('PUT', `${path}/${third.id}`, { body: second.form });
    // A document outside of any patient, with a name and a reference from the caller.
    const { firstName, lastNames, dateOfBirth } = third.form;
    const stated = { firstName, lastName: lastNames[0], dateOfBirth, referenceId: 'Quvreference' };
    const offered = await call('PUT', '/v0/auth-check/Quvfile.pdf', { body: stated });
    const own = await formPdf({ patient: { firstName, lastNames, dateOfBirth, addressLines: [] } });
    await fetch(String(offered.json['uploadUrl']), { method: 'PUT', body: Buffer.from(own) });
    await call('GET', `/v0/auth-check/Quvfile.pdf?token=${String(offered.json['embedToken'])}`);
    await call('POST', '/v0/auth-check/Quvfile.pdf/retrigger');
    await call('PUT', '/v0/auth-check/.Quvhidden', { body: stated });
    const asked = await call('POST', `${path}/${first.id}/record-requests`, {
      body: {
        siteName: 'Harbor General Hospital',
        siteAddressLine1: '1 Harbor Way',
        siteCity: 'Salem',
        siteState: 'MA',
        siteZip: '01970',
        medicalRecord: true,
        billing: true,
        imaging: true,
      },
    });

    // 4xx: refused values in every place where a caller can put them.
    await call('PUT', `${path}/${first.id}`, { body: { ...first.form, dateOfBirth: 'Quvwrongdate' } });
    await call('PUT', `${path}/${first.id}`, { body: { ...first.form, sex: 'Quvwrongsex' } });
    await call('PUT', `${path}/${first.id}`, { rawBody: '{"firstName":"Quvbroken",' });
    await call('GET', `${path}/Quvpath`);
    await call('GET', `${path}/${first.id}/record-requests?cursor=Quvquery`);
    await call('POST', '/v0/visits/browse', {
      body: { where: { patient: { firstName: [{ Quvquery: 1 }] } } },
    });
    await call('GET', `${path}/${first.id}`, {
      headers: { 'If-Match': 'Quvheader', 'X-Request-Id': 'Quvheader' },
    });
    await call('PUT', `${path}/${first.id}`, { body: first.form, headers: { 'If-Match': '"Quvheader"' } });

    // 5xx: the database refuses a row, and its error quotes the complete row.
    const owner = new Postgres({ connectionString: world.database.ownerUrl });
    await owner.connect();
    await owner.query(`alter table patient add constraint boom check (first_name <> 'Quvboom') not valid`);
    await call('PUT', `${path}/boom`, { body: { ...second.form, firstName: 'Quvboom' } });

    // A bulk import with one patient whom the database refuses at first, and unreadable files.
    const lines = patients.map(({ id, form }) =>
      [id, form['firstName'], form['lastNames'].join(';'), form['dateOfBirth'], 'Quvwrongsex'].join(),
    );
    const header = 'id,first name,last name,dob,adjuster';
    for (const content of [
      [header, ...lines, `boom,Quvboom,${second.marks[1] ?? ''},1950-01-01,`].join('\n'),
      lines.join('\n'),
      `${header}\n${lines[0] ?? ''}\n5,Quvbroken"x",`,
    ]) {
      const made = await call('POST', `${path}/bulk`, { body: {} });
      const { bulkImport, upload } = made.json as {
        bulkImport: { id: string };
        upload: { uploadUrl: string };
      };
      await fetch(upload.uploadUrl, { method: 'PUT', body: content });
      const of = `/v0/companies/${company.id}/projects/sandbox/bulk-imports/${bulkImport.id}`;
      await call('GET', of);
      bulkImports.push(of);
    }
    const isRefused = (line: string): boolean =>
      line.includes('An activity failed.') && line.includes('importRows');
    await until(
      'a refused step of an import',
      async () => {
        await world.sent();
        return world.workerLogLines.filter(isRefused).length;
      },
      lines => lines > 0,
      { withinMs: 60_000 },
    );
    await owner.query('alter table patient drop constraint boom');
    await owner.end();

    // The failed deliveries are retried, and then succeed.
    await world.receiver.until('/failing', all => all.length >= patientsCount, 60_000);
    world.receiver.respond('/failing', () => 204);
    for (const { envelope } of world.receiver.at('/failing'))
      await world
        .workflow(`webhook-delivery/${envelope.id}`)
        .signal('retryNow')
        .catch(() => undefined);
    await world.ended(100_000);
    for (const of of bulkImports) urls.push((await call('GET', of)).text);
    await call('POST', '/v0/visits/browse', { body: { take: 5 } });
    analyses.push((await call('GET', `${path}/${second.id}/authorization`)).text);
    analyses.push((await call('GET', `${path}/${third.id}/authorization`)).text);
    const { requests } = asked.json as { requests: Array<{ request: { id: string } }> };
    for (const { request } of requests) {
      const output = await call('GET', `${path}/${first.id}/record-requests/${request.id}`);
      const [file] = output.json['deliverables'] as Array<{ fileName: string }>;
      const name = encodeURIComponent(file?.fileName ?? '');
      await call('GET', `${path}/${first.id}/record-requests/${request.id}/deliverables/${name}`);
    }
  }, 180_000);
  afterAll(() => world.close());

  /** Returns the marks that a text contains, in any case and in any encoding used in transit. */
  function marksIn(text: string): string[] {
    const lower = text.toLowerCase();
    return marks.filter(mark => {
      const forms = [
        mark,
        encodeURIComponent(mark),
        Buffer.from(mark).toString('base64').replace(/=+$/, '').slice(0, -2),
      ];
      return forms.some((form, index) =>
        index === 2 ? text.includes(form) : lower.includes(form.toLowerCase()),
      );
    });
  }

  async function workflowIds(): Promise<string[]> {
    const ids = (await world.commands()).map(({ workflowId }) => workflowId);
    return [...new Set(ids)].toSorted();
  }

  test('has at least 200 values, and went through every kind of answer and failure', () => {
    expect(new Set(marks).size).toBeGreaterThanOrEqual(200);
    expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([200, 201, 204, 400, 404, 412, 422, 500]);
    expect(failures).toBe(2);
    // The marks arrive at the customer's own receiver.
    const delivered = world.receiver
      .at('/good')
      .map(({ body }) => body.toString('utf8'))
      .join('');
    expect(marksIn(delivered).length).toBeGreaterThan(100);
    // The extracted values are in the API's answers.
    for (const analysis of analyses)
      expect(marksIn(analysis)).toEqual(expect.arrayContaining(['Quvclinic', 'Quvpurpose']));
  });

  test('appears in no stored history or description of a workflow', async () => {
    const ids = await workflowIds();
    const kinds = ['auth-check/', 'patient-search/', 'record-request/', 'webhook-delivery/', 'bulk-import/'];
    for (const kind of kinds) expect(ids.some(id => id.startsWith(kind))).toBe(true);
    for (const id of ids) {
      const bytes = await storedBytes(clientFor(world.temporal, id), id);
      expect({ id, marks: marksIn(bytes.toString('latin1')) }).toEqual({ id, marks: [] });
    }
  });

  test('appears in no history that an operator with the key decrypts', async () => {
    const codec = world.temporal.client.options.loadedDataConverter.payloadCodecs[0];
    let payloads = 0;
    for (const id of await workflowIds()) {
      const found: string[] = [];
      const open = async (value: unknown): Promise<void> => {
        if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
        if ('metadata' in value && 'data' in value && codec !== undefined) {
          const [opened] = await codec.decode([value as temporal.api.common.v1.IPayload]);
          payloads += 1;
          found.push(...marksIn(Buffer.from(opened?.data ?? []).toString('utf8')));
          return;
        }
        for (const part of Object.values(value)) await open(part);
      };
      await open((await world.workflow(id).fetchHistory()).events);
      expect({ id, found }).toEqual({ id, found: [] });
    }
    expect(payloads).toBeGreaterThan(300);
  });

  test('appears in no row of the visibility store: ids, memos, search attributes', async () => {
    const { workflowService } = world.temporal.connection;
    const query = `RecordwellCompany = '${company.id}'`;
    const list = () =>
      Promise.all(
        namesOf(world.temporal.namespaces).map(namespace =>
          workflowService.listWorkflowExecutions({ namespace, pageSize: 1000, query }),
        ),
      );
    const wanted = (await workflowIds()).length;
    const count = (pages: Awaited<ReturnType<typeof list>>): number =>
      pages.flatMap(({ executions }) => executions).length;
    // The visibility store is updated a moment later.
    const pages = await until(
      `${wanted} rows of the visibility stores`,
      list,
      found => count(found) >= wanted,
      { shown: found => `${count(found)} rows` },
    );
    for (const page of pages) {
      const bytes = temporal.api.workflowservice.v1.ListWorkflowExecutionsResponse.encode(page).finish();
      expect(page.executions.length).toBeGreaterThan(0);
      expect(marksIn(Buffer.from(bytes).toString('latin1'))).toEqual([]);
    }
  });

  test('appears in no log line of the API or the worker', () => {
    const lines = [...world.logLines, ...world.workerLogLines];
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.some(line => line.includes('An activity failed.'))).toBe(true);
    expect(marksIn(lines.join(''))).toEqual([]);
  });

  test('appears in no metric', async () => {
    const ofApi = await world.services.metrics.registry.metrics();
    const text = ofApi + (await world.workerMetrics.registry.metrics());
    expect(text).toContain('recordwell_webhook_attempts_total');
    expect(marksIn(text)).toEqual([]);
  });

  test.each(['outbox_command', 'outbox_event', 'webhook_attempt', 'audit_event'])(
    'appears in no row of %s',
    async table => {
      const { rows } = (await world.db.raw(`select to_jsonb(t)::text as row from ?? t`, [table])) as {
        rows: Array<{ row: string }>;
      };
      expect(rows.length).toBeGreaterThan(0);
      expect(marksIn(rows.map(({ row }) => row).join('\n'))).toEqual([]);
    },
  );

  test('appears in no URL, storage key, header, or refusal', () => {
    expect(urls.filter(url => url.includes('X-Amz-Signature')).length).toBeGreaterThan(20);
    expect(marksIn(urls.join('\n'))).toEqual([]);
  });
});

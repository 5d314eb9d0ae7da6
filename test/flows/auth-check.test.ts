import { randomUUID } from 'node:crypto';
import { temporal } from '@temporalio/proto';
import { documentBytesMax, documentPagesMax } from '../../src/domain/auth-checks/limits';
import { authorizationKey } from '../../src/files/key-layout';
import { retriggerAuthCheck } from '../../src/usecases/patients/operator-patients';
import { OperatorError } from '../../src/usecases/operator-error';
import { admin } from '../support/admin-shell';
import type { Answer, TestCompany } from '../support/api-world';
import {
  dayFromToday,
  encryptedPdf,
  formPdf,
  hangingPdf,
  longPdf,
  scanOf,
} from '../support/authorization-documents';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { jane, patientsPath, putPatient, storedPatient } from '../support/patients';
import { until } from '../support/until';
import { readRows } from '../support/records';

/** The parts of an API verdict that the tests check. */
interface Shown {
  readonly status: string;
  readonly code: string;
  readonly rule: string | null;
  readonly remedy: string | null;
  readonly message: string;
}

/** The state of an activity that a worker has started. */
const begun = temporal.api.enums.v1.PendingActivityState.PENDING_ACTIVITY_STATE_STARTED;

interface Run {
  readonly run: number;
  readonly status: string;
  readonly suggested_status: string | null;
  readonly has_extraction: boolean;
}

describe('Analysis of an uploaded authorization', () => {
  let world: FlowWorld;
  let company: TestCompany;
  beforeAll(async () => {
    world = await startFlowWorld({ alsoServes: ['documents'] });
    company = await world.company('acme');
  });
  afterAll(() => world.close());

  /** Registers Jane, uploads a document for her, and has the upload noticed. */
  async function uploaded(document: Uint8Array | string, form: object = jane): Promise<string> {
    const id = randomUUID();
    await putPatient(world, company, 'sandbox', id, form);
    await uploadAgain(id, document);
    return id;
  }

  async function uploadAgain(id: string, document: Uint8Array | string): Promise<void> {
    const { uploadUrl } = (await authorization(id)).json as { uploadUrl: string };
    const answer = await fetch(uploadUrl, { method: 'PUT', body: Buffer.from(document) });
    expect(answer.status).toBe(200);
    await authorization(id);
  }

  function authorization(id: string): Promise<Answer> {
    const path = `${patientsPath(company, 'sandbox', id)}/authorization`;
    return world.call('GET', path, { key: company.sandboxKey });
  }

  async function runsOf(id: string): Promise<Run[]> {
    const { uid } = await storedPatient(world, company, 'sandbox', id);
    return readRows(
      world.db,
      `select c.run, c.status, c.suggested_status, c.extraction is not null as has_extraction
       from auth_check c join authorization_document d on d.uid = c.document_uid where d.patient_uid = ?
         order by c.run`,
      [uid],
    );
  }

  async function judged(
    id: string,
    withinMs?: number,
  ): Promise<{ json: Record<string, unknown>; verdicts: Record<string, Shown | null> }> {
    await world.ended(withinMs);
    const { status, json } = await authorization(id);
    expect(status).toBe(200);
    return { json, verdicts: json['verdicts'] as Record<string, Shown | null> };
  }

  function codes(verdicts: Record<string, Shown | null>, status: string): string[] {
    return Object.entries(verdicts)
      .filter(([, verdict]) => verdict?.status === status)
      .map(([name, verdict]) => `${name}.${verdict?.code ?? ''}`);
  }

  describe('Correctly completed form', () => {
    let id: string;
    let read: Awaited<ReturnType<typeof judged>>;
    beforeAll(async () => {
      id = await uploaded(await formPdf());
      read = await judged(id);
    }, 60_000);

    test('has its fields, text, and page count extracted [CHECK-1] [FILE-14]', () => {
      expect(read.json['extraction']).toMatchObject({
        pageCount: 1,
        text: expect.stringContaining('Jane Doe') as string,
        data: { patientName: { text: 'Jane Doe' } },
      });
    });

    test('passes every check [FILE-15]', () => {
      expect(codes(read.verdicts, 'failed')).toEqual([]);
      expect(codes(read.verdicts, 'warning')).toEqual([]);
    });

    test('has the date on which it expires [AUTH-25]', async () => {
      const { authorizationExpiresOn, authorizationExpiryBy } = await storedPatient(
        world,
        company,
        'sandbox',
        id,
      );
      expect([authorizationExpiresOn, authorizationExpiryBy]).toEqual([dayFromToday(365), 'document']);
    });

    test('has its verdicts counted [FILE-16]', () => {
      expect(read.json['verdictCounts']).toMatchObject({ warning: 0, failed: 0 });
    });

    test('is suggested for approval but not approved, because a reviewer decides [DECISION-51]', async () => {
      expect((await runsOf(id)).map(run => run.suggested_status)).toEqual(['Approved']);
      expect((await storedPatient(world, company, 'sandbox', id)).authorizationStatus).toBe('NeedsApproval');
    });
  });

  test.each([
    [
      "another person's name",
      { firstName: 'Mary', lastNames: ['Poe'] },
      'patientName.other',
      'WrongPatientName',
    ],
    ['another date of birth', { dateOfBirth: '1984-03-01' }, 'patientDateOfBirth.other', 'WrongDateOfBirth'],
  ])('fails the form with %s', async (_what, over, failure, suggested) => {
    const id = await uploaded(
      await formPdf({ patient: { ...jane, ...over, addressLines: ['4 Elm Street'] } }),
    );
    const { verdicts } = await judged(id);
    expect(codes(verdicts, 'failed')).toContain(failure);
    expect((await runsOf(id)).map(run => run.suggested_status)).toEqual([suggested]);
  });

  test('fails a form without a signature, with the CFR paragraph and the remedy', async () => {
    const id = await uploaded(await formPdf({ signedOn: undefined }));
    const { verdicts } = await judged(id);
    expect(codes(verdicts, 'failed')).toEqual([
      'signature.missing',
      'signatureDate.missing',
      'capability.unsigned',
    ]);
    expect(verdicts['signature']).toMatchObject({
      rule: '45 CFR 164.508(c)(1)(vi)',
      remedy: 'Have the patient or their representative sign it, and upload it again.',
    });
    expect((await runsOf(id)).map(run => run.suggested_status)).toEqual(['MissingSignature']);
    // The reviewer sees the result and the suggestion.
    const place = ['--company', company.id, '--project', 'sandbox', '--json'];
    expect((await admin(world, ['patient', 'show', id, ...place])).json()).toMatchObject({
      analysis: expect.stringMatching(/^\d+ passed, \d+ to review, 3 failed$/) as string,
      suggestedStatus: 'MissingSignature',
    });
  });

  test('reads a scanned form from its image', async () => {
    const [signed, unsigned] = [
      await uploaded(await scanOf(await formPdf())),
      await uploaded(await scanOf(await formPdf({ signedOn: undefined }))),
    ];
    const good = await judged(signed, 80_000);
    expect(codes(good.verdicts, 'failed')).toEqual([]);
    expect(good.json['extraction']).toMatchObject({ legibility: { recognisedPages: 1 } });
    const bad = await judged(unsigned, 80_000);
    expect(codes(bad.verdicts, 'failed')).toEqual([
      'signature.missing',
      'signatureDate.missing',
      'capability.unsigned',
    ]);
  }, 90_000);

  test.each<readonly [string, () => Promise<Uint8Array | string>]>([
    ['encrypted', encryptedPdf],
    ['notPdf', async () => 'Dear reader, this is no PDF.'],
    ['damaged', async () => '%PDF-1.7 and then nothing of one'],
    ['empty', async () => ''],
    ['tooManyPages', () => longPdf(documentPagesMax + 1)],
    ['tooLarge', async () => new Uint8Array(documentBytesMax + 1)],
  ])("explains why a file can't be read: %s", async (refusal, make) => {
    const id = await uploaded(await make());
    const { json, verdicts } = await judged(id);
    const { documentLegibility, ...others } = verdicts;
    expect(documentLegibility).toMatchObject({
      status: 'failed',
      code: refusal,
      rule: '45 CFR 164.508(b)(2)',
    });
    expect(Object.values(others).every(verdict => verdict === null)).toBe(true);
    expect(json['extraction']).toBeNull();
    expect((await runsOf(id)).map(run => run.suggested_status)).toEqual(['MissingSignature']);
  });

  test('removes a file that is too large but keeps the verdict, and the next upload is noticed [DECISION-52]', async () => {
    const id = await uploaded(new Uint8Array(documentBytesMax + 1));
    const { json, verdicts } = await judged(id);
    expect(verdicts['documentLegibility']).toMatchObject({ status: 'failed', code: 'tooLarge' });
    expect(json).toMatchObject({
      downloadUrl: null,
      embedToken: null,
      uploadUrl: expect.any(String) as string,
    });
    const patient = await storedPatient(world, company, 'sandbox', id);
    expect(patient).toMatchObject({ authorizationEtag: null, authorizationStatus: 'NeedsApproval' });
    const key = authorizationKey({ ...patient, patientUid: patient.uid });
    expect(await world.services.files.head(key)).toBeUndefined();
    expect(await world.audits({ event: 'authorization.remove', resourceUid: patient.uid })).toMatchObject([
      { outcome: 'success', actorKind: 'service', resourceKind: 'patient', companyUid: company.uid },
    ]);
    // The removed file isn't noticed again, but the next upload is.
    await authorization(id);
    expect((await runsOf(id)).map(({ run, status }) => `${run} ${status}`)).toEqual(['1 judged']);
    await uploadAgain(id, await formPdf());
    expect(codes((await judged(id)).verdicts, 'failed')).toEqual([]);
    expect((await world.services.files.head(key))?.etag).toBe(
      (await storedPatient(world, company, 'sandbox', id)).authorizationEtag,
    );
  });

  test('runs once, however often the same bytes are uploaded', async () => {
    const document = await formPdf();
    const id = await uploaded(document);
    await uploadAgain(id, document);
    await judged(id);
    await uploadAgain(id, document);
    expect((await runsOf(id)).map(({ run }) => run)).toEqual([1]);
  });

  test('runs again for a replacement, and discards the previous run with its extraction [CHECK-2] [CHECK-4] [FILE-16]', async () => {
    const id = await uploaded(await formPdf({ signedOn: undefined }));
    await judged(id);
    await uploadAgain(id, await formPdf());
    expect((await authorization(id)).json).toMatchObject({ verdicts: null, verdictCounts: null });
    const { verdicts } = await judged(id);
    expect(codes(verdicts, 'failed')).toEqual([]);
    expect(await runsOf(id)).toEqual([
      { run: 1, status: 'discarded', suggested_status: null, has_extraction: false },
      { run: 2, status: 'judged', suggested_status: 'Approved', has_extraction: true },
    ]);
  });

  test('ends a hanging reader when another document replaces the one that it hangs on [CHECK-27]', async () => {
    const id = await uploaded(await hangingPdf());
    const { uid } = await storedPatient(world, company, 'sandbox', id);
    const [document] = await readRows<{ uid: string }>(
      world.db,
      'select uid from authorization_document where patient_uid = ?',
      [uid],
    );
    const hanging = `auth-check/${document?.uid ?? ''}/1`;
    await world.sent();
    await until(
      'the reading to begin',
      async () => {
        const { raw } = await world.workflow(hanging).describe();
        return raw.pendingActivities?.[0]?.state;
      },
      state => state === begun,
    );
    await uploadAgain(id, await formPdf());
    // The run and its reader end with the next heartbeat, not after the minutes that a document may take.
    expect(codes((await judged(id)).verdicts, 'failed')).toEqual([]);
    expect(await world.details(hanging)).toBe('Discarded: a later run replaced it.');
    expect((await runsOf(id)).map(({ run, status }) => `${run} ${status}`)).toEqual([
      '1 discarded',
      '2 judged',
    ]);
  });

  test("runs while another company's documents hang, because they leave one slot free [CHECK-28]", async () => {
    const other = await world.company('birch');
    const document = Buffer.from(await hangingPdf());
    const put = async (path: string, key: string, bytes: Buffer<ArrayBuffer>): Promise<void> => {
      const { uploadUrl } = (await world.call('PUT', path, { key })).json;
      await fetch(String(uploadUrl), { method: 'PUT', body: bytes });
      const { json } = await world.call('POST', `${path}/embed-token`, { key });
      await world.call('GET', `${path}?token=${String(json['token'])}`, { key });
    };
    // From the sandbox and from production: both count as the same company.
    const hanging = Array.from({ length: 4 }, (_, index) => ({
      path: `/v0/auth-check/${randomUUID()}.pdf`,
      key: index % 2 === 0 ? other.sandboxKey : other.productionKey,
    }));
    for (const { path, key } of hanging) await put(path, key, document);
    await world.sent();
    const id = await uploaded(await formPdf());
    await until(
      'the verdicts on the other document',
      async () => (await authorization(id)).json['verdictCounts'],
      counts => counts !== null,
    );
    // Replacing the documents ends their readers, and the waits for a reader.
    for (const { path, key } of hanging) await put(path, key, Buffer.from('no PDF'));
    await world.ended();
  });

  test('runs again on request', async () => {
    const id = await uploaded(await formPdf());
    await judged(id);
    const place = { companyId: company.id, projectId: 'sandbox' };
    await world.change(change => retriggerAuthCheck(change, { ...place, patientId: id }));
    expect((await authorization(id)).json).toMatchObject({ extraction: null, verdicts: null });
    await judged(id);
    expect((await runsOf(id)).map(({ run, status }) => `${run} ${status}`)).toEqual([
      '1 discarded',
      '2 judged',
    ]);
    await putPatient(world, company, 'sandbox', 'without', jane);
    for (const patientId of ['without', 'unknown'])
      await expect(
        world.change(change => retriggerAuthCheck(change, { ...place, patientId })),
      ).rejects.toThrow(OperatorError);
  });

  test('compares a corrected patient name again without reading the document again', async () => {
    const id = await uploaded(await formPdf(), { ...jane, firstName: 'Joan' });
    expect(codes((await judged(id)).verdicts, 'failed')).toContain('patientName.other');
    await putPatient(world, company, 'sandbox', id, jane);
    const { uid } = await storedPatient(world, company, 'sandbox', id);
    const [found] = await readRows<{ uid: string }>(
      world.db,
      'select uid from authorization_document where patient_uid = ?',
      [uid],
    );
    const document = found?.uid ?? '';
    expect(codes((await judged(id)).verdicts, 'failed')).toEqual([]);
    expect(await world.details(`auth-check/${document}/2`)).toMatch(
      /^Done: \d+ passed, 0 warnings, 0 failed\.$/,
    );
    // The run takes over the previous extraction at its start.
    const kept = await readRows(
      world.db,
      'select run from auth_check where document_uid = ? and run = 2 and read_at = started_at',
      [document],
    );
    expect(kept).toHaveLength(1);
    // An edit of a field that isn't compared starts no run.
    await putPatient(world, company, 'sandbox', id, { ...jane, city: 'Salem' });
    expect((await runsOf(id)).map(({ run }) => run)).toEqual([1, 2]);
  });

  test("works outside of any patient, and compares the document with its token's patient [CHECK-13] [CHECK-15] [CHECK-19]", async () => {
    const path = `/v0/auth-check/${randomUUID()}.pdf`;
    const key = company.sandboxKey;
    const stated = { firstName: 'Jane', lastName: 'Doe', dateOfBirth: '1984-02-29' };
    const { uploadUrl, embedToken } = (await world.call('PUT', path, { key, body: stated })).json;
    await fetch(String(uploadUrl), { method: 'PUT', body: Buffer.from(await formPdf()) });
    const verdictsFor = async (token: unknown) => {
      const { json } = await world.call('GET', `${path}?token=${String(token)}`, { key });
      return json['verdicts'] as Record<string, Shown | null> | null;
    };
    await verdictsFor(embedToken);
    await world.ended();
    const verdicts = (await verdictsFor(embedToken)) ?? {};
    expect(codes(verdicts, 'failed')).toEqual([]);
    expect([verdicts['datesOfService'], verdicts['purposeAlignment']]).toEqual([null, null]);
    const body = { ...stated, firstName: 'Mary' };
    const { token } = (await world.call('POST', `${path}/embed-token`, { key, body })).json;
    expect(codes((await verdictsFor(token)) ?? {}, 'failed')).toContain('patientName.other');
    expect((await world.call('POST', `${path}/retrigger`, { key })).status).toBe(204);
    expect(await verdictsFor(embedToken)).toBeNull();
    await world.ended();
    expect(codes((await verdictsFor(embedToken)) ?? {}, 'failed')).toEqual([]);
  });

  test('removes a document outside of any patient if it is too large [CHECK-13] [DECISION-52]', async () => {
    const path = `/v0/auth-check/${randomUUID()}.pdf`;
    const key = company.sandboxKey;
    const stated = { firstName: 'Jane', lastName: 'Doe', dateOfBirth: '1984-02-29' };
    const { uploadUrl, embedToken } = (await world.call('PUT', path, { key, body: stated })).json;
    await fetch(String(uploadUrl), { method: 'PUT', body: Buffer.alloc(documentBytesMax + 1) });
    const get = () => world.call('GET', `${path}?token=${String(embedToken)}`, { key });
    await get();
    await world.ended();
    expect((await get()).json).toMatchObject({
      downloadUrl: null,
      verdicts: { documentLegibility: { status: 'failed', code: 'tooLarge' } },
    });
  });

  test("judges again when a live patient's record gets the data that its searches need", async () => {
    const path = patientsPath(company, 'live', 'needy');
    const key = company.productionKey;
    const put = (form: object): Promise<Answer> => world.call('PUT', path, { key, body: form });
    const needy = {
      firstName: 'Jane',
      lastNames: ['Doe'],
      dateOfBirth: '1984-02-29',
      patientHistories: true,
    };
    const verdict = (name: string, wanted: string | undefined): Promise<unknown> =>
      until(
        `the verdict on ${name}`,
        async () => {
          const { verdicts } = (await world.call('GET', `${path}/authorization`, { key })).json as {
            verdicts: Record<string, Shown | null> | null;
          };
          return verdicts === null ? 'no verdicts' : verdicts[name]?.code;
        },
        code => code === wanted,
      );
    const { uploadUrl } = (await put(needy)).json['authorization'] as { uploadUrl: string };
    await fetch(uploadUrl, { method: 'PUT', body: Buffer.from(await formPdf()) });
    await verdict('patientZipCode', 'noZipCode');
    await verdict('patientSex', 'noSex');
    await put({ ...needy, zipCodes: ['02139'], sex: 'Female' });
    await verdict('patientZipCode', 'zipCode');
    await verdict('patientSex', 'sex');
    await put({ ...needy, patientHistories: false });
    await verdict('patientZipCode', undefined);
  });
});

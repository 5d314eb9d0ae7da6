import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authorizationKey } from '../../src/files/key-layout';
import { openObjectStore } from '../../src/files/object-store';
import { ensureBucket, startObjectStore } from '../../stack/run/object-store';
import { findPrograms } from '../../stack/run/programs';
import { freePort } from '../../stack/run/ports';
import type { Patient } from '../../src/domain/patients/patient';
import { changeProjectStatus } from '../../src/usecases/projects';
import { addMember } from '../../src/usecases/tenants/members';
import { sweepUploads } from '../../src/usecases/uploads';
import { admin } from '../support/admin-shell';
import { notificationSecret, type TestCompany } from '../support/api-world';
import { testBucket } from '../support/files';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { decideOnSandbox, jane, patientsPath, putPatient, review, storedPatient } from '../support/patients';
import { until } from '../support/until';

const eventsPath = `/internal/object-events?secret=${encodeURIComponent(notificationSecret)}`;

/**
 * A record as Amazon S3 sends it, through SNS or SQS; the key is URL-encoded (S3 user guide, event message
 * structure).
 */
function awsRecord(key: string): object {
  return {
    Records: [
      {
        eventVersion: '2.3',
        eventSource: 'aws:s3',
        awsRegion: 'us-east-1',
        eventTime: '2026-11-20T12:00:00.000Z',
        eventName: 'ObjectCreated:Put',
        s3: {
          s3SchemaVersion: '1.0',
          configurationId: 'authorizations',
          bucket: { name: testBucket, arn: `arn:aws:s3:::${testBucket}` },
          object: { key: encodeURIComponent(key), size: 9, eTag: 'd41d8cd98f00b204e9800998ecf8427e' },
        },
      },
    ],
  };
}

/** The same event as EventBridge sends it, with a plain key. */
function eventBridgeEvent(key: string): object {
  return {
    version: '0',
    'detail-type': 'Object Created',
    source: 'aws.s3',
    detail: { version: '0', bucket: { name: testBucket }, object: { key, size: 9 }, reason: 'PutObject' },
  };
}

/** The event that SeaweedFS posts when a file is written. The key is a path in its filer. */
function filerEvent(key: string): object {
  return {
    key: `/buckets/${testBucket}/${key}`,
    event_type: 'create',
    message: { new_entry: { name: 'authorization.pdf', attributes: { file_size: 9 } }, delete_chunks: true },
  };
}

function keyOf({ companyUid, projectUid, uid: patientUid }: Patient): string {
  return authorizationKey({ companyUid, projectUid, patientUid });
}

describe('Authorization upload', () => {
  let world: FlowWorld;
  let company: TestCompany;
  beforeAll(async () => {
    world = await startFlowWorld({ alsoServes: ['documents'] });
    company = await world.company('acme');
    await world.endpoint(company, '/events', { events: ['authorization'] });
  });
  afterAll(() => world.close());

  const notify = (body: unknown): Promise<{ readonly status: number }> =>
    world.call('POST', eventsPath, { body });
  const read = (id: string): Promise<{ readonly json: Record<string, unknown> }> =>
    world.call('GET', patientsPath(company, 'sandbox', id), { key: company.sandboxKey });

  /** Registers a patient with an approved authorization, so that a new document changes the status. */
  async function approvedPatient(id: string): Promise<{ patient: Patient; uploadUrl: string }> {
    const answer = await putPatient(world, company, 'sandbox', id, jane);
    const patient = await storedPatient(world, company, 'sandbox', id);
    await decideOnSandbox(world, company, id, 'Approved');
    const { uploadUrl } = answer.json['authorization'] as { uploadUrl: string };
    return { patient, uploadUrl };
  }

  async function upload(url: string, content = '%PDF-1.7 signed'): Promise<void> {
    const response = await fetch(url, { method: 'PUT', body: content });
    expect(response.status).toBe(200);
  }

  /** Uploads the same bytes again in a later second, because the store's times are whole seconds. */
  async function uploadAgain(patient: Patient, url: string): Promise<void> {
    const time = async (): Promise<number | undefined> =>
      (await world.services.files.head(keyOf(patient)))?.lastModifiedAt.getTime();
    const first = await time();
    await until(
      'the store to have a later time',
      async () => {
        await upload(url);
        return time();
      },
      current => current !== first,
    );
  }

  async function eventsOf(id: string): Promise<string[]> {
    await world.ended();
    return world.receiver
      .at('/events')
      .filter(({ envelope }) => envelope.data['id'] === id)
      .map(({ envelope }) => `${envelope.eventType} ${String(envelope.data['authorizationStatus'])}`);
  }

  test('is offered in every answer about its patient, with its URL, no headers, and its lifetime [PATIENT-14] [PATIENT-21] [FILE-11]', async () => {
    const id = randomUUID();
    const made = await putPatient(world, company, 'sandbox', id, jane);
    for (const { json } of [made, await read(id)])
      expect(json['authorization']).toEqual({
        uploadUrl: expect.stringMatching(/^http/) as string,
        uploadHeaders: {},
        expiresIn: 900,
      });
  });

  test('is offered at its own path, without a download URL before the upload [FILE-13]', async () => {
    const id = randomUUID();
    await putPatient(world, company, 'sandbox', id, jane);
    const path = `${patientsPath(company, 'sandbox', id)}/authorization`;
    const answer = await world.call('GET', path, { key: company.sandboxKey });
    expect(answer.json).toMatchObject({
      uploadUrl: expect.stringMatching(/^http/) as string,
      uploadHeaders: {},
      expiresIn: 900,
      downloadUrl: null,
    });
  });

  test.each([
    ['the S3 event record', awsRecord],
    ['EventBridge', eventBridgeEvent],
    ['the SeaweedFS webhook', filerEvent],
  ])(
    'is noticed by %s alone, and goes to review [PATIENT-10] [AUTH-22] [DECISION-19]',
    async (name, shape) => {
      const id = randomUUID();
      const { patient, uploadUrl } = await approvedPatient(id);
      await upload(uploadUrl);
      expect((await notify(shape(keyOf(patient)))).status).toBe(200);
      const stored = await storedPatient(world, company, 'sandbox', id);
      expect({ name, status: stored.authorizationStatus }).toEqual({ name, status: 'NeedsApproval' });
      expect(stored.authorizationEtag).not.toBeNull();
      expect((await eventsOf(id)).slice(-2)).toEqual([
        'authorization.statusChanged NeedsApproval',
        'authorization.needsAttention NeedsApproval',
      ]);
    },
  );

  test('is noticed once by any number of notifications', async () => {
    const id = randomUUID();
    const { patient, uploadUrl } = await approvedPatient(id);
    await upload(uploadUrl);
    await Promise.all(Array.from({ length: 4 }, () => notify(awsRecord(keyOf(patient)))));
    await decideOnSandbox(world, company, id, 'Approved');
    await notify(awsRecord(keyOf(patient)));
    expect((await storedPatient(world, company, 'sandbox', id)).authorizationStatus).toBe('Approved');
  });

  test('goes to review again when another document replaces it [AUTH-3]', async () => {
    const id = randomUUID();
    const { patient, uploadUrl } = await approvedPatient(id);
    await upload(uploadUrl);
    await notify(awsRecord(keyOf(patient)));
    await decideOnSandbox(world, company, id, 'MissingSignature');
    await upload(uploadUrl, '%PDF-1.7 corrected');
    await notify(awsRecord(keyOf(patient)));
    expect((await storedPatient(world, company, 'sandbox', id)).authorizationStatus).toBe('NeedsApproval');
  });

  test('goes to review again when the same document is uploaded again, but not when it is copied [AUTH-3]', async () => {
    const id = randomUUID();
    const { patient, uploadUrl } = await approvedPatient(id);
    await upload(uploadUrl);
    await notify(awsRecord(keyOf(patient)));
    await decideOnSandbox(world, company, id, 'MissingSignature');
    await uploadAgain(patient, uploadUrl);
    const status = async (): Promise<string> =>
      (await storedPatient(world, company, 'sandbox', id)).authorizationStatus;

    const restored = JSON.stringify(awsRecord(keyOf(patient))).replace('Created:Put', 'Created:Copy');
    await notify(JSON.parse(restored));
    const copied = JSON.stringify(eventBridgeEvent(keyOf(patient))).replace('PutObject', 'CopyObject');
    await notify(JSON.parse(copied));
    expect(await status()).toBe('MissingSignature');

    await notify(awsRecord(keyOf(patient)));
    expect(await status()).toBe('NeedsApproval');
    await decideOnSandbox(world, company, id, 'Approved');
    await notify(awsRecord(keyOf(patient)));
    expect(await status()).toBe('Approved');
  });

  test('is noticed with the next read of the patient when the notification is lost [DECISION-19]', async () => {
    const id = randomUUID();
    const { uploadUrl } = await approvedPatient(id);
    expect((await read(id)).json['authorizationStatus']).toBe('Approved');
    await upload(uploadUrl);
    expect((await read(id)).json['authorizationStatus']).toBe('NeedsApproval');
    expect((await eventsOf(id)).at(-1)).toBe('authorization.needsAttention NeedsApproval');
  });

  test('is noticed with the next read of the authorization when it replaces another [FILE-10]', async () => {
    const id = randomUUID();
    const { uploadUrl } = await approvedPatient(id);
    await upload(uploadUrl);
    await read(id);
    await decideOnSandbox(world, company, id, 'Approved');
    await upload(uploadUrl, '%PDF-1.7 another');
    const path = `${patientsPath(company, 'sandbox', id)}/authorization`;
    const answer = await world.call('GET', path, { key: company.sandboxKey });
    expect(answer.json).toMatchObject({ uploadHeaders: {}, verdicts: null, looseFiles: [] });
    const { downloadUrl } = answer.json as { downloadUrl: string };
    await expect((await fetch(downloadUrl)).text()).resolves.toBe('%PDF-1.7 another');
    expect((await read(id)).json['authorizationStatus']).toBe('NeedsApproval');
  });

  /** Goes through the complete listing once, page by page like the worker. */
  async function sweep(): Promise<void> {
    let position = await sweepUploads(world.services, undefined);
    while (position !== undefined) position = await sweepUploads(world.services, position);
  }

  test.each<[string, (id: string) => Promise<unknown>]>([
    [
      'a read of the authorization',
      id =>
        world.call('GET', `${patientsPath(company, 'sandbox', id)}/authorization`, {
          key: company.sandboxKey,
        }),
    ],
    ['the sweep', sweep],
  ])(
    'of the same bytes counts even if only %s notices it [DECISION-19] [DECISION-20]',
    async (_name, look) => {
      const id = randomUUID();
      const { patient, uploadUrl } = await approvedPatient(id);
      await upload(uploadUrl);
      await look(id);
      const status = async (): Promise<string> =>
        (await storedPatient(world, company, 'sandbox', id)).authorizationStatus;
      expect(await status()).toBe('NeedsApproval');
      await decideOnSandbox(world, company, id, 'Approved');
      await look(id);
      expect(await status()).toBe('Approved');
      await uploadAgain(patient, uploadUrl);
      await look(id);
      expect(await status()).toBe('NeedsApproval');
    },
  );

  test('that a restore rewrote sends no patient back to review once its time was adopted', async () => {
    const id = randomUUID();
    const { patient, uploadUrl } = await approvedPatient(id);
    await upload(uploadUrl);
    await sweep();
    await decideOnSandbox(world, company, id, 'Approved');
    await uploadAgain(patient, uploadUrl);
    const adopted = await admin(world, ['upload', 'adopt-restored', '--json']);
    expect(adopted.json()).toMatchObject({ documents: 1 });
    await sweep();
    const stored = await storedPatient(world, company, 'sandbox', id);
    expect(stored.authorizationStatus).toBe('Approved');
    const again = await admin(world, ['upload', 'adopt-restored', '--json']);
    expect(again.json()).toMatchObject({ documents: 0 });
  });

  test('changes nothing on a closed project, and is noticed once it is open again [DECISION-32]', async () => {
    const id = randomUUID();
    const key = company.productionKey;
    const path = patientsPath(company, 'live', id);
    const answer = await world.call('PUT', path, { key, body: jane });
    const { uploadUrl } = answer.json['authorization'] as { uploadUrl: string };
    const patient = await storedPatient(world, company, 'live', id);
    await review(world, patient, { authorizationStatus: 'Approved' });
    const setStatus = (status: 'Closed' | 'Live'): Promise<unknown> =>
      world.change(change => changeProjectStatus(change, { companyId: 'acme', projectId: 'live', status }));

    await setStatus('Closed');
    await upload(uploadUrl);
    await notify(awsRecord(keyOf(patient)));
    for (const rest of ['', '/authorization']) {
      const { text } = await world.call('GET', `${path}${rest}`, { key });
      expect(text).toContain('"uploadUrl":null');
    }
    expect((await storedPatient(world, company, 'live', id)).authorizationStatus).toBe('Approved');

    await setStatus('Live');
    await world.call('GET', path, { key });
    expect((await storedPatient(world, company, 'live', id)).authorizationStatus).toBe('NeedsApproval');
  });

  test("isn't offered to a user who may not change the patient [DECISION-32]", async () => {
    const email = 'viewer@acme.example';
    await world.change(change =>
      addMember(change, { companyId: 'acme', email, name: 'V', role: 'Viewer', seesAllProjects: true }),
    );
    const viewerKey = await world.keyFor('acme', email, 'sandbox');
    const id = randomUUID();
    await approvedPatient(id);
    for (const rest of ['', '/authorization']) {
      const path = `${patientsPath(company, 'sandbox', id)}${rest}`;
      const { status, text } = await world.call('GET', path, { key: viewerKey });
      expect(status).toBe(200);
      expect(text).toContain('"uploadUrl":null');
      expect(text).not.toContain('X-Amz-Signature');
    }
  });

  test('is never recorded because of a forged notification [DECISION-19]', async () => {
    const id = randomUUID();
    const { patient } = await approvedPatient(id);
    const { companyUid, projectUid } = patient;
    const keys = [
      keyOf(patient),
      authorizationKey({ companyUid, projectUid, patientUid: randomUUID() }),
      // Another project's folder with this patient's id: the key alone isn't trusted.
      authorizationKey({ companyUid, projectUid: randomUUID(), patientUid: patient.uid }),
      `../${keyOf(patient)}`,
      '%E0%A4%A',
      '',
    ];
    for (const key of keys) {
      expect((await notify(eventBridgeEvent(key))).status).toBe(200);
      expect((await notify(awsRecord(key))).status).toBe(200);
    }
    expect(await storedPatient(world, company, 'sandbox', id)).toMatchObject({
      authorizationStatus: 'Approved',
      authorizationEtag: null,
    });
  });

  test.each([
    ['no secret', '/internal/object-events'],
    ['a wrong secret', '/internal/object-events?secret=wrong'],
    [
      'a wrong secret of the right length',
      `/internal/object-events?secret=${'x'.repeat(notificationSecret.length)}`,
    ],
  ])('is ignored when its notification has %s', async (_name, path) => {
    const id = randomUUID();
    const { patient, uploadUrl } = await approvedPatient(id);
    await upload(uploadUrl);
    expect((await world.call('POST', path, { body: awsRecord(keyOf(patient)) })).status).toBe(404);
    expect((await storedPatient(world, company, 'sandbox', id)).authorizationEtag).toBeNull();
  });

  test('is noticed by a real SeaweedFS notification', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'recordwell-events-'));
    const credentials = { accessKeyId: 'test', secretAccessKey: randomBytes(12).toString('hex') };
    const store = await startObjectStore({
      program: (await findPrograms(['seaweedfs'], { report: () => undefined }))('seaweedfs'),
      directory,
      port: await freePort(),
      ...credentials,
      events: { url: `${world.url}/internal/object-events`, secret: notificationSecret, bucket: testBucket },
    });
    const { endpoint } = store;
    const files = openObjectStore({
      ...credentials,
      endpoint,
      publicEndpoint: undefined,
      region: 'us-east-1',
      bucket: testBucket,
    });
    try {
      await ensureBucket(endpoint, credentials, testBucket);
      const id = randomUUID();
      const { patient, uploadUrl } = await approvedPatient(id);
      // The API checks the tests' store, whichever store sends the notification.
      await upload(uploadUrl);
      await upload(files.presignUpload(keyOf(patient), new Date()).url);
      await until(
        'the upload to be noticed',
        async () => (await storedPatient(world, company, 'sandbox', id)).authorizationEtag,
        etag => etag !== null,
      );
    } finally {
      files.close();
      await store.stop();
      await rm(directory, { recursive: true, force: true });
    }
  });
});

import { randomUUID } from 'node:crypto';
import { documentBytesMax } from '../../src/domain/auth-checks/limits';
import type { Patient } from '../../src/domain/patients/patient';
import { supportingKey } from '../../src/files/key-layout';
import { sweepUploads } from '../../src/usecases/uploads';
import { deathCertificate, powerOfAttorney } from '../reading/extraction/papers';
import { admin } from '../support/admin-shell';
import { notificationSecret, type TestCompany } from '../support/api-world';
import { encryptedPdf, linesPdf, signedForJane } from '../support/authorization-documents';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { seedVisits } from '../support/seeded-visits';
import { decideOnSandbox, jane, patientsPath, putPatient, storedPatient } from '../support/patients';

interface Listed {
  readonly name: string;
  readonly kind: string | null;
  readonly isRead: boolean;
  readonly refusal: string | null;
  readonly uploadUrl: string | null;
}

interface Supporting {
  readonly uploadUrl: string | null;
  readonly expiresIn: number;
  readonly documents: readonly Listed[];
}

describe('Supporting document', () => {
  let world: FlowWorld;
  let company: TestCompany;
  beforeAll(async () => {
    world = await startFlowWorld({ alsoServes: ['documents'] });
    company = await world.company('acme');
  });
  afterAll(() => world.close());

  type Project = 'sandbox' | 'live';

  async function registered(project: Project = 'sandbox'): Promise<string> {
    const id = randomUUID();
    await putPatient(world, company, project, id, jane);
    return id;
  }

  async function answer(id: string, project: Project = 'sandbox'): Promise<Record<string, unknown>> {
    const key = project === 'sandbox' ? company.sandboxKey : company.productionKey;
    return (await world.call('GET', patientsPath(company, project, id), { key })).json;
  }

  async function supporting(id: string, project: Project = 'sandbox'): Promise<Supporting> {
    return (await answer(id, project))['supportingDocuments'] as Supporting;
  }

  async function put(url: string | null, bytes: Uint8Array | string): Promise<string> {
    if (url === null) throw new Error('no upload was offered');
    const response = await fetch(url, { method: 'PUT', body: Buffer.from(bytes) });
    expect(response.status).toBe(200);
    return decodeURIComponent(new URL(url).pathname).replace(/^\/[^/]+\//, '');
  }

  /** Sends the object store's notification about an upload. */
  async function notify(key: string): Promise<void> {
    const path = `/internal/object-events?secret=${encodeURIComponent(notificationSecret)}`;
    const record = { eventName: 'ObjectCreated:Put', s3: { object: { key: encodeURIComponent(key) } } };
    expect((await world.call('POST', path, { body: { Records: [record] } })).status).toBe(200);
  }

  async function uploaded(
    id: string,
    bytes: Uint8Array | string,
    project: Project = 'sandbox',
  ): Promise<void> {
    await notify(await put((await supporting(id, project)).uploadUrl, bytes));
    await world.ended();
  }

  /** Returns the result of a check of the patient's authorization. */
  async function verdict(id: string, name: string, project: Project = 'sandbox'): Promise<string | null> {
    const key = project === 'sandbox' ? company.sandboxKey : company.productionKey;
    const path = `${patientsPath(company, project, id)}/authorization`;
    const { json } = await world.call('GET', path, { key });
    const verdicts = json['verdicts'] as Record<string, { code: string; status: string } | null>;
    const found = verdicts[name];
    return found == null ? null : `${found.code} ${found.status}`;
  }

  async function authorized(id: string, project: Project = 'sandbox'): Promise<void> {
    const { authorization } = (await answer(id, project)) as { authorization: { uploadUrl: string } };
    await notify(await put(authorization.uploadUrl, await signedForJane('Attorney in fact')));
    await world.ended();
  }

  test("is uploaded next to the authorization, read, and proves the signer's authority [CHECK-23] [CHECK-24]", async () => {
    const id = await registered();
    await authorized(id);
    expect(await verdict(id, 'capability')).toBe('agentUnproven warning');
    expect(await supporting(id)).toEqual({
      uploadUrl: expect.stringMatching(/^http/) as string,
      expiresIn: 900,
      documents: [],
    });
    await uploaded(id, await linesPdf(powerOfAttorney));
    expect((await supporting(id)).documents).toEqual([
      {
        name: 'supporting-document-1.pdf',
        kind: 'powerOfAttorney',
        isRead: true,
        refusal: null,
        uploadUrl: expect.stringMatching(/^http/) as string,
      },
    ]);
    expect(await verdict(id, 'capability')).toBe('agentProven passed');
    expect(await verdict(id, 'documentValidity')).toBeNull();
    // The embed page shows which document proves the verdict.
    const page = `/ui/auth-check/embed?token=${String((await answer(id))['embedToken'])}`;
    const { text } = await world.call('GET', page, { headers: { Accept: 'text/html' } });
    expect(text).toContain('supporting-document-1.pdf, page 1: “Mary Poe”');
  });

  test('is replaced by another upload with its URL, and the authorization is judged again [CHECK-9] [CHECK-23]', async () => {
    const id = await registered();
    await authorized(id);
    await uploaded(id, await linesPdf(powerOfAttorney));
    const [first] = (await supporting(id)).documents;
    const ofAnn = powerOfAttorney.map(line => line.replace('Mary Poe', 'Ann Roe'));
    await notify(await put(first?.uploadUrl ?? null, await linesPdf(ofAnn)));
    await world.ended();
    expect((await supporting(id)).documents).toHaveLength(1);
    expect(await verdict(id, 'documentValidity')).toBe('otherRepresentative failed');
    expect(await verdict(id, 'capability')).toBe('agentUnproven warning');
  });

  test('sends a patient back to review only if the patient lacked it [DECISION-76]', async () => {
    const id = await registered();
    await decideOnSandbox(world, company, id, 'MissingPowerOfAttorney');
    await uploaded(id, await linesPdf(powerOfAttorney));
    expect((await answer(id))['authorizationStatus']).toBe('NeedsApproval');
    for (const status of ['Approved', 'MissingSignature'] as const) {
      await decideOnSandbox(world, company, id, status);
      await uploaded(id, await linesPdf([...powerOfAttorney, status]));
      expect((await answer(id))['authorizationStatus']).toBe(status);
    }
  });

  test('with a date of death sets it at once in the sandbox [CHECK-25]', async () => {
    const id = await registered();
    await uploaded(id, await linesPdf(deathCertificate));
    expect((await storedPatient(world, company, 'sandbox', id)).dateOfDeath).toBe('2014-05-01');
  });

  test("with a date of death that contradicts the patient's age or visits sets none [CHECK-48]", async () => {
    const at = (date: string) => deathCertificate.map(line => line.replace('May 1, 2014', date));
    for (const date of ['February 28, 1984', 'March 1, 2104']) {
      const id = await registered();
      await uploaded(id, await linesPdf(at(date)));
      expect([date, (await storedPatient(world, company, 'sandbox', id)).dateOfDeath]).toEqual([date, null]);
    }
    const visited = randomUUID();
    await seedVisits(world, company, { project: 'sandbox', patientId: visited });
    await uploaded(visited, await linesPdf(deathCertificate));
    expect((await storedPatient(world, company, 'sandbox', visited)).dateOfDeath).toBeNull();
  });

  test('with a date of death is shown to the reviewers of a live patient, who confirm it [CHECK-25]', async () => {
    const id = await registered('live');
    await authorized(id, 'live');
    await uploaded(id, await linesPdf(deathCertificate), 'live');
    const patient = await storedPatient(world, company, 'live', id);
    expect(patient.dateOfDeath).toBeNull();
    const shown = await admin(world, ['patient', 'show', patient.uid, '--json']);
    expect(shown.json()).toMatchObject({
      dateOfDeath: null,
      statedDeath: '2014-05-01',
      supporting: ['1: deathCertificate'],
    });
    const queue = (await admin(world, ['review', 'list', '--json'])).json();
    expect(queue).toContainEqual(
      expect.objectContaining({ uid: patient.uid, supporting: ['deathCertificate'] }),
    );
    const link = await admin(world, ['patient', 'document', patient.uid, '--supporting', '1', '--json']);
    const { url } = link.json() as { url: string };
    expect((await fetch(url)).status).toBe(200);
    const version = String(patient.version);
    await admin(world, ['patient', 'set-date-of-death', patient.uid, '2014-05-01', '--version', version]);
    expect((await storedPatient(world, company, 'live', id)).dateOfDeath).toBe('2014-05-01');
  });

  test("that can't be read shows the reason, and one that is too large is removed [CHECK-23]", async () => {
    const id = await registered();
    await uploaded(id, await encryptedPdf());
    await uploaded(id, new Uint8Array(documentBytesMax + 1));
    const { documents } = await supporting(id);
    expect(documents).toMatchObject([
      { kind: null, isRead: true, refusal: 'encrypted' },
      { kind: null, isRead: true, refusal: 'tooLarge' },
    ]);
    const [, large] = (await storedPatient(world, company, 'sandbox', id)).supportingDocuments;
    const patient = await storedPatient(world, company, 'sandbox', id);
    expect(await world.services.files.head(keyOf(patient, large?.uid ?? ''))).toBeUndefined();
  });

  function keyOf({ companyUid, projectUid, uid: patientUid }: Patient, uid: string): string {
    return supportingKey({ companyUid, projectUid, patientUid }, uid);
  }

  test("is one of five at most: a sixth isn't offered, and is removed if it arrives anyway [CHECK-23]", async () => {
    const id = await registered();
    const offers = [];
    for (let offer = 0; offer < 6; offer += 1) offers.push((await supporting(id)).uploadUrl);
    const keys = [];
    for (const [index, url] of offers.entries()) {
      const key = await put(url, `%PDF-1.7 ${index}`);
      await notify(key);
      keys.push(key);
    }
    const { documents, uploadUrl } = await supporting(id);
    expect(documents.map(({ name }) => name)).toEqual(
      [1, 2, 3, 4, 5].map(n => `supporting-document-${n}.pdf`),
    );
    expect(uploadUrl).toBeNull();
    expect(await world.services.files.head(keys[5] ?? '')).toBeUndefined();
    await world.ended();
  });

  test('is noticed by the sweep once if its notification was lost [CHECK-23]', async () => {
    const id = await registered();
    const key = await put((await supporting(id)).uploadUrl, await linesPdf(powerOfAttorney));
    const sweep = async (): Promise<void> => {
      let position = await sweepUploads(world.services, undefined);
      while (position !== undefined) position = await sweepUploads(world.services, position);
    };
    await sweep();
    await Promise.all([sweep(), notify(key), notify(key)]);
    await world.ended();
    expect((await supporting(id)).documents).toMatchObject([{ kind: 'powerOfAttorney' }]);
    const { uid } = await storedPatient(world, company, 'sandbox', id);
    const [stored] = (await storedPatient(world, company, 'sandbox', id)).supportingDocuments;
    expect(await world.details(`supporting-document/${stored?.uid ?? ''}/1`)).toContain(
      'Done: the document was read',
    );
    const audits = await world
      .db('audit_event')
      .where({ resource_uid: uid, event: 'supportingDocument.upload' });
    expect(audits).toHaveLength(1);
  });
});

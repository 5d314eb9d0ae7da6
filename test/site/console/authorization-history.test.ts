/** The uploads of a patient's authorization in the console, and what happened to each. */
import { authorizationKey } from '../../../src/files/key-layout';
import { decideAuthorization, sightOfCommand } from '../../../src/usecases/patients/authorization-decisions';
import { analyze } from '../../support/analyzed-authorization';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { encryptedPdf, formPdf } from '../../support/authorization-documents';
import { newAcmeMember } from '../../support/console-members';
import { signedIn, type Visitor } from '../../support/console-visitor';
import { decideOnSandbox, jane, putPatient, storedPatient } from '../../support/patients';
import { sendToStore, storeFormOn } from '../../support/store-form';
import { withoutUuids } from '../../support/without-uuids';

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  admin = await signedIn(world, company.email);
  viewer = await signedIn(world, await newAcmeMember(world, 'viewer', 'Viewer'));
});
afterAll(() => world.close());

async function put(id: string, project: 'sandbox' | 'live' = 'sandbox'): Promise<string> {
  await putPatient(world, company, project, id, jane);
  const { uid } = await storedPatient(world, company, project, id);
  return `/console/companies/acme/${project === 'sandbox' ? 'sandbox' : 'production'}/patients/${uid}`;
}

/** Uploads a document with the form on the page, and follows the store's redirect. */
async function upload(page: string, bytes: Uint8Array): Promise<void> {
  const { html } = await admin.get(`${page}/documents`);
  const sent = await sendToStore(storeFormOn(html, 'Upload authorization'), new Uint8Array(bytes));
  expect(sent.status).toBe(303);
  await admin.get(sent.location.replace('https://recordwell.example', ''));
}

describe('The upload history [CONSOLE-125]', () => {
  const historyOn = (html: string): string[] => {
    const [, table = ''] = /aria-label="Upload history">[^]*?<tbody>([^]*?)<\/tbody>/.exec(html) ?? [];
    return table
      .split('<tr>')
      .slice(1)
      .map(row =>
        row
          .replaceAll(/<\/td>/g, ' | ')
          .replaceAll(/<time[^>]*>[^<]*<\/time>/g, 'TIME')
          .replaceAll('</p>', ' ')
          .replaceAll(/<[^>]+>/g, '')
          .replaceAll('&#39;', "'")
          .replaceAll(/\s+/g, ' ')
          .trim(),
      );
  };

  test('has each upload with who, the result of its check, decisions, and how long it was valid', async () => {
    const page = await put('history');
    expect((await admin.get(`${page}/documents`)).html).not.toContain('Upload history');
    await upload(page, await formPdf({ signedOn: undefined }));
    const { uid } = await storedPatient(world, company, 'sandbox', 'history');
    await analyze(world, uid);
    await decideOnSandbox(world, company, 'history', 'MissingSignature');
    await upload(page, await encryptedPdf());
    const first =
      'TIME by Admin | Failed: Signature, Signature date, Authority to sign. | ' +
      'Missing signature TIME by Admin | 11/28/2027 |';
    const [, before] = historyOn((await viewer.get(`${page}/documents`)).html);
    expect(before?.replace(/\d\d\/\d\d\/\d{4}/, '11/28/2027')).toBe(first);
    await analyze(world, uid);
    await upload(page, await formPdf());
    await analyze(world, uid);
    await decideOnSandbox(world, company, 'history', 'Approved');
    const [third, second] = historyOn((await viewer.get(`${page}/documents`)).html);
    expect(second).toBe('TIME by Admin | Document is password-protected. | Not decided | – |');
    expect(third).toMatch(
      /^TIME by Admin On file \| No problems found\. \| Approved TIME by Admin \| \d\d\/\d\d\/\d{4} \|$/,
    );
    const rows = await world.db('authorization_step').where({ patient_uid: uid });
    expect(withoutUuids(JSON.stringify(rows))).not.toMatch(/Jane|Doe|Harbor|1984/);
  });

  test('keeps a check once, and again only if its result is another one', async () => {
    const page = await put('checked');
    await upload(page, await formPdf());
    const { uid } = await storedPatient(world, company, 'sandbox', 'checked');
    await analyze(world, uid);
    const edit = async (change: object): Promise<unknown> => {
      await putPatient(world, company, 'sandbox', 'checked', { ...jane, ...change });
      await analyze(world, uid);
      const steps = world.db('authorization_step').where({ patient_uid: uid, kind: 'checked' });
      return steps.orderBy('step').pluck('failed');
    };
    expect(await edit({ lastNames: ['Doe', 'Poe'] })).toEqual([[]]);
    expect(await edit({ dateOfBirth: '1980-01-01' })).toEqual([[], ['patientDateOfBirth']]);
  });

  test('counts a decision for the document on file, even if an earlier release recorded its upload', async () => {
    const page = await put('earlier');
    await upload(page, await encryptedPdf());
    const { uid, ...patient } = await storedPatient(world, company, 'sandbox', 'earlier');
    const key = authorizationKey({ ...patient, patientUid: uid });
    const { etag, lastModifiedAt } = await world.services.files.put(key, await formPdf(), 'application/pdf');
    const recorded = { authorization_etag: etag, authorization_uploaded_at: lastModifiedAt };
    await world.db('patient').where({ uid }).update(recorded);
    await decideOnSandbox(world, company, 'earlier', 'Approved');
    expect(historyOn((await admin.get(`${page}/documents`)).html)).toEqual([
      'TIME On file | Being checked | Approved TIME by Admin | – |',
      'TIME by Admin | Replaced before it was checked | Not decided | – |',
    ]);
  });

  test('has the check, the decision, and the term of an upload that an earlier release decided', async () => {
    const page = await put('released');
    await upload(page, await formPdf());
    const { uid } = await storedPatient(world, company, 'sandbox', 'released');
    await analyze(world, uid);
    await world.db('patient').where({ uid }).update({ authorization_status: 'Approved' });
    await upload(page, await encryptedPdf());
    const [, first] = historyOn((await admin.get(`${page}/documents`)).html);
    expect(first).toMatch(/^TIME by Admin \| No problems found\. \| Approved \| \d\d\/\d\d\/\d{4} \|$/);
  });

  test('of an upload URL names no one, and says what was replaced before its check', async () => {
    const page = await put('by-url');
    for (const purpose of ['Insurance', 'Legal']) {
      const { json } = await putPatient(world, company, 'sandbox', 'by-url', jane);
      const { uploadUrl } = json['authorization'] as { uploadUrl: string };
      await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(await formPdf({ purpose })) });
      await admin.get(`${page}/documents`);
    }
    expect(historyOn((await admin.get(`${page}/documents`)).html)).toEqual([
      'TIME On file | Being checked | Waiting for review | – |',
      'TIME | Replaced before it was checked | Not decided | – |',
    ]);
  });

  test('says that support decided, with the reason, and who sent it back to review', async () => {
    const page = await put('decided', 'live');
    await upload(page, await formPdf());
    const { uid } = await storedPatient(world, company, 'live', 'decided');
    await analyze(world, uid);
    const patient = await storedPatient(world, company, 'live', 'decided');
    const decision = { status: 'MissingSignature', refusal: 'undated', version: patient.version } as const;
    await world.change(change =>
      decideAuthorization(
        change,
        { companyId: 'acme', projectId: 'live', patientId: 'decided' },
        decision,
        sightOfCommand(change),
      ),
    );
    const [row] = historyOn((await admin.get(`${page}/documents`)).html);
    expect(row).toContain('Missing signature: Signature date missing or wrong TIME by Support');
  });

  test('names a file that was too large to keep, and says what to do', async () => {
    const page = await put('too-large');
    const { json } = await putPatient(world, company, 'sandbox', 'too-large', jane);
    const { uploadUrl } = json['authorization'] as { uploadUrl: string };
    await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(25 * 1024 * 1024 + 1) });
    await admin.get(`${page}/documents`);
    const { uid } = await storedPatient(world, company, 'sandbox', 'too-large');
    await analyze(world, uid);
    const { html } = await admin.get(`${page}/documents`);
    expect(html).toContain('No authorization yet.');
    expect(html).toContain('Upload a smaller file: scan in grayscale at 200 to 300 dpi.');
    expect(historyOn(html)).toEqual([
      "TIME | Larger than 25 MB. We didn't keep the file. | Not decided | – |",
    ]);
  });

  test('has the 20 latest uploads, and says if there are more', async () => {
    const page = await put('many');
    const { uid } = await storedPatient(world, company, 'sandbox', 'many');
    const steps = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => ({
        patient_uid: uid,
        upload: from + index,
        step: 1,
        kind: 'uploaded',
        at: new Date(Date.UTC(2026, 0, from + index)),
        etag: `"${from + index}"`,
      }));
    await world.db('authorization_step').insert(steps(1, 20));
    const full = (await admin.get(`${page}/documents`)).html;
    expect([historyOn(full).length, full.includes('There are earlier ones.')]).toEqual([20, false]);
    await world.db('authorization_step').insert(steps(21, 21));
    const cut = (await admin.get(`${page}/documents`)).html;
    expect([historyOn(cut).length, cut.includes('There are earlier ones.')]).toEqual([20, true]);
  });
});

/** The authorization and the supporting documents of a patient in the console, with the real object store. */
import { findPatientAuthCheck } from '../../../src/store/auth-checks/auth-checks';
import { changeProjectStatus } from '../../../src/usecases/projects';
import { analyze } from '../../support/analyzed-authorization';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { encryptedPdf, formPdf } from '../../support/authorization-documents';
import { newAcmeMember } from '../../support/console-members';
import { signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';
import { decideOnSandbox, jane, putPatient, storedPatient } from '../../support/patients';
import { sendToStore, storeFormOn } from '../../support/store-form';

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

async function put(id: string, form: object = {}, project: 'sandbox' | 'live' = 'sandbox'): Promise<string> {
  await putPatient(world, company, project, id, { ...jane, ...form });
  const { uid } = await storedPatient(world, company, project, id);
  return `/console/companies/acme/${project === 'sandbox' ? 'sandbox' : 'production'}/patients/${uid}`;
}

const pathOf = (location: string): string => location.replace('https://recordwell.example', '');

/** Uploads a document with the form on the page, and follows the store's redirect. */
async function upload(page: string, label: string, bytes: Uint8Array): Promise<ShownPage> {
  const { html } = await admin.get(`${page}/documents`);
  const sent = await sendToStore(storeFormOn(html, label), new Uint8Array(bytes));
  expect(sent.status).toBe(303);
  return admin.get(pathOf(sent.location));
}

describe('Uploading an authorization [CONSOLE-66]', () => {
  test('by a form without a script shows it on the next page, and starts the check', async () => {
    const page = await put('uploads');
    const before = await admin.get(`${page}/documents`);
    expect(before.html).toContain('No authorization yet.');
    const origin = new URL(world.services.files.publicOrigin).origin;
    expect(before.headers.get('content-security-policy')).toContain(
      `form-action 'self' ${origin} https://recordwell.example;`,
    );
    const after = await upload(page, 'Upload authorization', await formPdf());
    expect(after.html).toContain('Authorization received.');
    expect(after.html).toContain('The document is being checked.');
    const patient = await storedPatient(world, company, 'sandbox', 'uploads');
    expect(patient.authorizationEtag).not.toBeNull();
    expect(await world.audits({ event: 'authorization.upload', resourceUid: patient.uid })).toHaveLength(1);
    const looks = await world.audits({ event: 'authorization.read', resourceUid: patient.uid });
    expect(looks).toHaveLength(3);
  });

  test('is offered to members with ManagePatients, in an open project', async () => {
    const page = await put('offered', {}, 'live');
    const hasForm = async (visitor: Visitor): Promise<boolean> =>
      (await visitor.get(`${page}/documents`)).html.includes('enctype="multipart/form-data"');
    expect([await hasForm(admin), await hasForm(viewer)]).toEqual([true, false]);
    const setStatus = async (status: 'Closed' | 'Live'): Promise<void> => {
      await world.change(change =>
        changeProjectStatus(change, { companyId: 'acme', projectId: 'live', status }),
      );
    };
    await setStatus('Closed');
    expect(await hasForm(admin)).toBe(false);
    await setStatus('Live');
  });

  test('larger than the limit is refused by the store', async () => {
    const page = await put('large');
    const { html } = await admin.get(`${page}/documents`);
    const bytes = new Uint8Array(25 * 1024 * 1024 + 1);
    expect((await sendToStore(storeFormOn(html, 'Upload authorization'), bytes)).status).toBe(400);
    expect((await admin.get(`${page}/documents`)).html).toContain('No authorization yet.');
  });
});

describe('What to fix [CONSOLE-67]', () => {
  test('is a list with the fix for each finding', async () => {
    const page = await put('faulty', { lastNames: ['Roe'], dateOfBirth: '1980-01-01' });
    await upload(page, 'Upload authorization', await formPdf({ signedOn: undefined }));
    const { uid } = await storedPatient(world, company, 'sandbox', 'faulty');
    await analyze(world, uid);
    const { html } = await admin.get(`${page}/documents`);
    const items = [
      ...html.matchAll(/<li class="check"><p><span class="pill (?:failed|warning)">.*?<\/li>/gs),
    ].map(([item]) => item);
    const fixOf = (label: string): string => items.find(item => item.includes(`<strong>${label}<`)) ?? '';
    expect(fixOf('Patient name')).toContain(`href="${page}/edit#lastName"`);
    expect(fixOf('Patient date of birth')).toContain(`href="${page}/edit#dateOfBirth"`);
    expect(fixOf('Signature date')).toContain('href="#upload"');
    expect(fixOf('Signature date')).toContain('href="#form-to-sign"');
    expect(html).toContain(`To fix (${items.length})`);
    expect((await viewer.get(`${page}/documents`)).html).not.toContain('#lastName');
  });

  test('is printed as a list with a title, the patient, and a box for each finding [CONSOLE-118]', async () => {
    const page = await put('printed', { lastNames: ['Roe'], reference: 'PI-0042' });
    const none = await admin.get(`${page}/fix-list`);
    expect(none.html).toContain('Have the patient sign one, and upload it');
    await upload(page, 'Upload authorization', await formPdf({ signedOn: undefined }));
    const { uid } = await storedPatient(world, company, 'sandbox', 'printed');
    expect((await admin.get(`${page}/fix-list`)).html).toContain('The document is being checked.');
    await analyze(world, uid);
    const tab = await viewer.get(`${page}/documents`);
    expect(tab.html).toContain(`href="${page}/fix-list">Print fix list</a>`);
    const { html } = await viewer.get(`${page}/fix-list`);
    const [, count] = /To fix \((\d+)\)/.exec(tab.html) ?? [];
    expect(html).toContain(`To fix (${count})`);
    expect(html.match(/☐/g)).toHaveLength(Number(count));
    for (const text of ['Jane Roe', 'PI-0042', 'Signature date', 'Have the signer write the date', 'acme'])
      expect(html).toContain(text);
    expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).not.toContain('Roe');
    expect(await world.audits({ event: 'authorization.read', resourceUid: uid })).not.toHaveLength(0);
  });

  test('and the status are said in words', async () => {
    const page = await put('worded');
    await decideOnSandbox(world, company, 'worded', 'MissingPowerOfAttorney');
    expect((await admin.get(`${page}/documents`)).html).toContain('Upload the power of attorney');
  });
});

describe('The first page beside the checks [CONSOLE-123]', () => {
  const pictureOn = (html: string): string =>
    /<img src="([^"]+)" alt="Page 1 of the authorization"/.exec(html)?.[1] ?? '';

  test('is a picture that loads after the page, once the document has been read', async () => {
    const page = await put('beside', { lastNames: ['Roe'] });
    expect((await admin.get(`${page}/documents`)).html).not.toContain('id="pages"');
    const waiting = await upload(page, 'Upload authorization', await formPdf());
    expect(waiting.html).toContain('The first page appears here once the document has been read.');
    expect(pictureOn(waiting.html)).toBe('');
    const { uid } = await storedPatient(world, company, 'sandbox', 'beside');
    await analyze(world, uid);
    const { html } = await viewer.get(`${page}/documents`);
    expect(pictureOn(html)).toBe(`${page}/documents/0/pages/1`);
    expect(html).toMatch(/<img [^>]*loading="lazy"/);
    expect(html).not.toContain(' style=');
    expect((await viewer.get(pictureOn(html), 'image/png')).status).toBe(200);
    const [, names = ''] = /<strong>Patient name<[^]*?(<a href=[^]*?)<\/li>/.exec(html) ?? [];
    expect(names).toContain('<a href="#page-1">Page 1</a>');
    expect(html).toContain(`<a href="${page}/documents/0">`);
    expect((await viewer.get(`${page}/fix-list`)).html).toContain('>Page 1</p>');
  });

  test('says on which other page a check found something, with a link to its picture', async () => {
    const page = await put('second');
    await upload(page, 'Upload authorization', await formPdf());
    const { uid } = await storedPatient(world, company, 'sandbox', 'second');
    await analyze(world, uid);
    const evidence = [3, 2, 3].map(number => ({
      page: number,
      box: { x: 0, y: 0, width: 1, height: 1 },
      text: 'Roe',
    }));
    const supporting = { ...evidence[1], document: 'supporting-document-1.pdf' };
    const check = await findPatientAuthCheck(world.db, uid);
    const purpose = { ...check?.verdicts?.purpose, evidence: [...evidence, supporting] };
    await world
      .db('auth_check')
      .where({ document_uid: check?.documentUid })
      .update({ verdicts: JSON.stringify({ ...check?.verdicts, purpose }) });
    const { html } = await admin.get(`${page}/documents`);
    const [, found = ''] = /<strong>Purpose<[^]*?(<p class="small">[^]*?<\/p>)/.exec(html) ?? [];
    expect(found).toBe(
      `<p class="small"><a href="${page}/documents/0#page-2">Page 2</a> · ` +
        `<a href="${page}/documents/0#page-3">Page 3</a></p>`,
    );
    expect((await admin.get(`${page}/documents/0`)).html).toContain('id="page-1"');
  });

  test.each([
    [
      'isn’t a PDF',
      async () => Buffer.from('GIF89a, and no PDF'),
      "The file isn't a PDF.",
      'Upload a readable PDF',
    ],
    [
      'is damaged',
      async () => Buffer.from('%PDF-1.7 and nothing more'),
      'The PDF is damaged.',
      'Upload a readable PDF',
    ],
    ['has a password', encryptedPdf, 'The PDF is password-protected.', 'Upload it without a password.'],
  ])('is replaced by a reason and a way out if the file %s', async (what, make, message, remedy) => {
    const page = await put(`hidden-${what.replaceAll(/\W/g, '')}`);
    await upload(page, 'Upload authorization', await make());
    const { uid } = await storedPatient(world, company, 'sandbox', `hidden-${what.replaceAll(/\W/g, '')}`);
    await analyze(world, uid);
    const html = (await admin.get(`${page}/documents`)).html.replaceAll('&#39;', "'");
    expect(pictureOn(html)).toBe('');
    const [, section = ''] = /<section [^>]*="pages">([^]*?)<\/section>/.exec(html) ?? [];
    expect(section).toContain(`The pages can't be shown. ${message}`);
    expect(section).toContain(remedy);
    expect(html).not.toContain('View pages');
    expect(section).toContain('href="#upload"');
    expect((await viewer.get(`${page}/documents`)).html).not.toContain('href="#upload"');
  });
});

describe('Pages and supporting documents [CONSOLE-68]', () => {
  test('are shown as pictures that the server draws, each look audited', async () => {
    const page = await put('drawn');
    await upload(page, 'Upload authorization', await formPdf());
    const { html } = await admin.get(`${page}/documents/0`);
    const [, picture = ''] = /<img src="([^"]+)" alt="Page 1"/.exec(html) ?? [];
    expect(picture).toBe(`${page}/documents/0/pages/1`);
    const drawn = await admin.get(picture, 'image/png');
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png']);
    for (const absent of ['0/pages/99', '0/pages/0', '0/pages/x', '4', '4/download', 'x'])
      expect([absent, (await admin.get(`${page}/documents/${absent}`)).status]).toEqual([absent, 404]);
    const { uid } = await storedPatient(world, company, 'sandbox', 'drawn');
    const looks = await world.audits({ event: 'authorization.read', resourceUid: uid, outcome: 'success' });
    expect(looks.length).toBeGreaterThanOrEqual(4);
  });

  test('are uploaded up to five, listed, and downloaded', async () => {
    const page = await put('supported');
    for (let number = 1; number <= 5; number += 1) {
      const after = await upload(page, 'Upload supporting document', await formPdf());
      expect(after.html).toContain('Supporting document received.');
      expect(after.html).toContain(`supporting-document-${number}.pdf`);
    }
    const { html } = await admin.get(`${page}/documents`);
    expect(html).not.toContain('aria-label="Upload supporting document"');
    const { status, location } = await viewer.get(`${page}/documents/3/download`);
    expect(status).toBe(303);
    expect((await fetch(location)).headers.get('content-disposition')).toContain('supporting-document-3.pdf');
  });
});

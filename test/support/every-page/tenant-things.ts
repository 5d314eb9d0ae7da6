/**
 * One of each item that the console shows for a company, in the sandbox, created by the product's own code if
 * possible.
 */
import { addMember } from '../../../src/usecases/tenants/members';
import { defineRole } from '../../../src/usecases/tenants/companies';
import { uuidv7 } from '../../../src/platform/ids';
import { deliverToInbox } from '../../../src/usecases/webhooks/inbox';
import type { ApiWorld, TestCompany } from '../api-world';
import { formPdf } from '../authorization-documents';
import { addSupporting } from '../supporting-documents';
import { putFee } from '../fees';
import { askForImport, uploadFile, processRows } from '../bulk-imports';
import { askForLink, linkTo, openVisitor, signedIn, type Visitor } from '../console-visitor';
import { chooseFields, processDryRun, startDraftBy, uidOfPath, uploadToDraft } from '../import-drafts';
import { mercyClinic, patientsPath, putPatient } from '../patients';
import { readRows } from '../records';
import { putRequestFile } from '../request-files';
import type { WebhookReceiver } from '../webhook-receiver';
import { tokenIn } from './asker';
import type { MarkedPatient } from './marked-patients';
import type { Things } from './row';

/** A company with its items and their owner. */
export interface Tenant {
  readonly company: TestCompany;
  readonly owner: Visitor;
  readonly things: Things;
}

/** Returns the one value of a statement. @throws Error if there is no row */
export async function valueOf(world: ApiWorld, sql: string, bindings: readonly string[]): Promise<string> {
  const [row] = await readRows<{ value: string }>(world.db, sql, bindings);
  if (row === undefined) throw new Error(`there is no row: ${sql}`);
  return row.value;
}

/** Adds a delivery with two refused attempts to an endpoint's log. @returns its uid */
async function logDelivery(
  world: ApiWorld,
  company: TestCompany,
  endpointUid: string,
  body: Buffer,
): Promise<string> {
  const uid = uuidv7(new Date());
  await world.db.raw(
    `insert into webhook_delivery (uid, endpoint_uid, event_id, event_uid, event_type, company_uid,
      record_uid, status,
       is_released, body, attempts, last_http_status, created_at, updated_at)
     values (?, ?, 1, ?, 'patient.created', ?, ?, 'failed', true, ?, 2, 503, now(), now())`,
    [uid, endpointUid, uid, company.uid, uid, body],
  );
  await world.db.raw(
    `insert into webhook_attempt (delivery_uid, number, started_at, ended_at, http_status, failure,
      failure_detail, duration_ms,
       response_headers, response_body)
     values (?, 1, now(), now(), null, 'timeout', null, 10000, null, null),
       (?, 2, now(), now(), 503, null, null, 41, '{"content-type": "text/plain"}', 'Service unavailable')`,
    [uid, uid],
  );
  return uid;
}

/** Adds a delivery to the inbox. @returns its uid */
async function keepInInbox(
  world: ApiWorld,
  company: TestCompany,
  endpointUid: string,
  body: Buffer,
): Promise<string> {
  const deliveryUid = uuidv7(new Date());
  await deliverToInbox(world.services, {
    companyUid: company.uid,
    endpointUid,
    deliveryUid,
    eventType: 'patient.created',
    body,
    signature: {
      'x-webhook-id': deliveryUid,
      'x-webhook-timestamp': '1795329246',
      'x-webhook-signature': 'ab'.repeat(32),
    },
  });
  return deliveryUid;
}

/** Registers a patient, with a document to review. @returns their uid */
export async function register(
  world: ApiWorld,
  company: TestCompany,
  project: 'sandbox' | 'live',
  { id, form }: MarkedPatient,
): Promise<string> {
  const { status, json } = await putPatient(world, company, project, id, form);
  if (status !== 200) throw new Error(`the patient was not registered: HTTP ${status}`);
  const { uploadUrl } = json['authorization'] as { uploadUrl: string };
  if (project === 'sandbox') {
    await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(await formPdf()) });
    await world.call('GET', patientsPath(company, project, id), { key: company.sandboxKey });
  }
  const uid = await valueOf(
    world,
    `select p.uid as value from patient p join project j on j.uid = p.project_uid
     where j.company_uid = ? and j.id = ? and p.id = ?`,
    [company.uid, project, id],
  );
  // The desk renders documents in review for each view: these belong to a document that doesn't exist.
  if (project === 'live')
    await world
      .db('patient')
      .where({ uid })
      .update({ authorization_etag: 'an-etag', authorization_uploaded_at: new Date(Date.now() - 60_000) });
  return uid;
}

/** Requests a patient's records from a facility, with a note and a file. @returns the uid of the request */
export async function askForRecords(
  world: ApiWorld,
  company: TestCompany,
  project: 'sandbox' | 'live',
  { id, note, fileName }: MarkedPatient,
): Promise<string> {
  const key = project === 'sandbox' ? company.sandboxKey : company.productionKey;
  const path = `${patientsPath(company, project, id)}/record-requests`;
  const { json } = await world.call('POST', path, { key, body: { ...mercyClinic, imaging: true } });
  const [first] = json['requests'] as Array<{ request: { id: string } }>;
  const uid = first?.request.id ?? '';
  await world.call('POST', `${path}/${uid}/notes`, { key, body: { content: note } });
  await putRequestFile(world, company, uid, fileName);
  return uid;
}

/** Returns the first file of a record request. */
export async function fileOf(world: ApiWorld, request: string): Promise<string> {
  return valueOf(
    world,
    'select uid as value from stored_file where record_request_uid = ? order by uid limit 1',
    [request],
  );
}

async function addEndpoint(owner: Visitor, place: string, url: string): Promise<string> {
  const list = `${place}/endpoints`;
  const { status, location } = await owner.send(`${list}/new`, list, {
    url,
    events: 'patient.created',
    projects: 'all',
  });
  if (status !== 303) throw new Error(`the endpoint was not added: HTTP ${status}`);
  return location.replace(/^.*\/|\?.*$/g, '');
}

/** Adds a service account with a key. @returns the uid of its membership */
async function addServiceAccount(owner: Visitor, place: string, word: string, role: string): Promise<string> {
  const accounts = `${place}/members/service-accounts`;
  const fields = { name: `${word} import`, role, projects: 'all' };
  const { location } = await owner.send(`${accounts}/new`, accounts, fields);
  const uid = /members\/([^?]+)/.exec(location)?.[1] ?? '';
  const keys = `${place}/members/${uid}/keys`;
  await owner.send(`${keys}/new`, `${keys}/named`, { name: `${word} job`, life: '90' });
  return uid;
}

/**
 * Creates one of each item. @param patient who owns the items
 * @param email of the administrator; an address of another tenant makes them a member of both
 */
export async function makeTenant(
  world: ApiWorld,
  id: string,
  patient: MarkedPatient,
  receiver: WebhookReceiver,
  email?: string,
): Promise<Tenant> {
  const company = await world.company(id, email);
  const owner = await signedIn(world, company.email);
  const place = `/console/companies/${id}/sandbox`;
  const { firstName } = patient;
  // The company's own words, which aren't a patient's: names of members, of roles, of a project.
  const word = `${firstName.slice(0, 3)}${id}`;
  const url = receiver.url(`/${word}-with-a-long-path-that-has-to-break-somewhere-on-a-small-screen`);

  const patientUid = await register(world, company, 'sandbox', patient);
  const request = await askForRecords(world, company, 'sandbox', patient);
  const openRequest = await askForRecords(world, company, 'sandbox', patient);
  await world.db('record_request').where({ uid: openRequest }).update({ is_held_by_correction: true });
  await world.db('record_request').where({ uid: request }).update({ status: 'Completed' });
  const deliverable = await fileOf(world, request);
  const combined = await putRequestFile(world, company, request, `${firstName}-chart.pdf`, {
    area: 'combined',
  });
  const letter = await putRequestFile(world, company, request, `${firstName}-letter.pdf`, {
    area: 'documents',
  });

  const certificate = await putRequestFile(world, company, request, `${firstName}-certificate.pdf`, {
    area: 'attachments',
  });

  const offered = await putRequestFile(world, company, request, `${firstName}-offer.pdf`, {
    area: 'documents',
    offeredAt: new Date('2026-11-20T12:00:00.000Z'),
  });
  const invoice = await putRequestFile(world, company, request, `${firstName}-invoice.pdf`, {
    area: 'invoices',
  });
  const fee = await putFee(world, request, { invoice_file_uid: invoice.uid, note: `For ${firstName}` });
  const drawn = await putRequestFile(world, company, request, `${firstName}-form.pdf`, {}, await formPdf());
  await addSupporting(world, patientUid);

  await owner.send(`${place}/keys/new`, `${place}/keys/named`, { name: `${word} server`, life: '90' });
  const endpoint = await addEndpoint(owner, place, url);
  const disabledEndpoint = await addEndpoint(owner, place, url);
  await world
    .db('webhook_endpoint')
    .where({ uid: disabledEndpoint })
    .update({ consecutive_failures: 5, disabled_at: new Date(), disabled_by: 'failures' });
  const body = Buffer.from(JSON.stringify({ eventType: 'patient.created', data: { firstName } }));
  await owner.send(`${place}/inbox`, `${place}/inbox`);
  const inbox = await valueOf(
    world,
    "select uid as value from webhook_endpoint where channel = 'inbox' and company_uid = ?",
    [company.uid],
  );

  const asked = await askForImport(world, company);
  await uploadFile(asked, [
    'Patient ID,First Name,Last Name,DOB',
    `row-1,${firstName},Moss,2/28/1961`,
    'row-2,Ned,,1958-13-01',
  ]);
  const importPath = `/v0/companies/${id}/projects/sandbox/bulk-imports/${asked.uid}`;
  await world.call('GET', importPath, { key: company.sandboxKey });
  await processRows(world, asked);

  const draftPath = await startDraftBy(owner, place);
  const draftFile = `ID,First,Last,Born\nd-1,${firstName},Moss,2/28/1961\nd-2,${firstName},,2/28/1961`;
  await owner.get(await uploadToDraft(owner, draftPath, draftFile));
  await chooseFields(owner, draftPath, ['id', 'firstName', 'lastNames', 'dateOfBirth']);
  const mappedImport = await processDryRun(world, draftPath);
  const openDraftPath = await startDraftBy(owner, place);
  await owner.get(await uploadToDraft(owner, openDraftPath, draftFile));

  const role = `${word} role`;
  await world.change(change =>
    defineRole(change, { companyId: id, name: role, permissions: ['ViewProjects'] }),
  );
  const roleUid = await valueOf(world, 'select uid as value from role where name = ?', [role]);
  const account = await addServiceAccount(owner, place, word, roleUid);
  const colleague = `colleague@${id}.example`;
  await world.change(change =>
    addMember(change, {
      companyId: id,
      email: colleague,
      name: `${word} Colleague`,
      role,
      seesAllProjects: false,
    }),
  );
  await askForLink(openVisitor(world), colleague);
  const link = (await linkTo(world, colleague)).replace(/^.*\//, '');
  await world.keyFor(id, colleague, 'sandbox');
  const members = `${place}/members`;
  const invite = async (invited: string): Promise<string> => {
    await owner.send(`${members}/new`, `${members}/invitations`, {
      email: invited,
      name: `${word} Invited`,
      role: roleUid,
      projects: 'all',
    });
    return (await linkTo(world, invited)).replace(/^.*\//, '');
  };
  const invitationLink = await invite(`invited@${id}.example`);
  await invite(`waiting@${id}.example`);

  const ofCompany = (sql: string): Promise<string> => valueOf(world, sql, [company.uid]);
  const passkey = uuidv7(new Date());
  const ownerUid = await ofCompany(
    `select user_uid as value from membership where company_uid = ? order by created_at limit 1`,
  );
  await world.db.raw(
    `insert into passkey (uid, user_uid, credential_id, public_key, sign_count, transports, name, created_at)
     values (?, ?, decode(replace(?, '-', ''), 'hex'), '\\x00', 0, '{}', ?, now())`,
    [passkey, ownerUid, passkey, `${word} laptop`],
  );
  const other = await signedIn(world, company.email);
  await signedIn(world, company.email);
  const projects = `${place}/projects`;
  const projectId = `${word}-only`;
  await owner.send(`${projects}/new`, projects, {
    id: projectId,
    name: `${word} project`,
    purpose: 'Legal',
    method: 'authorizationPdf',
  });
  const notifications = `${place}/notifications`;
  await owner.send(notifications, notifications, { events: 'patient.created', projects: 'all' });
  const roles = `${place}/members/roles`;
  await owner.send(`${roles}/new`, roles, { name: `${word} clerk`, permission: 'ViewPatients' });
  return {
    company,
    owner,
    things: {
      companyId: id,
      environment: 'sandbox',
      search: 'ehrSearch',
      kind: 'visits',
      document: '0',
      page: '1',
      supportingNumber: '1',
      receiver: url,
      passkey,
      projectId,
      link,
      otherToken: tokenIn(other.cookie()),
      otherRole: await valueOf(world, 'select uid as value from role where name = ?', ['Viewer']),
      patient: patientUid,
      request,
      openRequest,
      deliverable,
      import: asked.uid,
      mappedImport,
      draft: uidOfPath(draftPath),
      openDraft: uidOfPath(openDraftPath),
      invitationLink,
      combined: combined.uid,
      letter: letter.uid,
      certificate: certificate.uid,
      fee,
      otherFee: await putFee(world, request),
      offered: offered.uid,
      drawn: drawn.uid,
      note: await valueOf(world, 'select uid as value from note where record_request_uid = ?', [request]),
      endpoint,
      disabledEndpoint,
      role: roleUid,
      ownRole: await ofCompany('select uid as value from role where company_uid = ?'),
      delivery: await logDelivery(world, company, endpoint, body),
      inboxDelivery: await keepInInbox(world, company, inbox, body),
      project: await ofCompany(
        "select uid as value from project where company_uid = ? and environment = 'sandbox' order " +
          'by created_at desc limit 1',
      ),
      site: await valueOf(world, 'select site_uid as value from record_request where uid = ?', [request]),
      key: await ofCompany(
        'select k.uid as value from api_key k join membership m on m.uid = k.membership_uid where ' +
          "m.company_uid = ? and k.environment = 'sandbox' order by k.created_at limit 1",
      ),
      namedKey: await ofCompany(
        'select k.uid as value from api_key k join membership m on m.uid = k.membership_uid where ' +
          'm.company_uid = ? and not k.is_default order by k.created_at limit 1',
      ),
      account,
      accountKey: await valueOf(world, 'select uid as value from api_key where membership_uid = ?', [
        account,
      ]),
      invitation: await ofCompany(
        "select uid as value from invitation where company_uid = ? and email like 'waiting@%'",
      ),
      member: await valueOf(
        world,
        'select m.uid as value from membership m join app_user u on u.uid = m.user_uid where u.email = ?',
        [colleague],
      ),
      ownMember: await ofCompany(
        'select m.uid as value from membership m where m.company_uid = ? and m.ended_at is null ' +
          'and m.sees_all_projects order by m.created_at limit 1',
      ),
      session: await valueOf(
        world,
        'select uid as value from console_session where user_uid = ? and ended_at is null order by ' +
          'signed_in_at desc limit 1',
        [ownerUid],
      ),
    },
  };
}

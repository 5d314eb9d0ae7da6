/**
 * `npm run histories:record`: runs every workflow through its cases and writes the histories to
 * `test/histories`, where the replay test reads them. Recorded ones stay: a running workflow of an older
 * release must replay with today's code. So a new history gets its own name, and an existing one is never
 * overwritten.
 *
 *     npm run histories:record -- 2027-01
 *
 * writes patient-search.three-searches.2027-01.json and so on.
 *     npm run histories:record -- 2027-01 auth-check      # only those of one workflow
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { temporal } from '@temporalio/proto';
import { periodicWork, periodicWorkOf } from '../src/domain/periodic-work';
import { createPartners, type Partners } from '../src/partners/partners';
import { sandbox } from '../src/sandbox/sandbox';
import type { SearchPartner } from '../src/partners/search-partner';
import {
  createResearchSources,
  type AskedSource,
  type ResearchSources,
} from '../src/partners/research/research-source';
import { sandboxResearchSource } from '../src/sandbox/research-source';
import { supportingKey } from '../src/files/key-layout';
import { uuidv7 } from '../src/platform/ids';
import { getProjectByUid } from '../src/store/tenants/projects';
import { taskQueues } from '../src/temporal/task-queues';
import { lookForSupporting } from '../src/usecases/patients/supporting-uploads';
import { startAuthCheck } from '../src/usecases/auth-checks/run-orders';
import { startReplay } from '../src/usecases/webhooks/replays';
import { sweepExchange } from '../src/usecases/rosters/exchanged-files';
import type { TestCompany } from '../test/support/api-world';
import { formPdf, linesPdf } from '../test/support/authorization-documents';
import { prepareTemplateDatabase } from '../test/support/database';
import { failedEndpoint, operatorAtDesk } from '../test/support/desk-work';
import { prepareTestBucket } from '../test/support/files';
import { startFlowWorld, type FlowWorld } from '../test/support/flow-world';
import { allSearches, jane, patientsPath, putPatient, review, storedPatient } from '../test/support/patients';
import { researchIn, useSiteFinder } from '../test/support/site-finder';
import { prepareTestNamespaces } from '../test/support/temporal';
import { startTestServices, stopTestServices } from '../test/support/test-services';
import { prepareWorkflowBundle, removeWorkflowBundle } from '../test/support/workflow-bundle';
import { until } from '../test/support/until';
import { testOutreach } from '../test/support/outreach';
import { projectPurposes } from '../src/domain/projects/project';
import { deliveryLifeMs } from '../src/domain/webhooks/delivery-policy';
import { surviveClosedPipe } from '../src/platform/closed-pipe';

const folder = join(__dirname, '../test/histories');

/** Writes a history, without the name of the recording machine. */
async function write(world: FlowWorld, workflowId: string, name: string, edition: string): Promise<void> {
  const path = join(folder, `${name}.${edition}.json`);
  if (existsSync(path)) throw new Error(`${path} already exists: choose another edition`);
  const history = await world.workflow(workflowId).fetchHistory();
  const plain = temporal.api.history.v1.History.toObject(
    temporal.api.history.v1.History.fromObject(history),
    { longs: String, enums: String, bytes: String },
  );
  // Identities and the workers' own queue names reveal the process and the machine.
  const json = JSON.stringify(plain, (key, value: unknown) => {
    if (key === 'identity') return 'worker';
    return key === 'name' && typeof value === 'string' ? value.replace(hostname(), 'worker') : value;
  });
  await writeFile(path, `${json}\n`);
  console.log(`${name}.${edition}.json`);
}

/** Waits until the history has more events than this. */
async function hasEvents(world: FlowWorld, workflowId: string, count: number): Promise<void> {
  await until(
    `more than ${count} events of ${workflowId}`,
    async () => (await world.workflow(workflowId).describe()).historyLength,
    length => length > count,
  );
}

async function hasNothingPending(world: FlowWorld, workflowId: string): Promise<void> {
  await until(
    `the activities of ${workflowId} to be over`,
    async () => (await world.workflow(workflowId).describe()).raw.pendingActivities?.length,
    count => count === 0,
  );
}

const roster = {
  name: 'recordnet',
  senderId: 'RECORDWELL',
  servesPurposes: projectPurposes,
  requires: 'nothing',
  receiverId: 'RECORDNET',
  usage: 'T',
  collectSeconds: 1,
  answerWithinHours: 168,
} as const;

/**
 * Returns partners for live searches: one answers right away, or accepts them and answers later; Patient
 * Histories use rosters.
 */
function recordingPartners(accepting: { isAccepting: boolean; isRoster: boolean }): Partners {
  const deployed = createPartners(undefined, sandbox);
  const day = 24 * 60 * 60 * 1000;
  const accept: SearchPartner = {
    kind: 'direct',
    name: 'accepting',
    servesPurposes: projectPurposes,
    requires: 'nothing',
    submit: async () => ({ kind: 'accepted', askAgainAfterMs: day }),
  };
  return {
    facilityChannel: deployed.facilityChannel,
    outreach: testOutreach,
    searchPartner: (_kind, { status }) => {
      if (status === 'Live' && accepting.isRoster) return { ...roster, kind: 'roster', answerWithinMs: day };
      return status === 'Live' && accepting.isAccepting ? accept : sandbox.searchPartner;
    },
  };
}

async function recordSearches(
  world: FlowWorld,
  company: TestCompany,
  partner: { isAccepting: boolean; isRoster: boolean },
  edition: string,
): Promise<void> {
  const workflowOf = async (project: string, id: string): Promise<string> =>
    `patient-search/${(await storedPatient(world, company, project, id)).uid}`;

  await putPatient(world, company, 'sandbox', 'jane', { ...jane, ...allSearches });
  await world.ended();
  await write(world, await workflowOf('sandbox', 'jane'), 'patient-search.three-searches', edition);

  await putPatient(world, company, 'sandbox', 'rex', { ...jane, firstName: 'Rejected', siteSonar: true });
  const rexWorkflow = await workflowOf('sandbox', 'rex');
  await world.sent();
  await world.detailsWhen(rexWorkflow, details => details.includes('corrected details'));
  await putPatient(world, company, 'sandbox', 'rex', { ...jane, firstName: 'Rex' });
  await world.detailsWhen(rexWorkflow, details => details.startsWith('Done'));
  await write(world, rexWorkflow, 'patient-search.refused-and-corrected', edition);

  const twins = { firstName: 'Ambiguous', lastNames: ['Doe'], dateOfBirth: '1984-02-29', siteSonar: true };
  await putPatient(world, company, 'sandbox', 'twins', twins);
  await world.ended();
  await putPatient(world, company, 'sandbox', 'twins', { ...twins, sex: 'Male' });
  const twinsWorkflow = await workflowOf('sandbox', 'twins');
  await world.ended();
  await write(world, twinsWorkflow, 'patient-search.identity-resolved', edition);

  // One search runs, two wait for a ZIP code, then for the approval that the ZIP code has reset.
  await putPatient(world, company, 'live', 'joan', { ...jane, ...allSearches });
  const joan = await storedPatient(world, company, 'live', 'joan');
  const joanWorkflow = `patient-search/${joan.uid}`;
  await review(world, joan, { authorizationStatus: 'Approved' });
  await world.sent();
  await world.detailsWhen(joanWorkflow, details => details.includes('Site Sonar**: answered'));
  await putPatient(world, company, 'live', 'joan', { ...jane, zipCode: '02139' });
  await review(world, joan, { authorizationStatus: 'Approved' });
  await world.ended();
  await write(world, joanWorkflow, 'patient-search.waited-for-zip-and-approval', edition);

  partner.isAccepting = true;
  await putPatient(world, company, 'live', 'june', { ...jane, siteSonar: true });
  await review(world, await storedPatient(world, company, 'live', 'june'), {
    authorizationStatus: 'Approved',
  });
  await world.sent();
  const juneWorkflow = await workflowOf('live', 'june');
  await world.detailsWhen(juneWorkflow, details => details.includes('running'));
  await write(world, juneWorkflow, 'patient-search.waits-for-partner', edition);
  await world.workflow(juneWorkflow).terminate('recorded');
}

async function recordExchange(
  world: FlowWorld,
  company: TestCompany,
  partner: { isRoster: boolean },
  edition: string,
): Promise<void> {
  const workflowId = `roster-exchange/${roster.name}`;
  partner.isRoster = true;
  await putPatient(world, company, 'live', 'rosa', { ...jane, siteSonar: true });
  await review(world, await storedPatient(world, company, 'live', 'rosa'), {
    authorizationStatus: 'Approved',
  });
  const over = (): Promise<unknown> =>
    until(
      'the exchange to be over',
      async () => {
        await world.sent();
        const described = await world
          .workflow(workflowId)
          .describe()
          .catch(() => undefined);
        return described?.status.name;
      },
      status => status === 'COMPLETED',
    );
  await over();
  await write(world, workflowId, 'roster-exchange.collected-and-sent', edition);
  const { files } = world.services;
  await files.put(`exchange/${roster.name}/from-partner/hello.txt`, Buffer.from(edition), 'text/plain');
  await sweepExchange({ ...world.services, files }, roster.name, undefined);
  await over();
  await world.detailsWhen(workflowId, details => details.startsWith('Done'));
  await write(world, workflowId, 'roster-exchange.read-a-file', edition);
  partner.isRoster = false;
}

async function recordRecordRequests(world: FlowWorld, company: TestCompany, edition: string): Promise<void> {
  const site = {
    siteName: 'Harbor General Hospital',
    siteAddressLine1: '1 Harbor Way',
    siteCity: 'Salem',
    siteState: 'MA',
    siteZip: '01970',
  };
  const ask = async (project: 'sandbox' | 'live', id: string, kind: string): Promise<string> => {
    const key = project === 'sandbox' ? company.sandboxKey : company.productionKey;
    const path = `${patientsPath(company, project, id)}/record-requests`;
    const answer = await world.call('POST', path, { key, body: { ...site, [kind]: true } });
    const { requests } = answer.json as { requests: Array<{ request: { id: string } }> };
    return `record-request/${requests[0]?.request.id ?? ''}`;
  };
  const sandbox = await ask('sandbox', 'jane', 'billing');
  await world.sent();
  await world.result(sandbox);
  await write(world, sandbox, 'record-request.sandbox', edition);

  site.siteName = 'Need To Review Results';
  const inParts = await ask('sandbox', 'jane', 'billing');
  await world.sent();
  await world.result(inParts);
  await write(world, inParts, 'record-request.in-parts', edition);

  const live = await ask('live', 'joan', 'medicalRecord');
  await world.sent();
  await world.detailsWhen(live, details => details.includes('an operator to send the packet'));
  await write(world, live, 'record-request.waits-for-delivery-team', edition);
  await world.workflow(live).signal('requestChanged');
  await hasEvents(world, live, 26);
  await write(world, live, 'record-request.looked-at-again', edition);
  await world.workflow(live).terminate('recorded');
}

async function recordDeliveries(world: FlowWorld, company: TestCompany, edition: string): Promise<void> {
  const { uid: endpointUid } = await world.endpoint(company, '/hooks', { events: ['patient'] });
  const deliver = async (id: string): Promise<string> => {
    const before = world.receiver.at('/hooks').length;
    await putPatient(world, company, 'sandbox', id, jane);
    const all = await world.receiver.until('/hooks', received => received.length > before);
    return `webhook-delivery/${all[before]?.envelope.id ?? ''}`;
  };
  const good = await deliver('good');
  await world.result(good);
  await write(world, good, 'webhook-delivery.delivered', edition);

  world.receiver.respond('/hooks', () => 503);
  const retried = await deliver('retried');
  const hasFailed = (id: string): Promise<string> =>
    world.detailsWhen(id, details => details.startsWith('Attempt 1 of 6'));
  await hasFailed(retried);
  const before = world.receiver.at('/hooks').length;
  await world.workflow(retried).signal('retryNow');
  await world.receiver.until('/hooks', received => received.length > before);
  await hasNothingPending(world, retried);
  await write(world, retried, 'webhook-delivery.between-attempts', edition);
  world.receiver.respond('/hooks', () => 204);
  await world.workflow(retried).signal('retryNow');
  await world.result(retried);
  await write(world, retried, 'webhook-delivery.delivered-after-failures', edition);

  world.receiver.respond('/hooks', () => 503);
  const canceled = await deliver('canceled');
  await hasFailed(canceled);
  await world.workflow(canceled).signal('cancel');
  await world.result(canceled);
  await write(world, canceled, 'webhook-delivery.canceled', edition);

  // Its 24 hours are over before it starts.
  const deliveryUid = uuidv7(new Date());
  const givenUp = await world.temporal.deliveries.workflow.start('webhookDelivery', {
    workflowId: `webhook-delivery/${deliveryUid}`,
    taskQueue: world.queuePrefix + taskQueues.webhooks,
    args: [{ deliveryUid, emittedAtMs: Date.now() - deliveryLifeMs }],
  });
  await givenUp.result().catch(() => undefined);
  await write(world, givenUp.workflowId, 'webhook-delivery.given-up', edition);

  world.receiver.respond('/hooks', () => 204);
  const wish = { kind: 'since', since: new Date(Date.now() - 60_000), withSucceeded: true } as const;
  const { replayUid } = await world.change(change =>
    startReplay(change, { companyId: company.id, endpointUid }, wish),
  );
  await world.sent();
  await world.result(`webhook-replay/${replayUid}`);
  await write(world, `webhook-replay/${replayUid}`, 'webhook-replay.three-deliveries', edition);

  world.receiver.respond('/hooks', () => 410);
  await deliver('gone');
  const mails = await until(
    'the mail to the owner',
    async () => world.mails,
    all => all.length === 1,
  );
  const notice = `webhook-notice/${mails[0]?.uid ?? ''}`;
  await world.result(notice);
  await write(world, notice, 'endpoint-notice.sent', edition);
}

async function recordBulkImports(world: FlowWorld, company: TestCompany, edition: string): Promise<void> {
  const run = async (content: string): Promise<string> => {
    const path = `${patientsPath(company, 'sandbox')}/bulk`;
    const made = await world.call('POST', path, { key: company.sandboxKey, body: { dryRun: true } });
    const { bulkImport, upload } = made.json as { bulkImport: { id: string }; upload: { uploadUrl: string } };
    await fetch(upload.uploadUrl, { method: 'PUT', body: content });
    await world.call('GET', `/v0/companies/acme/projects/sandbox/bulk-imports/${bulkImport.id}`, {
      key: company.sandboxKey,
    });
    await world.sent();
    await world.result(`bulk-import/${bulkImport.id}`);
    return `bulk-import/${bulkImport.id}`;
  };
  // Two steps, since one takes a thousand rows.
  const rows = Array.from({ length: 1_100 }, (_row, index) => `p${index},Jane,Doe,1984-02-29\n`);
  const read = await run(`id,first name,last name,dob\n${rows.join('')}`);
  await write(world, read, 'bulk-import.two-steps', edition);
  await write(world, await run('no header\n'), 'bulk-import.unreadable-file', edition);
}

/** Returns production's sources of a research run: one that fails, and one that is pending first. */
function recordingSources(): ResearchSources {
  let asks = 0;
  const broken: AskedSource = {
    kind: 'asked',
    name: 'broken',
    answerWithinMs: 1_500,
    ask: async () => {
      throw new Error('away');
    },
  };
  const slow: AskedSource = {
    kind: 'asked',
    name: 'slow',
    answerWithinMs: 60_000,
    ask: async () => {
      asks += 1;
      return asks === 1 ? { kind: 'pending', askAgainAfterMs: 1_000 } : { kind: 'answered', findings: [] };
    },
  };
  return createResearchSources(sandboxResearchSource, [{ source: broken }, { source: slow }]);
}

async function recordResearches(world: FlowWorld, company: TestCompany, edition: string): Promise<void> {
  const finder = await useSiteFinder(world);
  const run = async (key: string, form: Readonly<Record<string, string>>): Promise<string> => {
    const page = await finder.post(await finder.minted(key), { do: 'research', ...form });
    const workflowId = `site-research/${researchIn(page)}`;
    await world.sent();
    await world.result(workflowId);
    return workflowId;
  };
  const site = {
    name: 'Harbor Clinic',
    addressLine1: '1 Harbor Way',
    city: 'Salem',
    state: 'MA',
    zip: '01970',
  };
  const { sandboxKey, productionKey } = company;
  await write(world, await run(sandboxKey, site), 'site-research.sandbox', edition);
  await write(world, await run(productionKey, site), 'site-research.failed-and-waited-for', edition);
}

async function recordSupporting(world: FlowWorld, company: TestCompany, edition: string): Promise<void> {
  const documents = { read: await linesPdf(['Power of attorney']), refused: Buffer.from('no PDF') };
  for (const [id, document] of Object.entries(documents)) {
    await putPatient(world, company, 'sandbox', `supporting-${id}`, jane);
    const patient = await storedPatient(world, company, 'sandbox', `supporting-${id}`);
    const { companyUid, projectUid, uid: patientUid } = patient;
    const uid = uuidv7(new Date());
    const key = supportingKey({ companyUid, projectUid, patientUid }, uid);
    await world.services.files.put(key, document, 'application/pdf');
    await lookForSupporting(world.services, { patientUid, uid });
    await world.sent();
    const workflowId = `supporting-document/${uid}/1`;
    await world.result(workflowId);
    await write(world, workflowId, `supporting-document.${id}`, edition);
  }
}

async function recordAuthChecks(world: FlowWorld, company: TestCompany, edition: string): Promise<void> {
  const documentOf = async (patientUid: string): Promise<string> => {
    const row: unknown = await world
      .db('authorization_document')
      .where({ patient_uid: patientUid })
      .first('uid');
    return typeof row === 'object' && row !== null && 'uid' in row ? String(row.uid) : '';
  };
  const upload = async (id: string, document: Uint8Array): Promise<string> => {
    await putPatient(world, company, 'sandbox', id, jane);
    const path = `${patientsPath(company, 'sandbox', id)}/authorization`;
    const { json } = await world.call('GET', path, { key: company.sandboxKey });
    await fetch(String(json['uploadUrl']), { method: 'PUT', body: Buffer.from(document) });
    await world.call('GET', path, { key: company.sandboxKey });
    await world.sent();
    return documentOf((await storedPatient(world, company, 'sandbox', id)).uid);
  };
  const judged = `auth-check/${await upload('read', await formPdf())}/1`;
  await world.result(judged);
  await write(world, judged, 'auth-check.judged', edition);
  const refused = `auth-check/${await upload('unreadable', Buffer.from('no PDF'))}/1`;
  await world.result(refused);
  await write(world, refused, 'auth-check.refused', edition);

  // A missing document: checked for until the waits are over, or until a later run discards it.
  const vanished = async (id: string): Promise<string> => {
    await putPatient(world, company, 'sandbox', id, jane);
    const patient = await storedPatient(world, company, 'sandbox', id);
    const project = await getProjectByUid(world.db, patient.projectUid);
    await world.change(async inner => {
      inner.unaudited('made to be recorded');
      await startAuthCheck(
        inner,
        project,
        { ...patient, authorizationEtag: '"none"' },
        { keepsReading: false },
      );
    });
    await world.sent();
    return documentOf(patient.uid);
  };
  const look = async (workflowId: string, looks: number): Promise<void> => {
    for (let made = 0; made < looks; made += 1) {
      await hasNothingPending(world, workflowId);
      await world.detailsWhen(workflowId, details => details.startsWith('Waiting'));
      const { historyLength } = await world.workflow(workflowId).describe();
      await world.workflow(workflowId).signal('lookAgain');
      await hasEvents(world, workflowId, historyLength + 6);
    }
  };
  const waiting = `auth-check/${await vanished('waiting')}/1`;
  await world.detailsWhen(waiting, details => details.startsWith('Waiting'));
  await write(world, waiting, 'auth-check.waits-for-document', edition);
  await look(waiting, 4);
  await world.result(waiting);
  await write(world, waiting, 'auth-check.gave-up', edition);
  const discarded = `auth-check/${await vanished('discarded')}/1`;
  await world.detailsWhen(discarded, details => details.startsWith('Waiting'));
  const later = `auth-check/${await vanished('discarded')}/2`;
  await world.result(discarded);
  await write(world, discarded, 'auth-check.discarded', edition);
  await world.workflow(later).terminate('recorded');
}

async function recordDeskBulks(world: FlowWorld, company: TestCompany, edition: string): Promise<void> {
  const olga = await operatorAtDesk(world, 'Olga');
  const item: string[] = [];
  for (let made = 0; made < 21; made += 1)
    item.push(`endpoint:${await failedEndpoint(world, company, new Date())}`);
  const { location } = await olga.send('/desk', '/desk/bulk', { action: 'take', item });
  const workflowId = `desk-bulk/${location.slice(location.lastIndexOf('/') + 1)}`;
  await world.sent();
  await world.result(workflowId);
  await write(world, workflowId, 'desk-bulk.two-steps', edition);
}

async function recordPeriodicWork(world: FlowWorld, edition: string): Promise<void> {
  for (const name of periodicWorkOf(true)) {
    const { scheduleId } = periodicWork[name];
    const taskQueue = world.queuePrefix + taskQueues.core;
    await world.temporal.client.workflow.execute(name, { workflowId: scheduleId, taskQueue, args: [] });
    await write(world, scheduleId, `${scheduleId}.one-run`, edition);
  }
}

async function main(): Promise<void> {
  const edition = process.argv[2] ?? new Date().toISOString().slice(0, 10);
  if (!/^[a-z0-9-]+$/.test(edition))
    throw new Error('an edition may only have lowercase letters, digits, and hyphens');
  await mkdir(folder, { recursive: true });
  await Promise.all([startTestServices(), prepareWorkflowBundle()]);
  try {
    await Promise.all([prepareTemplateDatabase(), prepareTestBucket(), prepareTestNamespaces()]);
    const partner = { isAccepting: false, isRoster: false };
    const world = await startFlowWorld({
      alsoServes: ['documents'],
      partners: recordingPartners(partner),
      rosters: [roster],
      researchSources: recordingSources(),
    });
    try {
      const company = await world.company('acme');
      const only = process.argv[3];
      const isWanted = (workflow: string): boolean => only === undefined || only === workflow;
      // Record requests are created for the patients of the searches.
      if (isWanted('patient-search') || isWanted('roster-exchange') || isWanted('record-request')) {
        await recordSearches(world, company, partner, edition);
        await recordExchange(world, company, partner, edition);
        await recordRecordRequests(world, company, edition);
      }
      if (isWanted('webhook-delivery')) await recordDeliveries(world, company, edition);
      if (isWanted('auth-check')) await recordAuthChecks(world, company, edition);
      if (isWanted('site-research')) await recordResearches(world, company, edition);
      if (isWanted('supporting-document')) await recordSupporting(world, company, edition);
      if (isWanted('bulk-import')) await recordBulkImports(world, company, edition);
      if (isWanted('desk-bulk')) await recordDeskBulks(world, company, edition);
      if (isWanted('periodic-work')) await recordPeriodicWork(world, edition);
    } finally {
      await world.close();
    }
  } finally {
    await Promise.all([stopTestServices(), removeWorkflowBundle()]);
  }
}

surviveClosedPipe();
main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

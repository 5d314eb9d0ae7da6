/**
 * `npm run demo`: a customer of recordwell, from the registration of a patient to the downloaded records. It
 * uses the public API, presigned URLs and a webhook receiver of its own, and exits 0 only if everything held
 * that customers are promised.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { authorizationFormPdf } from '../../evaluation/forms/authorization-form-pdf';
import { createCustomer, type PatientBody } from './customer';
import { startReceiver } from './own-receiver';
import { workLiveRequest } from './live-request';
import { retrieve } from './retrieve';
import { usualState } from '../run/state-folder';
import { runNpm } from './run-tool';
import { hasStackFile, readStackFile } from './stack-file';
import { startTimeline } from './timeline';
import { surviveClosedPipe } from '../../src/platform/closed-pipe';

const help = `A customer's retrieval on a sandbox project, end to end, and a request of a live one worked by
the delivery team.

  npm run demo                              on the stack that runs, or on one of its own
  npm run demo -- --state DIR               on the stack of that folder
  npm run demo -- --authorization FILE      upload this PDF instead of a filled form`;

/** An invented person; the day of birth varies, and with it the history that the sandbox finds. */
function inventPatient(): PatientBody {
  const year = 1950 + (Date.now() % 50);
  const day = String(1 + (Date.now() % 28)).padStart(2, '0');
  return {
    firstName: 'Jordan',
    lastNames: ['Sample', 'Sample-Reyes'],
    dateOfBirth: `${year}-06-${day}`,
    sex: 'Female',
    zipCodes: ['60505'],
  };
}

function today(offsetYears = 0): string {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() + offsetYears);
  return date.toISOString().slice(0, 10);
}

async function fillForm(patient: PatientBody): Promise<Uint8Array> {
  return authorizationFormPdf({
    patient: { ...patient, addressLines: ['12 Invented Lane', 'Aurora, IL 60505'] },
    disclosingParty: { name: 'Any health care provider', addressLines: [] },
    recipient: { name: 'Demo company', addressLines: ['1 Example Plaza', 'Chicago, IL 60601'] },
    information: ['medicalRecord', 'billing', 'imaging'],
    purpose: 'Legal',
    expiresOn: today(1),
    signedOn: today(),
  });
}

async function isAnswering(state: string): Promise<boolean> {
  if (!hasStackFile(state)) return false;
  const { docs } = readStackFile(state);
  // Where nothing listens that is known at once; the first page after a start takes seconds on a busy
  // machine.
  return fetch(docs, { signal: AbortSignal.timeout(20_000) }).then(
    response => response.ok,
    () => false,
  );
}

/** Rejects when somebody ends the demo, for the first time; a second Ctrl-C ends it at once. */
function untilInterrupted(): Promise<never> {
  return new Promise((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => reject(new Error(`Ended by ${signal}.`)));
  });
}

/** The customer's story on a stack that runs. @returns whether everything held */
async function runDemo(
  state: string,
  authorizationFile: string | undefined,
  interrupted: Promise<never>,
): Promise<boolean> {
  const stack = readStackFile(state);
  const tell = startTimeline();
  const account = {
    api: stack.api,
    key: stack.sandboxKey,
    companyId: stack.companyId,
    projectId: stack.sandboxProjectId,
  };
  tell('told', `the API is at ${stack.api}, the project is ${account.companyId}/${account.projectId}`);
  const patient = inventPatient();
  const authorization =
    authorizationFile === undefined ? await fillForm(patient) : readFileSync(authorizationFile);
  const receiver = await startReceiver(state, {
    onReceipt: ({ isFresh, isGenuine, headerId }, envelope) => {
      const isGood = isFresh && isGenuine && envelope !== undefined;
      const status = envelope?.data['searchStatus'] ?? envelope?.data['status'];
      const note = typeof status === 'string' ? ` (${status})` : '';
      tell(
        isGood ? 'heard' : 'failed',
        isGood ? `${envelope.eventType}${note}` : `a bad delivery ${headerId}`,
      );
    },
  });
  tell('told', 'a webhook receiver listens and is registered for all events of the sandbox');
  try {
    const isOwnAuthorization = authorizationFile !== undefined;
    const customer = createCustomer(account);
    const parts = { account, customer, receiver, authorization, isOwnAuthorization, patient, tell };
    const findings = await Promise.race([retrieve(parts), interrupted]);
    const live = { ...account, key: stack.productionKey, projectId: stack.liveProjectId };
    const livePatient = { ...patient, firstName: 'Alex' };
    const story = {
      state,
      tell,
      customer: createCustomer(live),
      patient: livePatient,
      authorization: await fillForm(livePatient),
    };
    await Promise.race([workLiveRequest(story), interrupted]);
    for (const { promise, problem } of findings)
      tell(
        problem === undefined ? 'held' : 'failed',
        problem === undefined ? promise : `${promise}: ${problem}`,
      );
    return findings.every(({ problem }) => problem === undefined);
  } catch (error) {
    tell('failed', error instanceof Error ? error.message : String(error));
    return false;
  } finally {
    await receiver.stop();
    tell('told', 'the endpoint is disabled: nothing is posted to it any more');
  }
}

function whereToLook(state: string): string {
  const { temporalUi } = readStackFile(state);
  return (
    `Not everything held. Look at the logs in ${join(state, 'logs')}, the workflows at ${temporalUi}, ` +
    `and the deliveries by \`npm run admin\`.`
  );
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      state: { type: 'string' },
      authorization: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const interrupted = untilInterrupted();
  // It is looked at once the receiver is registered, so that the endpoint is known and can be disabled.
  interrupted.catch(() => undefined);
  const state = resolve(values.state ?? usualState(process.env));
  if (await isAnswering(state)) {
    const isGood = await runDemo(state, values.authorization, interrupted);
    if (!isGood) console.error(whereToLook(state));
    return isGood ? 0 : 1;
  }
  if (values.state !== undefined)
    throw new Error(`No stack answers in ${state}: start one with \`npm start\`.`);

  const own = await mkdtemp(join(tmpdir(), 'recordwell-demo-'));
  let isGood = false;
  try {
    console.error('No stack runs here: starting one for the demo alone.');
    const code = await runNpm(['start', '--silent', '--', '--detach', '--state', own, '--ports', 'auto']);
    if (code !== 0) throw new Error(`The stack did not start; its logs are in ${join(own, 'logs')}.`);
    isGood = await runDemo(own, values.authorization, interrupted);
  } finally {
    await runNpm(['stop', '--silent', '--', '--state', own]);
    if (isGood) await rm(own, { recursive: true, force: true });
    else console.error(`Not everything held. The stopped stack's logs are in ${join(own, 'logs')}.`);
  }
  return isGood ? 0 : 1;
}

surviveClosedPipe();
void main().then(
  // Not by itself: of a demo that was interrupted a wait may go on.
  code => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);

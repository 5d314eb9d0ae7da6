/**
 * `npm run demo`: a customer of recordwell, from the registration of a patient to the downloaded records. It
 * uses the public API, presigned URLs, and its own webhook receiver. It exits with 0 only if everything held
 * that we promise customers.
 */
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { authorizationFormPdf } from '../../evaluation/forms/authorization-form-pdf';
import { createCustomer, patientWaitsMs, type PatientBody } from './customer';
import { ensureStack, type Origin } from './ensure-stack';
import { startReceiver } from './own-receiver';
import { workLiveRequest } from './live-request';
import { retrieve } from './retrieve';
import { findSupervisor } from '../run/folder-claim';
import { explain, StackError } from '../run/stack-error';
import { stateFolderAt, usualState, type StateFolder } from '../run/state-folder';
import { complain, table } from '../run/terminal';
import { readStackFile } from './stack-file';
import { startTimeline } from './timeline';
import { surviveClosedPipe } from '../../src/platform/closed-pipe';

const help = `Runs a customer's retrieval on a sandbox project, and a request on a live project that an
operator processes. Starts a stack if none is running. The stack keeps running afterward.

  npm run demo                              on the stack in RECORDWELL_STATE or .recordwell
  npm run demo -- --state DIR               on the stack in that folder
  npm run demo -- --ports auto              use free ports if it starts a stack
  npm run demo -- --authorization FILE      upload this PDF instead of a filled form`;

/** A made-up person. The date of birth varies, and with it the history that the sandbox finds. */
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

/** A signal that ended the demo. */
class Interrupted extends Error {
  constructor(readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
    super(`Stopped by ${signal}.`);
  }
}

/** Rejects at the first signal that ends the demo. A second Ctrl-C ends it immediately. */
function untilInterrupted(): Promise<never> {
  return new Promise((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => reject(new Interrupted(signal)));
  });
}

/**
 * Runs the customer's part of the demo on a running stack.
 * @returns whether every promise was kept
 * @throws Interrupted once its endpoint is disabled
 */
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
  tell('note', `the API is at ${stack.api}, the project is ${account.companyId}/${account.projectId}`);
  const patient = inventPatient();
  const authorization =
    authorizationFile === undefined ? await fillForm(patient) : readFileSync(authorizationFile);
  const receiver = await startReceiver(state, {
    onReceipt: ({ isFresh, isGenuine, headerId }, envelope) => {
      const isGood = isFresh && isGenuine && envelope !== undefined;
      const status = envelope?.data['searchStatus'] ?? envelope?.data['status'];
      const note = typeof status === 'string' ? ` (${status})` : '';
      tell(
        isGood ? 'delivery' : 'failed',
        isGood ? `${envelope.eventType}${note}` : `an invalid delivery ${headerId}`,
      );
    },
  });
  tell('note', 'a webhook receiver is running and registered for all sandbox events');
  try {
    const isOwnAuthorization = authorizationFile !== undefined;
    const customer = createCustomer(account, patientWaitsMs);
    const parts = { account, customer, receiver, authorization, isOwnAuthorization, patient, tell };
    const findings = await Promise.race([retrieve(parts), interrupted]);
    const live = { ...account, key: stack.productionKey, projectId: stack.liveProjectId };
    const livePatient = { ...patient, firstName: 'Alex' };
    const story = {
      state,
      tell,
      customer: createCustomer(live, patientWaitsMs),
      patient: livePatient,
      authorization: await fillForm(livePatient),
    };
    await Promise.race([workLiveRequest(story), interrupted]);
    for (const { promise, problem } of findings)
      tell(
        problem === undefined ? 'passed' : 'failed',
        problem === undefined ? promise : `${promise}: ${problem}`,
      );
    return findings.every(({ problem }) => problem === undefined);
  } catch (error) {
    tell('failed', error instanceof Error ? error.message : String(error));
    if (error instanceof Interrupted) throw error;
    return false;
  } finally {
    await receiver.stop();
    tell('note', 'the endpoint is disabled, so it gets no more events');
  }
}

function whereToLook(folder: StateFolder): string {
  const { temporalUi } = readStackFile(folder.path);
  return (
    `Something failed. Check the logs in ${folder.logs}, the workflows at ${temporalUi}, and the ` +
    'deliveries with `npm run admin`.'
  );
}

/** Prints how to continue. */
function printNextSteps(folder: StateFolder, origin: Origin): void {
  const { api, docs, temporalUi } = readStackFile(folder.path);
  const state = folder.path === stateFolderAt(usualState({})).path ? '' : ` -- --state ${folder.path}`;
  const keepsRunning =
    origin === 'started' ? 'The stack keeps running' : 'The stack was running before and keeps running';
  table(`The demo is done. ${keepsRunning}:`, [
    [
      'Console',
      `${api}/console (sign in as demo@example.com; \`npm run status${state}\` shows the sign-in link)`,
    ],
    ['Documentation', docs],
    ...(temporalUi === '' ? [] : [['Temporal UI', temporalUi] as const]),
    ['Run it again', `npm run demo${state}`],
    ['Stop the stack', `npm stop${state}`],
  ]);
}

function parse() {
  const { values } = parseArgs({
    options: {
      state: { type: 'string' },
      ports: { type: 'string' },
      authorization: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.ports !== undefined && values.ports !== 'auto') throw new StackError('--ports must be `auto`.');
  return values;
}

async function main(): Promise<number> {
  const values = parse();
  if (values.help) {
    console.log(help);
    return 0;
  }
  const interrupted = untilInterrupted();
  // It's checked once the receiver is registered, so that the endpoint is known and can be disabled.
  interrupted.catch(() => undefined);
  const folder = stateFolderAt(values.state ?? usualState(process.env));
  try {
    const origin = await ensureStack(folder, values.ports === 'auto', interrupted);
    const isGood = await runDemo(folder.path, values.authorization, interrupted);
    if (!isGood) console.error(whereToLook(folder));
    printNextSteps(folder, origin);
    return isGood ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    const left =
      findSupervisor(folder) === undefined
        ? ''
        : ` A stack keeps running in ${folder.path}. To stop it, run \`npm stop\`.`;
    console.error(`${error.message}${left}`);
    return 128 + constants.signals[error.signal];
  }
}

surviveClosedPipe();
void main().then(
  // Waits of an interrupted demo may still be running.
  code => process.exit(code),
  (error: unknown) => {
    complain(explain(error));
    process.exit(1);
  },
);

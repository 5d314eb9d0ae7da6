import { periodicWork, type PeriodicWorkFunctions } from '../../src/domain/periodic-work';
import {
  attributesOf,
  signalOf,
  startOf,
  workflows,
  type WorkflowFunctions,
} from '../../src/domain/workflows';
import * as bundle from '../../workflows';

const environment = 'production';

test('each workflow is known by the name of its kind, and each id tells whose it is', () => {
  expect(Object.entries(workflows).map(([name, { type }]) => [name, type])).toEqual(
    Object.keys(workflows).map(name => [name, name]),
  );
  expect(workflows.authCheck.id({ documentUid: 'd', run: 2 })).toBe('auth-check/d/2');
  expect(workflows.bulkImport.id({ importUid: 'i' })).toBe('bulk-import/i');
  expect(workflows.patientSearch.id({ patientUid: 'p' })).toBe('patient-search/p');
  expect(workflows.recordRequest.id({ recordRequestUid: 'r' })).toBe('record-request/r');
  expect(workflows.rosterExchange.id({ partner: 'x' })).toBe('roster-exchange/x');
  expect(workflows.webhookDelivery.id({ deliveryUid: 'w' })).toBe('webhook-delivery/w');
});

test('the bundle holds every workflow of the catalogue, all periodic work, and no other', () => {
  const functions: WorkflowFunctions & PeriodicWorkFunctions = bundle;
  expect(Object.keys(functions).toSorted()).toEqual(
    [...Object.keys(workflows), ...Object.keys(periodicWork)].toSorted(),
  );
});

test('a start is the same command however often it is written, and a signal is one of its own', () => {
  const start = startOf(workflows.bulkImport, { importUid: 'i' }, { environment });
  expect(start).toEqual({
    workflowType: 'bulkImport',
    workflowId: 'bulk-import/i',
    signal: null,
    args: [{ importUid: 'i' }],
    searchAttributes: { kind: 'bulkImport', environment },
    dedupeKey: 'bulk-import/i',
  });
  const signal = signalOf(workflows.rosterExchange, 'fileArrived', { partner: 'x' }, { environment });
  expect(signal).toMatchObject({ workflowId: 'roster-exchange/x', signal: 'fileArrived', dedupeKey: null });
});

test('the attributes of what is in a project name it, its company and environment, and what is narrower than the kind', () => {
  const about = attributesOf(
    { companyId: 'acme', id: 'crash-2026', uid: 'u', status: 'Sandbox' },
    { kind: 'billing', patient: 'p', status: 'Submitted' },
  );
  const { searchAttributes } = startOf(workflows.recordRequest, { recordRequestUid: 'r' }, about);
  expect(searchAttributes).toEqual({
    company: 'acme',
    environment: 'sandbox',
    kind: 'billing',
    patient: 'p',
    project: 'crash-2026',
    projectUid: 'u',
    status: 'Submitted',
  });
});

test('a wrong workflow, signal or input does not compile', () => {
  const wrong = (): unknown => [
    // @ts-expect-error no workflow has this name
    workflows.patientSearches,
    // @ts-expect-error no workflow of this kind takes this signal
    signalOf(workflows.patientSearch, 'requestChanged', { patientUid: 'p' }, { environment }),
    // @ts-expect-error a workflow without signals takes none
    signalOf(workflows.bulkImport, 'lookAgain', { importUid: 'i' }, { environment }),
    // @ts-expect-error another kind's input
    startOf(workflows.authCheck, { patientUid: 'p' }, { environment }),
    // @ts-expect-error an input that lacks something
    startOf(workflows.authCheck, { documentUid: 'd' }, { environment }),
    // @ts-expect-error an environment that is none
    startOf(workflows.bulkImport, { importUid: 'i' }, { environment: 'staging' }),
  ];
  expect(wrong).toBeInstanceOf(Function);
  // @ts-expect-error a workflow that is missing from the bundle
  const lacking: WorkflowFunctions = { authCheck: bundle.authCheck };
  expect(lacking).toBeDefined();
});

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

test('Each workflow is named after its kind, and its ID names its subject', () => {
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

test('The bundle holds exactly the workflows of the catalog and the periodic work', () => {
  const functions: WorkflowFunctions & PeriodicWorkFunctions = bundle;
  expect(Object.keys(functions).toSorted()).toEqual(
    [...Object.keys(workflows), ...Object.keys(periodicWork)].toSorted(),
  );
});

test('A workflow start has the same dedupe key every time, and a signal has none', () => {
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

test('The search attributes of a subject in a project name the project and details of the kind', () => {
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

test('A wrong workflow, signal, or input does not compile', () => {
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
    // @ts-expect-error an unknown environment
    startOf(workflows.bulkImport, { importUid: 'i' }, { environment: 'staging' }),
  ];
  expect(wrong).toBeInstanceOf(Function);
  // @ts-expect-error a workflow that is missing from the bundle
  const lacking: WorkflowFunctions = { authCheck: bundle.authCheck };
  expect(lacking).toBeDefined();
});

/**
 * The exchange of rosters end to end: our service, the object store, and a partner in its own process.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createPartners } from '../../src/partners/partners';
import { sandbox } from '../../src/sandbox/sandbox';
import type { PatientSearch } from '../../src/domain/searches/search';
import { createMetrics } from '../../src/platform/metrics';
import { sweepExchange } from '../../src/usecases/rosters/exchanged-files';
import { measureUnread } from '../../src/usecases/rosters/exchanges';
import { typescriptArguments } from '../../stack/run/typescript-arguments';
import { admin } from '../support/admin-shell';
import { notificationSecret, type Answer, type TestCompany } from '../support/api-world';
import { testObjectStore } from '../support/files';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { clinicalCounts, patientsPath, storedPatient } from '../support/patients';
import { until } from '../support/until';
import { readRows } from '../support/records';
import { anyPurpose } from '../support/any-purpose';
import { withoutUuids } from '../support/without-uuids';

describe('Roster partner', () => {
  const name = `net-${randomBytes(4).toString('hex')}`;
  const settings = {
    name,
    senderId: 'RECORDWELL',
    receiverId: 'CLAIMSNET',
    ...anyPurpose,
    usage: 'T',
    collectSeconds: 1,
    answerWithinHours: 168,
  } as const;
  const routes = (['siteSonar', 'patientHistories', 'ehrSearch'] as const).map(search => ({
    search,
    partner: name,
  }));
  let world: FlowWorld;
  let company: TestCompany;
  let partner: ChildProcess;
  beforeAll(async () => {
    world = await startFlowWorld({
      partners: createPartners({ rosters: [settings], routes }, sandbox),
      rosters: [settings],
    });
    company = await world.company('acme');
    await world.endpoint(company, '/events', { environment: 'production' });
    await world.call('PUT', '/v0/companies/acme/projects/covered', {
      key: company.productionKey,
      body: { name: 'Covered', purpose: 'CoveredTreatment' },
    });
    const { endpoint, bucket, accessKeyId, secretAccessKey } = testObjectStore();
    const notify = `${world.url}/internal/object-events?secret=${encodeURIComponent(notificationSecret)}`;
    partner = spawn(
      process.execPath,
      [...typescriptArguments, join(__dirname, '../../stack/test-partner/main.ts'), name, notify],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          ...process.env,
          S3_ENDPOINT: endpoint,
          S3_BUCKET: bucket,
          S3_ACCESS_KEY_ID: accessKeyId,
          S3_SECRET_ACCESS_KEY: secretAccessKey,
        },
      },
    );
  });
  afterAll(async () => {
    partner.kill('SIGTERM');
    await world.close();
  });

  const put = (id: string, body: object): Promise<Answer> =>
    world.call('PUT', patientsPath(company, 'covered', id), {
      key: company.productionKey,
      body: {
        lastNames: ['Doe', "O'Brien|Smith"],
        dateOfBirth: '1984-02-29',
        sex: 'Female',
        zipCodes: ['02139'],
        siteSonar: true,
        ...body,
      },
    });
  const search = async (id: string, index = 0): Promise<PatientSearch | undefined> =>
    (await storedPatient(world, company, 'covered', id)).searches[index];
  const outcome = (id: string, wanted: string): Promise<unknown> =>
    until(
      `the outcome ${wanted}`,
      async () => (await search(id))?.outcome,
      current => current === wanted,
      { withinMs: 50_000 },
    );
  const rowsOf = async (id: string): Promise<Record<string, number>> =>
    clinicalCounts(world, (await storedPatient(world, company, 'covered', id)).uid);
  interface ExchangedFile {
    readonly kind: string;
    readonly state: string;
    readonly fault: string | null;
    readonly entries: number;
    readonly fileName: string;
    readonly replicaKey: string | null;
  }
  /** Returns the files whose rows satisfy the condition, oldest first. */
  const filesWhere = (condition: string, ...values: string[]): Promise<ExchangedFile[]> =>
    readRows(
      world.db,
      `select kind, state, fault, entries, file_name as "fileName", replica_key as "replicaKey"
        from roster_file
       where ${condition} order by created_at`,
      values,
    );
  const filesOf = async (id: string): Promise<ExchangedFile[]> =>
    filesWhere(
      'transmission_id = (select transmission_id from roster_entry where run_uid = ?)',
      (await search(id))?.runUid ?? '',
    );
  const settled = (id: string, count: number): Promise<unknown> =>
    until(
      `${count} files to be settled`,
      () => filesOf(id),
      files => files.length >= count && files.every(({ state }) => state !== 'noticed'),
      { shown: files => files.map(({ kind, state }) => `${kind} ${state}`).join(', ') },
    );
  const completions = (id: string): number =>
    world.receiver
      .at('/events')
      .filter(({ envelope }) => envelope.data['id'] === id && envelope.eventType === 'siteSonar.completed')
      .length;

  test('gets many patients in one file, and answers for each of them [DECISION-84]', async () => {
    await Promise.all([
      put('ada', { firstName: 'Ada' }),
      put('refused', { firstName: 'Refused' }),
      put('nobody', { firstName: 'Nobody' }),
      put('stranger', { firstName: 'Stranger' }),
      put('twins', { firstName: 'Twins', sex: null }),
      put('sister', { firstName: 'Sister' }),
      put('namesake', { firstName: 'Namesake' }),
    ]);
    await Promise.all([
      outcome('ada', 'Completed'),
      outcome('refused', 'RequestRejected'),
      outcome('nobody', 'NoHit'),
      outcome('stranger', 'NoHit'),
      outcome('twins', 'AmbiguousIdentity'),
      outcome('sister', 'NoHit'),
      outcome('namesake', 'AmbiguousIdentity'),
    ]);
    expect(await rowsOf('ada')).toEqual({
      'siteSonar diagnosis': 1,
      'siteSonar labResult': 1,
      'siteSonar prescriptionFill': 1,
      'siteSonar procedure': 1,
      'siteSonar visit': 1,
    });
    expect(await rowsOf('twins')).toEqual({});
    expect(await rowsOf('stranger')).toEqual({});
    expect(await rowsOf('sister')).toEqual({});
    expect(await rowsOf('namesake')).toEqual({});
    const shown = await admin(world, [
      ...['search', 'runs', 'ada', '--company', 'acme', '--project', 'covered', '--json'],
    ]);
    const [run] = shown.json() as Array<{ matching: string; newVisits: number }>;
    expect(run?.newVisits).toBe(1);
    // The explanation has rule and grades, but no values.
    expect(JSON.parse(run?.matching ?? '')).toMatchObject({
      candidates: [{ candidate: 1, verdict: 'accept', rule: 'A5', identity: 1 }],
    });
    expect(run?.matching).not.toMatch(/Ada|Doe|1984|02139/);

    const sent = await filesWhere(`kind = 'request' and partner = ?`, name);
    expect(sent.map(({ entries }) => entries).reduce((a, b) => a + b, 0)).toBe(7);
    expect(sent.length).toBeLessThanOrEqual(2);
    // The sent data is only in the file's replica and in the patient's record.
    const kept = await readRows<{ details: object }>(
      world.db,
      'select details from roster_entry where partner = ?',
      [name],
    );
    expect(kept.map(({ details }) => details)).toEqual(kept.map(() => ({})));
    await settled('ada', 3);
    const files = await filesOf('ada');
    for (const { replicaKey } of files)
      expect(await world.services.files.head(replicaKey ?? '')).toBeDefined();

    // No patient data is in the log, or in the workflows' inputs and results.
    const given = await Promise.all(
      [
        `roster-exchange/${name}`,
        `patient-search/${(await storedPatient(world, company, 'covered', 'ada')).uid}`,
      ].map(async workflowId => {
        const { events = [] } = await world.workflow(workflowId).fetchHistory();
        const payloads = (events ?? []).flatMap(event => [
          ...(event.activityTaskScheduledEventAttributes?.input?.payloads ?? []),
          ...(event.activityTaskCompletedEventAttributes?.result?.payloads ?? []),
          ...(event.workflowExecutionSignaledEventAttributes?.input?.payloads ?? []),
        ]);
        const [codec] = world.temporal.client.options.loadedDataConverter.payloadCodecs;
        return (await codec?.decode(payloads))?.map(({ data }) => Buffer.from(data ?? []).toString());
      }),
    );
    expect(given.flat().length).toBeGreaterThan(6);
    for (const text of [...given.flat(), ...world.workerLogLines])
      expect(withoutUuids(text ?? '')).not.toMatch(/O'Brien|1984|02139|Stranger|Chest pain|not one we take/);

    // The sex resolves the twins, and the correction resends the refused patient.
    await put('twins', { firstName: 'Twins', sex: 'Male' });
    await outcome('twins', 'Completed');
    expect((await rowsOf('twins'))['siteSonar visit']).toBe(1);
    // A phone that agrees proves the namesake, and nothing is sent for that.
    const runs = (await search('namesake'))?.run;
    await put('namesake', { firstName: 'Namesake', mobile: '+16174931111' });
    expect(await rowsOf('namesake')).toEqual({});
    await put('namesake', { firstName: 'Namesake', mobile: '+16174930000' });
    await outcome('namesake', 'Completed');
    expect((await rowsOf('namesake'))['siteSonar visit']).toBe(1);
    expect((await search('namesake'))?.run).toBe(runs);
    await world.sent();
    await until('the completion to be sent', () => completions('namesake'));
    expect(completions('namesake')).toBe(1);
    await put('refused', { firstName: 'Rita' });
    await outcome('refused', 'Completed');
  }, 60_000);

  test('refuses each patient of a file that it refuses, with its own reason', async () => {
    await put('loadfail', { firstName: 'Loadfail' });
    await outcome('loadfail', 'RequestRejected');
    expect(await search('loadfail')).toMatchObject({ phase: 'armed', waitsFor: 'correction', refusals: 1 });
    const shown = await admin(world, [
      ...['search', 'show', 'loadfail', '--company', 'acme', '--project', 'covered', '--json'],
    ]);
    expect(shown.json()).toContainEqual(
      expect.objectContaining({ refusalCode: 'LOAD-03', refusalText: 'The file could not be loaded.' }),
    );
  });

  test.each([
    ['Truncated', 4, 'the file is truncated'],
    ['Early', 3, null],
    ['Double', 5, null],
    ['Late', 4, null],
  ])(
    'can send the files of scenario %s without lost or duplicate results',
    async (firstName, count, fault) => {
      const id = firstName.toLowerCase();
      await put(id, { firstName });
      await outcome(id, 'Completed');
      await settled(id, count);
      const files = await filesOf(id);
      expect(files).toHaveLength(count);
      expect(files.filter(({ state }) => state === 'rejected').map(file => file.fault?.slice(0, 21))).toEqual(
        fault === null ? [] : [fault],
      );
      expect((await rowsOf(id))['siteSonar visit']).toBe(1);
      await world.sent();
      await until('the completion event', () => completions(id));
      expect(completions(id)).toBe(1);
      expect((await search(id))?.run).toBe(1);
    },
    60_000,
  );

  test('has a damaged part of its results read again after a fix, without delaying other patients [DECISION-85]', async () => {
    await Promise.all([put('garbled', { firstName: 'Garbled' }), put('beside', { firstName: 'Bea' })]);
    await outcome('beside', 'Completed');
    const [results] = await until(
      'the results to be read',
      async () =>
        (await filesOf('garbled')).filter(file => file.kind === 'results' && file.state === 'applied'),
      files => files.length > 0,
    );
    expect(results?.fault).toBe("couldn't be read for 1 of its patients; their runs say why");
    expect(await search('garbled')).toMatchObject({ phase: 'running', outcome: null });
    expect(await rowsOf('garbled')).toEqual({});
    const metrics = createMetrics('test');
    const unread = async (): Promise<number | undefined> => {
      await measureUnread({ ...world.services, exchanges: new Map([[name, settings]]), metrics });
      return (await metrics.answersNotUnderstood.get()).values[0]?.value;
    };
    expect(await unread()).toBe(1);
    const listed = await admin(world, [
      ...['search', 'runs', 'garbled', '--company', 'acme', '--project', 'covered', '--json'],
    ]);
    const [run] = listed.json() as Array<{ matching: string }>;
    expect(run?.matching).toContain('the line is damaged');
    const files = await admin(world, ['roster', 'files', name, '--json']);
    const read = (files.json() as Array<{ file: string; fault: string | null }>).find(({ fault }) =>
      fault?.includes("couldn't be read"),
    );
    // A fix changes how the file is read; here the damaged line is taken out of the replica instead.
    const key = results?.replicaKey ?? '';
    const bytes = await world.services.files.get(key, 1_000_000);
    const repaired = gunzipSync(bytes).toString().replaceAll('{"resourceType":\n', '');
    await world.services.files.put(key, gzipSync(repaired), 'application/octet-stream');
    const again = await admin(world, ['roster', 'reread', '--file', read?.file ?? '']);
    expect(again.stdout).toContain('again');
    await outcome('garbled', 'Completed');
    expect((await rowsOf('garbled'))['siteSonar visit']).toBe(1);
    expect(await unread()).toBe(0);
    await world.sent();
    await until('the completion to be sent', () => completions('garbled'));
    expect([completions('garbled'), completions('beside')]).toEqual([1, 1]);
    const unknown = await admin(world, ['roster', 'reread', '--file', randomUUID()]);
    expect(unknown.stderr).toContain('No file has this ID');
  }, 60_000);

  test('had answers before people were kept, which are judged from the stored files, once [DECISION-88]', async () => {
    await Promise.all([put('earlier', { firstName: 'Eliza' }), put('wrong', { firstName: 'Wanda' })]);
    await Promise.all([outcome('earlier', 'Completed'), outcome('wrong', 'Completed')]);
    // A file is on record as applied after the last of its answers is.
    await until(
      'the results to be applied',
      () => filesWhere("kind = 'results' and state = 'noticed'"),
      waiting => waiting.length === 0,
    );
    const uidOf = async (id: string): Promise<string> =>
      (await storedPatient(world, company, 'covered', id)).uid;
    const visits = async (id: string): Promise<unknown[]> =>
      readRows(world.db, 'select uid, created_at from visit where patient_uid = ?', [await uidOf(id)]);
    const before = await visits('earlier');
    expect(before).toHaveLength(1);
    // As the release before left them: no person and no records are kept, and the name was corrected since.
    const uids = [await uidOf('earlier'), await uidOf('wrong')];
    await world
      .db('run_candidate')
      .whereIn('patient_uid', uids)
      .update({ person: null, content: null, rows: 0 });
    await world.db('search_run').whereIn('patient_uid', uids).update({ asked: null });
    await world.db('patient').where({ uid: uids[1] }).update({ first_name: 'Maud' });

    const judged = await admin(world, ['search', 'judge-earlier', '--yes', '--json']);
    expect(judged.json()).toMatchObject({ accepted: 1, withdrawn: 1, unread: 0 });
    expect(await visits('earlier')).toEqual(before);
    expect(await visits('wrong')).toEqual([]);
    expect(await search('wrong')).toMatchObject({ phase: 'answered', outcome: 'NoHit' });
    const listed = await admin(world, ['search', 'withdrawn', '--from', '2026-01-01', '--json']);
    expect(listed.json()).toMatchObject([
      { companyId: 'acme', projectId: 'covered', patientId: 'wrong', reason: 'notProven', rows: 5 },
    ]);
    const again = await admin(world, ['search', 'judge-earlier', '--yes', '--json']);
    expect(again.json()).toMatchObject({ accepted: 0, withdrawn: 0, unread: 0 });
  }, 60_000);

  test('leaves files that a sweep finds without a notification, and invalid files are rejected', async () => {
    const { files } = world.services;
    const folder = `exchange/${name}/from-partner/`;
    await files.put(`${folder}hello.txt`, Buffer.from('hello'), 'text/plain');
    await files.put(`${folder}ZZZZZZZZZZ.txt.1.rsp`, Buffer.from('SHD|1.0|ZZZZZZZZZZ|01|\n'), 'text/plain');
    await files.put(
      `${folder}ZZZZZZZZZZ.txt.2.rsp`,
      Buffer.from('SHD|1.0|ZZZZZZZZZZ|02|\nSDT|1|r|E|E1|a\0b\nSTR|1|1|0\n'),
      'text/plain',
    );
    const parts = { ...world.services, files };
    await sweepExchange(parts, name, undefined);
    await sweepExchange(parts, name, undefined);
    const names = ['ZZZZZZZZZZ.txt.1.rsp', 'ZZZZZZZZZZ.txt.2.rsp', 'hello.txt'];
    const faults = async (): Promise<Array<string | null | undefined>> => {
      const rejected = await filesWhere(`state = 'rejected' and partner = ?`, name);
      return names
        .map(wanted => rejected.find(({ fileName }) => fileName === wanted)?.fault)
        .filter(fault => fault !== undefined);
    };
    const found = await until('three files to be rejected', faults, current => current.length === 3);
    expect(found).toEqual([
      "the file is truncated: its last line isn't an STR line",
      'line 2 contains a NUL character',
      "the file name isn't one of those in docs/partners/roster.md",
    ]);
  });
});

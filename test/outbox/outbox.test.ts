import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { createDispatcher, type Dispatcher } from '../../src/outbox/dispatcher';
import { startRelay } from '../../src/outbox/relay';
import type { SendableCommand, WorkflowPort } from '../../src/outbox/workflow-port';
import { systemClock, type Clock } from '../../src/platform/clock';
import { createLog } from '../../src/platform/log';
import { createMetrics, type Metrics } from '../../src/platform/metrics';
import type { WorkflowCommand } from '../../src/domain/workflows';
import { appendCommands, measureOutbox } from '../../src/store/outbox';
import { createWorkflowPort, openTemporal } from '../../src/temporal/client';
import { runChange } from '../../src/usecases/change';
import { removeExpiredRows } from '../../src/usecases/housekeeping';
import { freePort } from '../../stack/run/ports';
import { startApiWorld } from '../support/api-world';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { jane, putPatient } from '../support/patients';
import { openTestTemporal, testPayloadKeys } from '../support/temporal';
import { until } from '../support/until';
import { readCommands, type StoredCommand } from '../support/records';

/** Returns a clock that only the test moves, ahead of everything that is appended during the test. */
function handClock(): Clock & { readonly pass: (ms: number) => void } {
  let nowMs = Date.now() + 3_600_000;
  return {
    now: () => new Date(nowMs),
    pass: ms => {
      nowMs += ms;
    },
  };
}

/** A stand-in for Temporal: records what arrives, and refuses or stalls on demand. */
function startPort(): WorkflowPort & {
  readonly sent: SendableCommand[];
  mode: 'accept' | 'refuse' | 'stall';
  readonly arrived: (count: number) => Promise<unknown>;
} {
  const port = {
    sent: [] as SendableCommand[],
    mode: 'accept' as 'accept' | 'refuse' | 'stall',
    send: async (command: SendableCommand): Promise<void> => {
      if (port.mode === 'stall') await new Promise(() => undefined);
      if (port.mode === 'refuse') throw new Error('a message that nobody may read');
      port.sent.push(command);
    },
    arrived: (count: number) =>
      until(
        `${count} commands to arrive`,
        () => port.sent.length,
        arrived => arrived === count,
      ),
  };
  return port;
}

describe('The outbox', () => {
  let database: TestDatabase;
  let db: Knex;
  const logLines: string[] = [];
  const log = createLog({ level: 'debug', process: 'test' }, { write: line => void logLines.push(line) });
  beforeAll(async () => {
    database = await createTestDatabase({ poolMax: 20 });
    db = database.db;
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await db('outbox_command').delete();
    await db('outbox_event').delete();
  });

  function dispatcherTo(
    workflows: WorkflowPort,
    clock: Clock = systemClock,
  ): Dispatcher & { metrics: Metrics } {
    const metrics = createMetrics('test');
    const dispatcher = createDispatcher({ db, workflows, clock, log, metrics, path: 'commit' });
    return { ...dispatcher, metrics };
  }

  const commandOf = (workflowId: string, note: number): WorkflowCommand => ({
    dedupeKey: randomUUID(),
    workflowType: 'patientSearch',
    workflowId,
    signal: 'searchesChanged',
    args: [{ note }],
    searchAttributes: { kind: 'patientSearch', environment: 'sandbox' },
  });
  const append = (...commands: WorkflowCommand[]): Promise<void> =>
    db.transaction(tx => appendCommands(tx, commands, new Date()));
  const states = (): Promise<StoredCommand[]> => readCommands(db);

  test('keeps what Temporal refuses, retries at growing intervals, and sends it when Temporal is back', async () => {
    const clock = handClock();
    const port = startPort();
    const dispatcher = dispatcherTo(port, clock);
    port.mode = 'refuse';
    await append(commandOf('w', 1));
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      const before = clock.now().getTime();
      await dispatcher.drain();
      const [state] = await states();
      expect(state).toMatchObject({ attempts: attempt, sentAt: null, lastFault: 'Error' });
      const waitMs = (state?.dueAt.getTime() ?? 0) - before;
      waits.push(waitMs);
      // Nothing is sent before it is due.
      await dispatcher.drain();
      expect((await states())[0]?.attempts).toBe(attempt);
      clock.pass(waitMs + 1);
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    port.mode = 'accept';
    await dispatcher.drain();
    expect(port.sent).toMatchObject([{ workflowId: 'w', args: [{ note: 1 }] }]);
    expect((await states())[0]).toMatchObject({ sentAt: expect.any(Date) as Date, lastFault: null });
    expect(logLines.join('')).not.toContain('nobody may read');
    await dispatcher.stop();
  });

  test('keeps the order of each workflow, whichever copy sends and whatever fails', async () => {
    const clock = handClock();
    const arrived = new Map<string, number[]>();
    let calls = 0;
    const port: WorkflowPort = {
      send: async ({ workflowId, args }) => {
        calls += 1;
        const isRefused = calls % 7 === 0;
        await new Promise(resolve => setImmediate(resolve));
        if (isRefused) throw new Error('refused');
        const [argument] = args as Array<{ note: number }>;
        arrived.set(workflowId, [...(arrived.get(workflowId) ?? []), argument?.note ?? -1]);
      },
    };
    const senders = Array.from({ length: 4 }, () => dispatcherTo(port, clock));
    const workflowIds = ['a', 'b', 'c', 'd', 'e'];
    const notes = Array.from({ length: 20 }, (_, note) => note);
    for (const note of notes) await append(...workflowIds.map(id => commandOf(id, note)));
    await until(
      'every command to be sent',
      async () => {
        await Promise.all(senders.map(sender => sender.drain()));
        clock.pass(60_000);
        return (await states()).filter(({ sentAt }) => sentAt === null).length;
      },
      unsent => unsent === 0,
    );
    for (const id of workflowIds) expect({ id, notes: arrived.get(id) }).toEqual({ id, notes });
    await Promise.all(senders.map(sender => sender.stop()));
  });

  test('sends the commands of other workflows while those of one are refused', async () => {
    const sent: string[] = [];
    const dispatcher = dispatcherTo({
      send: async ({ workflowId }) => {
        if (workflowId === 'bad') throw new Error('refused');
        sent.push(workflowId);
      },
    });
    await append(commandOf('bad', 1), commandOf('bad', 2), commandOf('good', 1), commandOf('good', 2));
    await dispatcher.drain();
    expect(sent).toEqual(['good', 'good']);
    expect((await states()).map(({ attempts }) => attempts)).toEqual([1, 0, 1, 1]);
    await dispatcher.stop();
  });

  test('releases a command when its sender died, after the lease and not before', async () => {
    const clock = handClock();
    const dead = startPort();
    dead.mode = 'stall';
    const deadDispatcher = dispatcherTo(dead, clock);
    await append(commandOf('w', 1));
    deadDispatcher.nudge();
    await until('the command to be taken', async () => (await states())[0]?.attempts);

    const alive = startPort();
    const dispatcher = dispatcherTo(alive, clock);
    clock.pass(14_000);
    await dispatcher.drain();
    expect(alive.sent).toEqual([]);
    clock.pass(1_001);
    await dispatcher.drain();
    expect(alive.sent).toHaveLength(1);
    await dispatcher.stop();
  });

  test('accepts a command with the same key once', async () => {
    const command = commandOf('w', 1);
    await append(command, { ...command, args: [{ note: 2 }] });
    await append(command);
    const port = startPort();
    const dispatcher = dispatcherTo(port);
    await dispatcher.drain();
    expect(port.sent).toMatchObject([{ args: [{ note: 1 }] }]);
    await dispatcher.stop();
  });

  test('keeps nothing of a change that was rolled back', async () => {
    const port = startPort();
    const dispatcher = dispatcherTo(port);
    const parts = { db, clock: systemClock, nudgeOutbox: dispatcher.nudge };
    const actor = { principal: { kind: 'operator', name: 'test' }, requestId: null, event: 'test' } as const;
    const failing = runChange(parts, actor, async change => {
      change.unaudited('a change of the tests’ own');
      await change.send([commandOf('w', 1)]);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await dispatcher.drain();
    expect(port.sent).toEqual([]);
    expect(await states()).toEqual([]);
    await dispatcher.stop();
  });

  test('is sent by the relay on the NOTIFY of its commit, and by a slow poll without one', async () => {
    const port = startPort();
    const metrics = createMetrics('test');
    const relayParts = { db, workflows: port, clock: systemClock, log, metrics };
    let relay = startRelay(relayParts, database.url);
    const parts = { db, clock: systemClock, nudgeOutbox: () => undefined };
    const actor = { principal: { kind: 'operator', name: 'test' }, requestId: null, event: 'test' } as const;
    try {
      // No NOTIFY: only the poll finds it.
      await append(commandOf('silent', 0));
      await port.arrived(1);
      // With NOTIFY, each written when the previous one has arrived. This relay doesn't poll within the hour.
      await relay.stop();
      relay = startRelay(relayParts, database.url, 3_600_000);
      for (let note = 1; note <= 7; note += 1) {
        await runChange(parts, actor, change => {
          change.unaudited('a change of the tests’ own');
          return change.send([commandOf('loud', note)]);
        });
        await port.arrived(note + 1);
      }

      // Temporal is down: the metrics show what waits, and since when.
      port.mode = 'refuse';
      await append(commandOf('late', 1), commandOf('late', 2));
      const waitingLine = /recordwell_outbox_waiting\{[^}]*kind="command"[^}]*\} 2/;
      await until(
        'two commands to be seen waiting',
        async () => (await metrics.registry.metrics()).split('\n').filter(line => line.includes('_waiting{')),
        lines => lines.some(line => waitingLine.test(line)),
        { shown: lines => lines.join(', ') },
      );
      const lag = /recordwell_outbox_lag_seconds\{[^}]*kind="command"[^}]*\} ([\d.]+)/.exec(
        await metrics.registry.metrics(),
      )?.[1];
      expect(Number(lag)).toBeGreaterThan(0);
    } finally {
      await relay.stop();
    }
  });

  test('measures its oldest row', async () => {
    await append(commandOf('w', 1));
    await db('outbox_command').update({ created_at: new Date(Date.now() - 90_000) });
    const [command, event] = await measureOutbox(db);
    expect(command).toMatchObject({ kind: 'command', waiting: 1 });
    expect(command?.lag).toBeGreaterThan(85);
    expect(event).toEqual({ kind: 'event', waiting: 0, lag: 0 });
  });

  test('deletes what was sent long ago, and nothing that was not sent', async () => {
    const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    await append(commandOf('old', 1), commandOf('fresh', 1), commandOf('unsent', 1));
    await db('outbox_command')
      .where('workflow_id', 'old')
      .update({ sent_at: daysAgo(1.1) });
    await db('outbox_command')
      .where('workflow_id', 'fresh')
      .update({ sent_at: daysAgo(0.9) });
    await db('outbox_command').update({ created_at: daysAgo(30) });
    for (const [eventType, fannedOutAt] of [
      ['patient.created', daysAgo(7.1)],
      ['patient.updated', daysAgo(6.9)],
      ['siteSonar.started', null],
    ] as const)
      await db('outbox_event').insert({
        uid: randomUUID(),
        event_type: eventType,
        company_uid: randomUUID(),
        project_uid: randomUUID(),
        record_kind: 'patient',
        record_uid: randomUUID(),
        is_sandbox: true,
        changed: [],
        emitted_at: daysAgo(30),
        fanned_out_at: fannedOutAt,
      });
    await removeExpiredRows({ db, clock: systemClock });
    expect((await states()).map(({ workflowId }) => workflowId)).toEqual(['fresh', 'unsent']);
    await expect(db('outbox_event').orderBy('id').pluck('event_type')).resolves.toEqual([
      'patient.updated',
      'siteSonar.started',
    ]);
  });
});

describe('The API while Temporal is down', () => {
  test('answers immediately, and the work is done when Temporal is back', async () => {
    const database = await createTestDatabase();
    const { db } = database;
    const clock = handClock();
    const log = createLog({ level: 'debug', process: 'test' }, { write: () => undefined });
    const parts = { db, clock, log, path: 'commit' } as const;
    const down = openTemporal({
      environment: { TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}` },
      payloadKeys: testPayloadKeys,
    });
    const queuePrefix = `${randomUUID()}-`;
    const port = createWorkflowPort(down, { queuePrefix });
    const answered = Promise.withResolvers<undefined>();
    const dispatcher = createDispatcher({
      ...parts,
      // No call to Temporal ends before the request was answered, as one that times out.
      workflows: { send: async command => answered.promise.then(() => port.send(command)) },
      metrics: createMetrics('test'),
    });
    const world = await startApiWorld({ database, nudgeOutbox: dispatcher.nudge });
    const up = openTestTemporal();
    try {
      const company = await world.company('acme');
      const answer = await putPatient(world, company, 'sandbox', 'p', { ...jane, siteSonar: true });
      expect(answer.status).toBe(200);
      expect(answer.json['searchStatus']).toBe('Processing');
      answered.resolve(undefined);
      await dispatcher.drain();
      const [waiting] = await world.commands();
      expect(waiting).toMatchObject({ sentAt: null, lastFault: expect.any(String) as string });

      clock.pass(60_000);
      const back = createDispatcher({
        ...parts,
        workflows: createWorkflowPort(up, { queuePrefix }),
        metrics: createMetrics('test'),
      });
      await back.drain();
      await back.stop();
      const handle = up.client.workflow.getHandle(waiting?.workflowId ?? '');
      const described = await handle.describe();
      expect(described.status.name).toBe('RUNNING');
      expect(described.type).toBe('patientSearch');
      await handle.terminate('the test has ended');
    } finally {
      answered.resolve(undefined);
      await dispatcher.stop();
      await world.close();
      await down.close();
      await up.close();
      await database.drop();
    }
  });
});

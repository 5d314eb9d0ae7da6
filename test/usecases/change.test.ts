import { runChange } from '../../src/usecases/change';
import { lockPatientByUid } from '../../src/store/patients/patients';
import { getProjectByUid } from '../../src/store/tenants/projects';
import { emitPatientEvent } from '../../src/usecases/patients/patient-events';
import { startApiWorld, type ApiWorld } from '../support/api-world';
import { jane, putPatient, storedPatient } from '../support/patients';

describe('The events of a record', () => {
  let world: ApiWorld;
  beforeAll(async () => {
    world = await startApiWorld();
  });
  afterAll(() => world.close());

  test('are in chronological order, however long a change waited for the record [EVENT-33]', async () => {
    const company = await world.company('acme');
    await putPatient(world, company, 'live', 'jane', jane);
    const { uid } = await storedPatient(world, company, 'live', 'jane');
    let nowMs = Date.now() + 1_000;
    const clock = {
      now: () => {
        nowMs += 1;
        return new Date(nowMs);
      },
    };
    const emit = (): Promise<void> =>
      runChange(
        { db: world.db, clock, nudgeOutbox: () => undefined },
        { principal: { kind: 'operator', name: 'test' }, requestId: null, event: 'test' },
        async change => {
          change.unaudited('a change of the tests’ own');
          const patient = await lockPatientByUid(change.tx, uid);
          if (patient === undefined) throw new Error('gone');
          const project = await getProjectByUid(change.tx, patient.projectUid);
          await emitPatientEvent(change, project, patient, { eventType: 'patient.updated', changed: [] });
        },
      );
    // Ten changes start at once: each took its time before the lock, and they get the lock in any order.
    await Promise.all(Array.from({ length: 10 }, () => emit()));
    const updates = (await world.events(uid)).filter(({ eventType }) => eventType === 'patient.updated');
    const times = updates.map(({ emittedAt }) => emittedAt.getTime());
    expect(times).toHaveLength(10);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});

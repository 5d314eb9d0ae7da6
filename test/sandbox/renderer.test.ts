import { chartPdf } from '../../src/sandbox/deliverables/chart-pdf';
import { imagingZip } from '../../src/sandbox/deliverables/imaging-zip';
import { createStubRenderer, renderLimits } from '../../src/sandbox/renderer';
import { startedProcesses } from '../support/started-processes';
import { until } from '../support/until';
import { aStubRequest } from './stub-request';

/** The processes that draw for this process. */
const drawing = startedProcesses('render-process');

const input = aStubRequest();

test('Stub files are drawn in a separate process, with the same bytes as in this one [REQUEST-14]', async () => {
  const renderer = createStubRenderer({ ...renderLimits, idleMs: 200 });
  const [chart, again, images] = await Promise.all([
    renderer.render({ kind: 'medicalRecord', input }),
    renderer.render({ kind: 'medicalRecord', input }),
    renderer.render({ kind: 'imaging', input }),
  ]);
  expect(drawing()).toHaveLength(1);
  expect(Buffer.compare(chart, again)).toBe(0);
  expect(Buffer.compare(chart, await chartPdf(input))).toBe(0);
  expect(Buffer.compare(images, await imagingZip(input))).toBe(0);
  // An idle process is not kept.
  await until('the process to end', drawing, pids => pids.length === 0);
});

test('A process that was killed or took too long fails its file, and the next file gets a new process [REQUEST-14]', async () => {
  const renderer = createStubRenderer();
  await renderer.render({ kind: 'billing', input });
  const [pid] = drawing();
  const failing = renderer.render({ kind: 'billing', input });
  process.kill(pid ?? 0, 'SIGKILL');
  await expect(failing).rejects.toThrow('the process that draws stub files');
  expect((await renderer.render({ kind: 'billing', input })).length).toBeGreaterThan(1_000);
  expect(drawing()).not.toContain(pid);

  const hasty = createStubRenderer({ ...renderLimits, timeMs: 1 });
  await expect(hasty.render({ kind: 'billing', input })).rejects.toThrow('has ended');
  for (const left of drawing()) process.kill(left, 'SIGKILL');
});

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { typescriptArguments } from '../../../stack/run/typescript-arguments';

const run = promisify(execFile);
const root = join(__dirname, '../../..');

const script = `
  const { createHash } = require('node:crypto');
  const { aStubRequest } = require('./test/sandbox/stub-request.ts');
  const makers = [
    require('./src/sandbox/deliverables/chart-pdf.ts').chartPdf,
    require('./src/sandbox/deliverables/imaging-zip.ts').imagingZip,
  ];
  void (async () => {
    for (const make of makers)
      console.log(createHash('sha256').update(await make(aStubRequest())).digest('hex'));
  })();
`;

describe('Stub deliverables', () => {
  test('have the same bytes in a process of any time zone, as in workers in two regions', async () => {
    // jest gives its tests a copy of the environment, so a time zone can only be set for another process.
    const outputs: string[] = [];
    for (const TZ of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
      const { stdout } = await run(process.execPath, [...typescriptArguments, '-e', script], {
        cwd: root,
        env: { ...process.env, TZ },
      });
      outputs.push(stdout);
    }
    expect(outputs[0]).toMatch(/^(?:[0-9a-f]{64}\n){2}$/);
    expect(outputs[1]).toBe(outputs[0]);
  });
});

/** `npm run schema:write`: migrates an empty database and writes the result to `migrations/schema.sql`. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../stack/run/ports';
import { startPostgres } from '../stack/run/postgres';
import { openDatabase } from '../src/store/database';
import { createTestDatabase, prepareTemplateDatabase } from '../test/support/database';
import { describeSchema } from '../test/support/describe-schema';
import { surviveClosedPipe } from '../src/platform/closed-pipe';

async function main(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'recordwell-schema-'));
  const postgres = await startPostgres({
    dataDirectory: join(directory, 'postgres'),
    port: await freePort(),
    password: randomBytes(12).toString('hex'),
    isDurable: false,
  });
  try {
    process.env['TEST_POSTGRES_URL'] = postgres.superuserUrl;
    await prepareTemplateDatabase();
    const { ownerUrl, drop } = await createTestDatabase();
    const owner = openDatabase({
      url: ownerUrl,
      poolMax: 1,
      statementTimeoutMs: 10_000,
      acquireTimeoutMs: 10_000,
      applicationName: 'schema:write',
    });
    await writeFile(join(__dirname, '../migrations/schema.sql'), await describeSchema(owner));
    await owner.destroy();
    await drop();
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true });
  }
}

surviveClosedPipe();
void main();

/** `npm run bench:seed`: fills a database with many visits and their related records. */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { readExternals, settingOf } from '../../stack/run/externals';
import { readJsonFile } from '../../stack/run/json-file';
import { loadSecrets } from '../../stack/run/secrets';
import { explain, StackError } from '../../stack/run/stack-error';
import { stackFileSchema, stateFolderAt, usualState } from '../../stack/run/state-folder';
import { planSeed } from './plan';
import { progressOf } from './progress';
import { SeedRefusal, seedDatabase } from './seed-database';
import { surviveClosedPipe } from '../../src/platform/closed-pipe';

const rowsMax = 1_000_000_000;
const seedMax = 2_147_483_647;
const childrenMax = 10;

const help = `Fills a migrated database with visits of 20 companies and their related records.
The same seed creates the same rows.

  npm run bench:seed -- --rows N

  --rows N         the number of visits, 1 to ${rowsMax}
  --seed S         a whole number (default: 1)
  --children K     scales the records of a visit: 1.2 procedures, 1.5 diagnoses, 0.5 fills,
    1 lab result (default: 1; 0: none)
  --url URL        the database, as the owner of the schema (default: DATABASE_OWNER_URL, else the stack's)
  --state DIR      the folder of the stack (default: RECORDWELL_STATE, else .recordwell)
  --force          add to a database that already has visits
  --help           show this help

It runs in one transaction, which drops indexes and creates them again. If it's interrupted, nothing
changes. No one else can use the tables until it ends. \`npm run admin -- key issue\` issues a key for a
company's administrator, administrator@COMPANY.example.`;

function ownerUrl(options: { readonly url: string | undefined; readonly state: string | undefined }): string {
  if (options.url !== undefined) return options.url;
  const given = settingOf(process.env, 'DATABASE_OWNER_URL');
  if (options.state === undefined && given !== undefined) return given;
  const folder = stateFolderAt(options.state ?? usualState(process.env));
  const stack = readJsonFile(folder.stackFile, stackFileSchema);
  if (stack === undefined)
    throw new StackError(
      `No stack was ever ready in ${folder.path}. Start one with \`npm start\`, or pass another ` +
        'database with --url.',
    );
  const external = readExternals(process.env).database;
  if (external !== undefined) return external.owner;
  const url = new URL(stack.databaseUrl);
  url.username = 'recordwell_owner';
  url.password = loadSecrets(folder).ownerPassword;
  return url.href;
}

function numberOf(name: string, text: string, max: number, isWhole = true): number {
  const value = Number(text);
  if (!/^\d{1,10}(?:\.\d{1,3})?$/.test(text) || (isWhole && !Number.isInteger(value)) || value > max)
    throw new SeedRefusal(`--${name} must be a ${isWhole ? 'whole ' : ''}number up to ${max}.`);
  return value;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string' },
      seed: { type: 'string', default: '1' },
      children: { type: 'string', default: '1' },
      url: { type: 'string' },
      state: { type: 'string' },
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const rows = numberOf('rows', values.rows ?? '', rowsMax);
  if (rows === 0) throw new SeedRefusal('--rows must be at least 1.');
  const seed = numberOf('seed', values.seed, seedMax);
  const plan = planSeed(seed, rows, numberOf('children', values.children, childrenMax, false));
  const client = new pg.Client({
    connectionString: ownerUrl({ url: values.url, state: values.state }),
    application_name: 'recordwell bench:seed',
  });
  await client.connect();
  try {
    const progress = progressOf(line => console.log(line));
    progress.tell(`${plan.visits} visits of ${plan.patients} patients at ${plan.sites} sites, seed ${seed}`);
    await seedDatabase(client, plan, progress, values.force);
    progress.tell('done');
  } finally {
    await client.end();
  }
}

surviveClosedPipe();
main().catch((error: unknown) => {
  console.error(error instanceof SeedRefusal ? error.message : explain(error));
  process.exitCode = 1;
});

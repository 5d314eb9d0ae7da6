/** A partner's own store, with credentials from a file that the configuration names. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openObjectStore, type ObjectStore } from '../../src/files/object-store';
import { openExchanges } from '../../src/main/partners';
import { ensureBucket } from '../../stack/run/object-store';
import type { RosterExchange } from '../../src/usecases/rosters/exchanges';
import { openTestFiles, testObjectStore } from '../support/files';
import { anyPurpose } from '../support/any-purpose';

const bucket = 'claimsnet-exchange';
const key = 'exchange/claimsnet/to-partner/request.psv';

describe('The exchange with a partner', () => {
  let folder: string;
  let ours: ObjectStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recordwell-exchange-'));
    ours = openTestFiles();
    const { endpoint, ...credentials } = testObjectStore();
    await ensureBucket(endpoint, credentials, bucket);
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  async function open(credentials?: string): Promise<RosterExchange | undefined> {
    const credentialsFile = join(folder, 'claimsnet.json');
    if (credentials !== undefined) await writeFile(credentialsFile, credentials);
    const roster = {
      name: 'claimsnet',
      senderId: 'RECORDWELL',
      receiverId: 'CLAIMSNET',
      ...anyPurpose,
      usage: 'T',
      collectSeconds: 1,
      answerWithinHours: 1,
    } as const;
    const rosters = [credentials === undefined ? roster : { ...roster, credentialsFile }];
    return openExchanges({ SEARCH_PARTNERS: { rosters, routes: [] } }, ours).get('claimsnet');
  }

  test('uses our own store if no credentials file is named', async () => {
    expect((await open())?.files).toBe(ours);
  });

  test("uses the partner's store if its credentials are named, and leaves nothing in ours", async () => {
    const store = { ...testObjectStore(), bucket };
    const exchange = await open(JSON.stringify(store));
    await exchange?.files.put(key, Buffer.from('HDR'), 'text/plain');
    const theirs = openObjectStore({ ...store, publicEndpoint: undefined });
    expect(await theirs.head(key)).toMatchObject({ sizeBytes: 3 });
    expect(await ours.head(key)).toBeUndefined();
  });

  test.each([
    ["isn't JSON", 'secret-of-claimsnet', "can't be read as JSON"],
    [
      'lacks a key',
      '{"bucket":"b","accessKeyId":"secret-of-claimsnet"}',
      'has missing or invalid fields: secretAccessKey',
    ],
  ])('is refused by name, without values, if the file %s', async (_what, text, why) => {
    const refusal = open(text).catch((error: unknown) =>
      JSON.stringify(error, ['name', 'message', 'problems']),
    );
    expect(await refusal).toContain(why);
    expect(await refusal).not.toContain('secret-of-claimsnet');
  });
});

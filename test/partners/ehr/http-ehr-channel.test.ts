/** A record system over HTTP, including one that violates the agreement. */
import type { EhrAsk } from '../../../src/partners/ehr/ehr-channel';
import { createHttpEhrChannel } from '../../../src/partners/ehr/http-ehr-channel';
import { anyPurpose } from '../../support/any-purpose';
import { documentsIn, returned, startEhrSystem, type EhrSystem } from '../../support/ehr-system';

let system: EhrSystem;
beforeAll(async () => {
  system = await startEhrSystem();
});
afterAll(() => system.close());

const channel = (token = system.token) =>
  createHttpEhrChannel(
    { name: 'ehrnet', endpoint: `${system.endpoint}/`, credentialsFile: '', ...anyPurpose },
    token,
  );
const ask: EhrAsk = {
  askUid: '01a1fa97-cbfd-72da-9b40-09c034bab473',
  kind: 'billing',
  patient: { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29', sex: null },
  site: { name: 'Mercy Clinic', addressLine1: '1 Main St', city: 'Boston', state: 'MA', zip: '02139' },
  datesOfService: { from: '2024-01-01', to: '2024-12-31' },
  purposeOfUse: { purpose: 'Legal', code: 'HLEGAL', basis: 'authorization' },
};

test('An HTTP EHR channel sends the request, its purpose, and its basis [DECISION-56]', async () => {
  await channel().ask(ask);
  expect(system.asks.at(-1)).toEqual({
    askUid: ask.askUid,
    kind: 'billing',
    patient: ask.patient,
    site: ask.site,
    datesOfService: ask.datesOfService,
    purpose: 'Legal',
    purposeCode: 'HLEGAL',
    basis: 'authorization',
  });
});

test('An HTTP EHR channel fetches the returned documents with the announced bytes', async () => {
  system.answer = () => returned('part', { a: 'one', b: 'two' });
  const result = await channel().ask(ask);
  if (result.kind !== 'returned') throw new Error(result.kind);
  expect(result).toMatchObject({ share: 'part', documents: [{ id: 'a' }, { id: 'b' }] });
  const texts = await Promise.all(result.documents.map(document => channel().fetch(ask.askUid, document)));
  expect(texts.map(bytes => Buffer.from(bytes).toString())).toEqual(['one', 'two']);
});

test('An HTTP EHR channel reports a pending answer, for a day at most, and a refusal', async () => {
  system.answer = () => ({ body: { status: 'pending' } });
  expect(await channel().ask(ask)).toEqual({ kind: 'pending', askAgainAfterMs: 3_600_000 });
  system.answer = () => ({ body: { status: 'refused', reason: 'PatientNotFound' } });
  expect(await channel().ask(ask)).toEqual({ kind: 'refused', status: 'PatientNotFound' });
});

test('A returned document with a forbidden file name gets another name', async () => {
  const [document] = documentsIn({ a: 'one' });
  const documents = [{ ...document, fileName: '.hidden"' }];
  system.answer = () => ({ body: { status: 'returned', share: 'whole', documents } });
  expect(await channel().ask(ask)).toMatchObject({ documents: [{ fileName: 'Document 1.pdf' }] });
});

test.each<[what: string, body: Record<string, unknown>, why: string]>([
  ['no status', { state: 'whole' }, 'not as agreed: status'],
  ['an unknown refusal', { status: 'refused', reason: 'Jane Doe is not ours' }, 'not as agreed: reason'],
  ['a wait of zero', { status: 'pending', askAgainAfterSeconds: 0 }, 'not as agreed'],
  [
    'an ID that leads elsewhere',
    { status: 'returned', share: 'whole', documents: [{ ...documentsIn({ a: 'x' })[0], id: '../b' }] },
    'not as agreed: documents.0.id',
  ],
  [
    'a duplicate ID',
    {
      status: 'returned',
      share: 'whole',
      documents: [...documentsIn({ a: 'x' }), ...documentsIn({ a: 'x' })],
    },
    'not as agreed: documents',
  ],
  [
    'more than 100 MiB',
    {
      status: 'returned',
      share: 'whole',
      documents: [{ ...documentsIn({ a: 'x' })[0], sizeBytes: 105_000_000 }],
    },
    'not as agreed: documents.0.sizeBytes',
  ],
  [
    'more than 1 MiB of JSON',
    { status: 'pending', filler: 'x'.repeat(1_100_000) },
    'no JSON of at most 1 MiB',
  ],
])('An answer of a record system with %s is a fault that quotes none of it', async (_, body, why) => {
  system.answer = () => ({ body });
  const fault = await channel()
    .ask(ask)
    .catch((error: unknown) => error);
  expect(fault).toMatchObject({ name: 'EhrChannelFault', isMessageSafe: true });
  expect(String(fault)).toContain(why);
  expect(String(fault)).not.toMatch(/Jane|Doe|xxx/);
});

test('A wrong token or unexpected bytes from a record system are a fault', async () => {
  await expect(channel('wrong').ask(ask)).rejects.toThrow('HTTP 401');
  system.answer = () => returned('whole', { a: 'one' });
  const result = await channel().ask(ask);
  if (result.kind !== 'returned') throw new Error(result.kind);
  const [document] = result.documents;
  if (document === undefined) throw new Error('a document');
  await expect(channel().fetch(ask.askUid, { ...document, sha256: '0'.repeat(64) })).rejects.toThrow(
    'not the one',
  );
  await expect(channel().fetch(ask.askUid, { ...document, sizeBytes: 2 })).rejects.toThrow('not the one');
});

/**
 * A roster partner for tests and manual trials: a separate process that reads request files from the exchange
 * and responds as docs/partners/roster.md says. It's written from that page alone. A patient's first name
 * decides what it does:
 *
 * | first name | what the partner does |
 * |---|---|
 * | Refused | rejects the patient in the acknowledgment |
 * | Loadfail | rejects the whole file |
 * | Nobody | finds nobody |
 * | Twins | finds two people who can't be the same, a woman and a man |
 * | Stranger | returns a different person |
 * | Sister | returns the patient's twin: another first name, everything else the same |
 * | Namesake | returns a person with the patient's name and birth date, elsewhere, with a phone |
 * | Garbled | sends a damaged line among the results |
 * | Truncated | sends truncated results first, then complete ones |
 * | Early | sends the results before the acknowledgment |
 * | Double | sends everything twice under different names |
 * | Late | sends the results again two seconds later |
 *
 *     S3_ENDPOINT=… S3_BUCKET=… S3_ACCESS_KEY_ID=… S3_SECRET_ACCESS_KEY=… \
 *       node --require ./tools/tsx.cjs stack/test-partner/main.ts claimsnet [notification URL]
 */
import { gzipSync } from 'node:zlib';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

const lookMs = 200;
const [partner = 'claimsnet', notifyUrl] = process.argv.slice(2);
const bucket = process.env['S3_BUCKET'] ?? 'recordwell';
const client = new S3Client({
  region: process.env['S3_REGION'] ?? 'us-east-1',
  endpoint: process.env['S3_ENDPOINT'] ?? '',
  forcePathStyle: true,
  credentials: {
    accessKeyId: process.env['S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: process.env['S3_SECRET_ACCESS_KEY'] ?? '',
  },
});

interface Asked {
  readonly ref: string;
  readonly lastNames: string[];
  readonly firstName: string;
  readonly birthDate: string;
  /** As FHIR writes it; `undefined` if it isn't said. */
  readonly gender: string | undefined;
  readonly zip: string;
}

interface Request {
  readonly transmissionId: string;
  readonly population: string;
  readonly patients: readonly Asked[];
}

const unescape = (text: string): string => text.replaceAll('\\F\\', '|').replaceAll('\\E\\', '\\');

function readRequest(text: string): Request {
  const rows = text
    .trimEnd()
    .split('\n')
    .map(line => line.split('|').map(unescape));
  const [head] = rows;
  const patients = new Map<string, Asked>();
  for (const row of rows.filter(([name]) => name === 'PAT')) {
    const [, , ref = '', last = '', firstName = '', dob = '', sex = '', zip = ''] = row;
    const known = patients.get(ref);
    if (known !== undefined) known.lastNames.push(last);
    else {
      const birthDate = `${dob.slice(0, 4)}-${dob.slice(4, 6)}-${dob.slice(6)}`;
      const gender = { M: 'male', F: 'female' }[sex];
      patients.set(ref, { ref, lastNames: [last], firstName, birthDate, gender, zip });
    }
  }
  return { transmissionId: head?.[4] ?? '', population: head?.[8] ?? '', patients: [...patients.values()] };
}

async function put(name: string, bytes: Uint8Array): Promise<void> {
  const key = `exchange/${partner}/from-partner/${name}`;
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes }));
  if (notifyUrl === undefined) return;
  const body = JSON.stringify({ Records: [{ s3: { object: { key } } }] });
  await fetch(notifyUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
}

function acknowledge({ transmissionId, patients }: Request): Uint8Array {
  const isFailure = patients.some(({ firstName }) => firstName === 'Loadfail');
  const refused = patients.filter(({ firstName }) => firstName === 'Refused');
  const status = isFailure ? '03' : refused.length > 0 ? '02' : '01';
  const lines = [
    `SHD|1.0|${transmissionId}|${status}|${isFailure ? 'The file could not be loaded.' : ''}`,
    ...refused.map(({ ref }, index) => `SDT|${index + 1}|${ref}|E|N07|The name is not one we take.`),
    `STR|${patients.length}|${refused.length}|${isFailure ? 0 : patients.length - refused.length}`,
  ];
  return Buffer.from(`${lines.join('\n')}\n`);
}

function person(asked: Asked, id: string, rest: object): object[] {
  const subject = { reference: `Patient/${id}` };
  const encounter = { reference: `Encounter/e-${id}` };
  return [
    {
      resourceType: 'Patient',
      id,
      name: asked.lastNames.map(family => ({ family, given: [asked.firstName] })),
      birthDate: asked.birthDate,
      gender: asked.gender,
      address: [{ postalCode: asked.zip }],
      ...rest,
    },
    {
      resourceType: 'Organization',
      id: `o-${id}`,
      name: 'Harbor General Hospital',
      address: [{ line: ['1 Harbor Way'], city: 'Salem', state: 'MA', postalCode: '01970' }],
    },
    {
      resourceType: 'Encounter',
      id: `e-${id}`,
      identifier: [{ value: `V-${id.slice(-6)}` }],
      status: 'finished',
      class: { code: 'IMP' },
      subject,
      period: { start: '2021-03-01T08:00:00-05:00', end: '2021-03-04' },
      serviceProvider: { reference: `Organization/o-${id}` },
      reasonCode: [{ text: 'Chest pain' }],
    },
    {
      resourceType: 'Condition',
      subject,
      encounter,
      code: {
        coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'I20.9', display: 'Angina pectoris' }],
      },
      recordedDate: '2021-03-02',
    },
    {
      resourceType: 'ExplanationOfBenefit',
      patient: subject,
      insurer: { display: 'Bay State Health Plan' },
      total: [{ category: { coding: [{ code: 'submitted' }] }, amount: { value: 1714.89 } }],
      item: [
        {
          encounter: [encounter],
          productOrService: { coding: [{ system: 'http://www.ama-assn.org/go/cpt', code: '93000' }] },
          net: { value: 85.5 },
        },
      ],
    },
    {
      resourceType: 'Observation',
      subject,
      encounter,
      code: { text: 'Troponin I', coding: [{ system: 'http://loinc.org', code: '10839-9' }] },
      effectiveDateTime: '2021-03-01T09:00:00Z',
      valueQuantity: { value: 0.02, unit: 'ng/mL' },
    },
    {
      resourceType: 'MedicationDispense',
      subject,
      whenHandedOver: '2021-03-05',
      quantity: { value: 30, unit: 'tablet' },
      daysSupply: { value: 30 },
      medicationCodeableConcept: { text: 'Aspirin 81 MG' },
    },
    // A type that the page doesn't have is skipped.
    { resourceType: 'Immunization', patient: subject },
  ];
}

function answer(asked: Asked): Array<object | string> {
  const id = asked.ref;
  const task = { resourceType: 'Task', identifier: [{ value: id }], status: 'completed', intent: 'order' };
  switch (asked.firstName) {
    case 'Nobody':
      return [task];
    case 'Stranger':
      return [
        ...person(asked, id, { birthDate: '1901-01-01', name: [{ family: 'Nobodyelse', given: ['Ada'] }] }),
        task,
      ];
    case 'Garbled':
      return [...person(asked, id, {}), '{"resourceType":', task];
    case 'Sister':
      return [...person(asked, id, { name: [{ family: asked.lastNames[0], given: ['Maria'] }] }), task];
    case 'Namesake':
      return [
        ...person(asked, id, {
          address: [{ postalCode: '94110' }],
          telecom: [{ system: 'phone', value: '(617) 493-0000' }],
        }),
        task,
      ];
    case 'Twins':
      return [
        ...person(asked, `${id}-f`, { gender: 'female' }),
        ...person(asked, `${id}-m`, { gender: 'male' }),
        task,
      ];
    default:
      return [...person(asked, id, {}), task];
  }
}

let names = 0;

function resultsName({ transmissionId, population }: Request): string {
  names += 1;
  return `${transmissionId}_${population}_${names}_20261121120000.ndjson.gz`;
}

async function respond(request: Request): Promise<void> {
  const has = (name: string): boolean => request.patients.some(({ firstName }) => firstName === name);
  const acknowledgement = acknowledge(request);
  const sendAcknowledgement = (): Promise<void> => {
    names += 1;
    return put(`${request.transmissionId}.txt.${names}.rsp`, acknowledgement);
  };
  const answered = request.patients.filter(({ firstName }) => firstName !== 'Refused');
  const results = gzipSync(
    answered
      .flatMap(answer)
      .map(line => (typeof line === 'string' ? line : JSON.stringify(line)))
      .join('\n'),
  );
  const sendResults = (): Promise<void> => put(resultsName(request), results);
  if (has('Early')) await sendResults();
  await sendAcknowledgement();
  if (has('Double')) await sendAcknowledgement();
  if (has('Loadfail')) return;
  if (has('Truncated')) await put(resultsName(request), results.subarray(0, results.length - 40));
  if (!has('Early')) await sendResults();
  if (has('Double')) await sendResults();
  if (has('Late')) setTimeout(() => void sendResults(), 2_000);
}

async function main(): Promise<void> {
  const seen = new Set<string>();
  for (;;) {
    const Prefix = `exchange/${partner}/to-partner/`;
    const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix }));
    for (const { Key } of page.Contents ?? []) {
      if (Key === undefined || seen.has(Key)) continue;
      seen.add(Key);
      const object = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
      await respond(readRequest((await object.Body?.transformToString()) ?? ''));
    }
    await new Promise(resolve => setTimeout(resolve, lookMs));
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
void main();

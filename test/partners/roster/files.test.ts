import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { readAcknowledgement } from '../../../src/partners/roster/acknowledgement-file';
import { newTransmissionId, readInboundName, requestFileName } from '../../../src/partners/roster/file-names';
import { writeRequestFile } from '../../../src/partners/roster/request-file';
import { readResults, resultsLimits, type PatientResults } from '../../../src/partners/roster/results-file';

describe('A request file', () => {
  test('has one line per last name, counts them, and always has the same bytes [PATIENT-4] [PATIENT-7] [DECISION-48]', () => {
    const request = {
      senderId: 'RECORDWELL',
      receiverId: 'CLAIMSNET',
      purpose: 'Legal',
      transmissionId: 'ABCDEFGHJK',
      createdAt: new Date('2026-11-21T12:00:00Z'),
      usage: 'T',
      kind: 'ehrSearch',
      entries: [
        {
          patientRef: 'r1',
          details: {
            firstName: 'Ada',
            lastNames: ['Love|lace', 'By\\ron'],
            dateOfBirth: '1984-02-29',
            sex: 'Female',
            zipCodes: ['02139', '02140-1234'],
          },
        },
        {
          patientRef: 'r2',
          details: {
            firstName: 'Bo',
            lastNames: ['Day\nBreak'],
            dateOfBirth: '1990-01-02',
            sex: 'Other',
            zipCodes: [],
          },
        },
      ],
    } as const;
    const text = Buffer.from(writeRequestFile(request)).toString('utf8');
    expect(text).toBe(
      [
        'HDR|1.0|RECORDWELL|CLAIMSNET|ABCDEFGHJK|2026-11-21T12:00:00.000Z|T|3|EHR|HLEGAL',
        'PAT|1|r1|Love\\F\\lace|Ada|19840229|F|02139|02140-1234',
        'PAT|2|r1|By\\E\\ron|Ada|19840229|F|02139|02140-1234',
        'PAT|3|r2|Day Break|Bo|19900102|U',
        'TRL|3',
        '',
      ].join('\n'),
    );
    expect(Buffer.from(writeRequestFile(request)).toString('utf8')).toBe(text);
  });

  test('is named by a transmission ID that the names of its answers contain', () => {
    const id = newTransmissionId();
    expect(requestFileName(id)).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}\.txt$/);
    expect(readInboundName(`${id}.txt.1795260939603.rsp`)).toEqual({
      kind: 'acknowledgement',
      transmissionId: id,
    });
    expect(readInboundName(`${id}_HIST_2_20261121120000.ndjson.gz`)).toEqual({
      kind: 'results',
      transmissionId: id,
    });
    for (const name of [
      'x.txt',
      `${id}.txt`,
      `${id}.rsp`,
      `${id}_OTHER_1_20261121120000.ndjson.gz`,
      `../${id}.txt.1.rsp`,
    ])
      expect(readInboundName(name)).toEqual({ kind: 'unknown', transmissionId: null });
  });
});

describe('An acknowledgement', () => {
  const read = (...lines: string[]): unknown => readAcknowledgement(Buffer.from(lines.join('\n')));
  test('refuses the patients with E and F, once each, and treats W as a note', () => {
    expect(
      read(
        'SHD|1.0|ABCDEFGHJK|02|some',
        'SDT|1|r1|W|W1|a note',
        'SDT|2|r2|E|E1|wrong \\F\\ name',
        'SDT|3|r2|F|F1|again',
        'STR|2|1|1',
        '',
      ),
    ).toEqual({
      transmissionId: 'ABCDEFGHJK',
      isLoaded: true,
      text: 'some',
      refusals: [{ patientRef: 'r2', code: 'E1', text: 'wrong | name' }],
    });
    expect(read('SHD|1.0|ABCDEFGHJK|03|no', 'STR|0|0|0')).toMatchObject({ isLoaded: false });
  });

  test.each([
    [['STR|0|0|0'], "line 1 isn't an SHD line"],
    [['SHD|1.0|ABCDEFGHJK|01|'], 'the file is truncated'],
    [['SHD|1.0|ABCDEFGHJK|09|', 'STR|0|0|0'], 'load status'],
    [['SHD|1.0|ABCDEFGHJK|02|', 'SDT|1|r1|X|c|t', 'STR|1|1|0'], "line 2 isn't an SDT line"],
    [['SHD|1.0|ABCDEFGHJK|02|', 'SDT|1|r1|E|c|a\0b', 'STR|1|1|0'], 'line 2 contains a NUL character'],
    [['SHD|1.0|ABCDEFGHJK|01|', `SDT|1|r1|W|c|${'x'.repeat(5_000)}`, 'STR|1|0|1'], 'longer than 4096'],
  ])('with the lines %j is a fault that names the problem and the line', (lines, fault) => {
    expect(() => read(...lines)).toThrow(fault);
  });
});

describe('A result file', () => {
  const task = (ref: string): object => ({
    resourceType: 'Task',
    identifier: [{ value: ref }],
    status: 'completed',
  });
  const person = (id: string): object => ({ resourceType: 'Patient', id });
  const pack = (...resources: unknown[]): Buffer =>
    gzipSync(
      resources
        .map(resource => (typeof resource === 'string' ? resource : JSON.stringify(resource)))
        .join('\n'),
    );
  async function readAll(bytes: Uint8Array): Promise<PatientResults[]> {
    const all: PatientResults[] = [];
    for await (const results of readResults(bytes)) all.push(results);
    return all;
  }

  test('is read patient by patient, skipping unknown resources', async () => {
    const all = await readAll(
      pack(person('a'), { resourceType: 'Immunization' }, task('r1'), '', task('r2')),
    );
    expect(all.map(({ patientRef, resources }) => [patientRef, resources.length])).toEqual([
      ['r1', 1],
      ['r2', 0],
    ]);
  });

  test.each<[string, Buffer, string]>([
    ['bytes that are not gzip', Buffer.from('hello'), "the file is truncated or isn't a gzip file"],
    ['resources after the last Task', pack(task('r'), person('a')), 'resources follow its last Task'],
    ['a damaged last line', pack(task('r'), '{"secret":'), 'line 2 is damaged, and no Task follows'],
    [
      'a long last line',
      pack(task('r'), 'x'.repeat(resultsLimits.lineBytesMax * 2)),
      'line 2 is damaged, and no Task follows',
    ],
  ])('with %s is a fault that names the problem without a value', async (_name, bytes, fault) => {
    await expect(readAll(bytes)).rejects.toThrow(fault);
    await readAll(bytes).catch((error: unknown) => expect(String(error)).not.toContain('secret'));
  });

  test.each<[string, unknown, string]>([
    ['a line that is not a resource', '[]', "isn't a FHIR resource"],
    ['a field of another shape', { resourceType: 'Encounter', id: {} }, 'Encounter.id is missing'],
    ['a NUL in a text', { resourceType: 'Organization', id: 'secret\0' }, 'Organization.id'],
    [
      'a lone surrogate',
      { resourceType: 'Observation', valueString: '\ud800', subject: {} },
      'Observation.valueString',
    ],
    [
      'a number that fits no column',
      { resourceType: 'Observation', valueQuantity: { value: 1e300 }, subject: {} },
      'Observation.valueQuantity.value',
    ],
  ])('skips %s and notes it without a value', async (_name, resource, what) => {
    const line = typeof resource === 'string' ? resource : JSON.stringify(resource);
    const [one, other] = await readAll(pack(person('a'), line, task('r1'), person('b'), task('r2')));
    expect(one?.faults).toMatchObject([{ line: 2 }]);
    expect(one?.faults[0]?.what).toContain(what);
    expect(JSON.stringify(one?.faults)).not.toContain('secret');
    expect(one).toMatchObject({ isIncomplete: false, isDamaged: false, resources: [{ id: 'a' }] });
    expect(other).toMatchObject({ faults: [], resources: [{ id: 'b' }] });
  });

  test('reads usual slips as what is meant, and counts them [DECISION-85]', async () => {
    const slips = { resourceType: 'Patient', id: 7, name: { family: 'Doe', given: 'Ada' }, birthDate: 1984 };
    const [one] = await readAll(pack(slips, task('r1')));
    expect(one).toMatchObject({
      repairs: 4,
      faults: [],
      resources: [{ id: '7', name: [{ family: 'Doe', given: ['Ada'] }], birthDate: '1984' }],
    });
    const [clean] = await readAll(pack(person('a'), task('r2')));
    expect(clean?.repairs).toBe(0);
  });

  test('is incomplete if a person may be missing', async () => {
    const unreadable = { resourceType: 'Patient', id: {} };
    expect(await readAll(pack(unreadable, task('r')))).toMatchObject([{ isIncomplete: true, resources: [] }]);
    const many = Array.from({ length: resultsLimits.resourcesPerPatientMax + 1 }, () => person('a'));
    const [most] = await readAll(pack(...many, task('r')));
    expect(most?.resources).toHaveLength(resultsLimits.resourcesPerPatientMax);
    expect(most?.isIncomplete).toBe(true);
  });

  test.each<[string, string]>([
    ['a line that is not JSON', '{"secret":'],
    ['a Task that cannot be read', JSON.stringify({ resourceType: 'Task', status: 'secret' })],
    ['a line over the limit', JSON.stringify({ resourceType: 'Patient', id: 'x'.repeat(1_100_000) })],
  ])('with %s gives nobody the resources around it, and spoils no other patient', async (_name, line) => {
    const all = await readAll(
      pack(person('a'), task('r1'), person('b'), line, person('c'), task('r2'), person('d'), task('r3')),
    );
    expect(all).toMatchObject([
      { patientRef: 'r1', isDamaged: false, resources: [{ id: 'a' }] },
      { patientRef: 'r2', isDamaged: true, resources: [{ id: 'c' }] },
      { patientRef: 'r3', isDamaged: false, resources: [{ id: 'd' }] },
    ]);
    expect(JSON.stringify(all[1]?.faults)).not.toContain('secret');
  });

  test('may write a number for a text, one entry for a list, and null for what only has extensions', async () => {
    const [read] = await readAll(
      pack(
        {
          resourceType: 'Patient',
          id: 7,
          name: { family: 'Doe', given: [null, 'Ada'] },
          address: { postalCode: 2139 },
          gender: null,
        },
        task('r'),
      ),
    );
    expect(read?.faults).toEqual([]);
    expect(read?.resources).toEqual([
      {
        resourceType: 'Patient',
        id: '7',
        name: [{ family: 'Doe', given: ['Ada'] }],
        address: [{ postalCode: '2139' }],
      },
    ]);
  });

  test('may contain a resource in another, which is read as one of its own', async () => {
    const encounter = {
      resourceType: 'Encounter',
      id: 'e1',
      subject: { reference: 'Patient/a' },
      serviceProvider: { reference: '#o1' },
      contained: [{ resourceType: 'Organization', id: 'o1', name: 'Harbor General' }],
    };
    const [read] = await readAll(pack(encounter, task('r')));
    expect(read?.resources).toMatchObject([
      { resourceType: 'Encounter', serviceProvider: { reference: 'Organization/Encounter-e1#o1' } },
      { resourceType: 'Organization', id: 'Encounter-e1#o1' },
    ]);
  });

  test('cut off anywhere gives complete patients from its beginning, and then a fault', async () => {
    const whole = pack(
      ...Array.from({ length: 50 }, (_, index) => [person(`p${index}`), task(`r${index}`)]).flat(),
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), async cut => {
        const received: string[] = [];
        const reading = (async () => {
          for await (const { patientRef, resources } of readResults(whole.subarray(0, cut))) {
            expect(resources).toHaveLength(1);
            received.push(patientRef);
          }
        })();
        await expect(reading).rejects.toThrow('truncated');
        expect(received).toEqual(received.map((_, index) => `r${index}`));
      }),
      { numRuns: 60 },
    );
  });
});

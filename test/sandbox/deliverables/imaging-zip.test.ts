import { strFromU8, unzipSync } from 'fflate';

import { imagingZip } from '../../../src/sandbox/deliverables/imaging-zip';
import { adaeze, aStubRequest } from '../stub-request';

/**
 * Returns the elements of an explicit VR little endian Part 10 file by tag, parsed independently of the
 * writer.
 */
function readElements(file: Buffer): ReadonlyMap<string, { vr: string; value: Buffer }> {
  const elements = new Map<string, { vr: string; value: Buffer }>();
  let at = 132;
  while (at < file.length) {
    const tag = [file.readUInt16LE(at), file.readUInt16LE(at + 2)].map(word =>
      word.toString(16).padStart(4, '0'),
    );
    const vr = file.toString('latin1', at + 4, at + 6);
    const isLong = ['OB', 'OW', 'SQ', 'UN', 'UT'].includes(vr);
    const length = isLong ? file.readUInt32LE(at + 8) : file.readUInt16LE(at + 6);
    const start = at + (isLong ? 12 : 8);
    elements.set(tag.join(','), { vr, value: file.subarray(start, start + length) });
    at = start + length;
  }
  return elements;
}

const request = aStubRequest();

async function dicomOf(
  input = request,
): Promise<{ file: Buffer; textOf: (tag: string) => string | undefined }> {
  const file = Buffer.from(unzipSync(await imagingZip(input))['IMAGES/IM000001.dcm'] ?? []);
  const elements = readElements(file);
  const textOf = (tag: string): string | undefined =>
    elements
      .get(tag)
      ?.value.toString('utf8')
      .replace(/[ \0]+$/, '');
  return { file, textOf };
}

describe('The stub imaging study', () => {
  test('is a ZIP of a README and one image, and names the patient in neither file name nor README', async () => {
    const files = unzipSync(await imagingZip(request));
    expect(Object.keys(files)).toEqual(['README.txt', 'IMAGES/IM000001.dcm']);
    const readme = strFromU8(files['README.txt'] ?? new Uint8Array());
    expect(readme).toContain('SANDBOX — STUB DATA');
    expect(readme).toContain(request.site.name);
    expect(readme).not.toContain('Adaeze');
  });

  test('contains a DICOM Part 10 file: preamble, DICM, meta information, explicit VR little endian, tags in order', async () => {
    const { file, textOf } = await dicomOf();
    expect(file.subarray(0, 128).every(byte => byte === 0)).toBe(true);
    expect(file.toString('latin1', 128, 132)).toBe('DICM');
    const tags = [...readElements(file).keys()];
    expect(tags).toEqual(tags.toSorted());
    expect(textOf('0002,0010')).toBe('1.2.840.10008.1.2.1');
    expect(textOf('0002,0002')).toBe('1.2.840.10008.5.1.4.1.1.7');
    expect(textOf('0002,0003')).toBe(textOf('0008,0018'));
    const groupLength = readElements(file).get('0002,0000')?.value.readUInt32LE(0) ?? 0;
    expect(file.readUInt16LE(144 + groupLength)).toBe(0x0008);
  });

  test('names the patient, the facility, and its own study, and has the stated number of pixels', async () => {
    const { file, textOf } = await dicomOf();
    expect(textOf('0010,0010')).toBe('Okafor-Lindqvist^Adaeze');
    expect(textOf('0010,0030')).toBe('19470506');
    expect(textOf('0010,0040')).toBe('F');
    expect(textOf('0008,0080')).toBe(request.site.name);
    for (const tag of ['0020,000d', '0020,000e', '0008,0018'])
      expect(textOf(tag)).toMatch(/^2\.25\.[1-9]\d{0,38}$/);
    expect(new Set(['0020,000d', '0020,000e', '0008,0018'].map(textOf)).size).toBe(3);
    const pixels = readElements(file).get('7fe0,0010');
    expect(pixels?.vr).toBe('OB');
    expect(pixels?.value.length).toBe(256 * 256);
    expect(new Set(pixels?.value).size).toBeGreaterThan(16);
  });

  test("writes names in UTF-8, without DICOM's delimiters", async () => {
    const patient = { ...adaeze, firstName: 'Łu^ka=sz\\', lastNames: ['山田'.repeat(40)] };
    const { textOf } = await dicomOf({ ...request, patient });
    expect(textOf('0008,0005')).toBe('ISO_IR 192');
    expect(textOf('0010,0010')).toBe(`${'山田'.repeat(40).slice(0, 31)}^Łu ka sz`);
  });

  test('has the same bytes for the same input, and another study for another request', async () => {
    expect(Buffer.compare(await imagingZip(request), await imagingZip(aStubRequest()))).toBe(0);
    const study = (await dicomOf()).textOf('0020,000d');
    expect((await dicomOf({ ...request, reference: 'another' })).textOf('0020,000d')).not.toBe(study);
  });
});

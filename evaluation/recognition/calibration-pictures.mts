/**
 * Writes the inputs of the recognizer's networks for scans, in the format of make_models.py:
 *
 *     npm run forms:score -- --half development --kinds scanned --keep SCANS
 *     node evaluation/recognition/calibration-pictures.mts SCANS PICTURES
 *
 * Uses only signed documents, because unsigned ones are the same forms. The current detector finds the lines.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { openDocument } from '../../src/reading/open-document.mts';
import { readPage } from '../../src/reading/page-layout.mts';
import { findLines, pageAsLookedAt, type Planes } from '../../src/reading/recognition/find-lines.mts';
import type { Recognizer } from '../../src/reading/recognition/recognizer.mts';
import { lineAsRead } from '../../src/reading/recognition/read-line.mts';

const [scans, target] = process.argv.slice(2);
if (scans === undefined || target === undefined)
  throw new Error('Usage: calibration-pictures.mts SCANS PICTURES');

async function write(
  kind: 'pages' | 'lines',
  name: string,
  { planes, width, height }: Planes,
): Promise<void> {
  await writeFile(join(target ?? '', kind, `${name}-${width}x${height}.f32`), planes);
}

for (const kind of ['pages', 'lines']) await mkdir(join(target, kind), { recursive: true });
const detector = await InferenceSession.create(
  join(import.meta.dirname, '../../src/reading/recognition/models/detector.onnx'),
);
for (const file of (await readdir(scans)).filter(name => name.endsWith('-scanned-signed.pdf')).toSorted()) {
  const document = await openDocument(new Uint8Array(await readFile(join(scans, file))));
  if (typeof document === 'string') throw new Error(`${file}: ${document}`);
  for (let number = 1; number <= document.numPages; number += 1) {
    const name = `${file.replace('.pdf', '')}-${number}`;
    const writer: Recognizer = {
      recognize: async ({ cleaned }) => {
        await write('pages', name, pageAsLookedAt(cleaned));
        for (const [index, line] of (await findLines(detector, cleaned)).entries())
          await write('lines', `${name}-${String(index).padStart(4, '0')}`, lineAsRead(cleaned, line));
        return { words: [], confidence: 0 };
      },
      clearTurnOf: () => Promise.resolve(0),
      quarterTurnOf: () => Promise.resolve(0),
    };
    await readPage(await document.getPage(number), () => Promise.resolve(writer));
  }
}
process.exit(0);

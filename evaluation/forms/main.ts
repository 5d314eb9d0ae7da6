/**
 * `npm run forms:score`: generates the test set of authorizations, reads every document as production does,
 * and prints the accuracy of the extracted values and the checks.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Reading } from '../../src/reading/document-layout';
import { parseReading } from '../../src/reading/parse-reading';
import { readDocument } from '../../src/reading/read-document';
import { extract } from '../../src/reading/extraction/extract';
import { scoreFederal } from './federal';
import { formLayouts } from './form-layouts';
import { halfOf, type Half } from './halves';
import { makeCase, shapes, type CaseOrder, type FormCase, type Shape, type State } from './make-case';
import { federalReportOf, reportOf } from './report';
import type { Outcome } from './score';
import { surviveClosedPipe } from '../../src/platform/closed-pipe';

const help = `Measures the analysis of authorizations on a generated test set.

  npm run forms:score                                  both halves, all shapes, one person for each layout
  npm run forms:score -- --half development            the half that readers are developed with (or held-out)
  npm run forms:score -- --kinds fields,flattened      some shapes: fields, flattened, scanned
  npm run forms:score -- --people 3                    more people for each layout (1 to 20)
  npm run forms:score -- --layout hospital-boxed       one layout of the development half
  npm run forms:score -- --keep DIR                    keep each document with its truth (held-out ones never)
  npm run forms:score -- --federal DIR                 also measure the federal forms in a folder
  npm run forms:score -- --fresh                       ignore cached readings`;

const peopleMax = 20;
const statesOf: Readonly<Record<Shape, readonly State[]>> = {
  fields: ['signed', 'unsigned', 'blank'],
  flattened: ['signed', 'typed', 'unsigned', 'blank'],
  // A scanned blank form shows nothing that an unsigned one doesn't.
  scanned: ['signed', 'unsigned'],
};

const root = join(__dirname, '../..');
const cache = join(root, 'node_modules/.cache/forms');

/**
 * Returns a fingerprint of what a reading depends on besides the document: the reader's code, and the weights
 * of its networks.
 */
async function readerFingerprint(): Promise<string> {
  const folder = join(root, 'src/reading');
  const hash = createHash('sha256');
  for (const name of (await readdir(folder, { recursive: true })).toSorted())
    if (/^(?!extraction\/).*\.(?:m?ts|onnx|json)$/.test(name))
      hash.update(await readFile(join(folder, name)));
  return hash.digest('hex');
}

async function readOnce(pdf: Uint8Array, reader: string, isFresh: boolean): Promise<Reading> {
  const key = createHash('sha256').update(reader).update(pdf).digest('hex');
  const path = join(cache, `${key}.json`);
  const kept = isFresh ? undefined : await readFile(path, 'utf8').catch(() => undefined);
  const parsed = kept === undefined ? undefined : parseReading(kept);
  if (parsed !== undefined) return parsed;
  const reading = await readDocument(pdf);
  await writeFile(path, JSON.stringify(reading));
  return reading;
}

function wordsOf(reading: Reading): string[] {
  return reading.kind === 'refused'
    ? []
    : reading.layout.pages.flatMap(page => page.words.map(({ text }) => text));
}

async function keep(folder: string, { pdf, truth }: FormCase): Promise<void> {
  if (truth.half === 'held-out') return;
  const name = [truth.layout, truth.person.lastName.replaceAll(/\W/g, ''), truth.shape, truth.state].join(
    '-',
  );
  await writeFile(join(folder, `${name}.pdf`), pdf);
  await writeFile(join(folder, `${name}.json`), JSON.stringify(truth, null, 2));
}

async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const lane = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
}

function chosenShapes(kinds: string): Shape[] {
  return kinds.split(',').map(kind => {
    const shape = shapes.find(name => name === kind);
    if (shape === undefined) throw new Error(`there is no kind ${kind}: ${shapes.join(', ')}`);
    return shape;
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      half: { type: 'string' },
      kinds: { type: 'string', default: shapes.join(',') },
      people: { type: 'string', default: '1' },
      layout: { type: 'string' },
      keep: { type: 'string' },
      federal: { type: 'string' },
      fresh: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const people = Number(values.people);
  if (!Number.isInteger(people) || people < 1 || people > peopleMax)
    throw new Error(`--people must be a whole number from 1 to ${peopleMax}`);
  const half = [undefined, 'development', 'held-out'].find(name => name === values.half) as Half | undefined;
  if (half !== values.half) throw new Error('--half must be development or held-out');
  const forms = formLayouts.filter(
    ({ name }) =>
      (half === undefined || halfOf(name) === half) &&
      (values.layout === undefined || name === values.layout),
  );
  if (forms.length === 0)
    throw new Error(
      'no layout is left: evaluation/forms/form-layouts.ts lists them, and each is of one half',
    );
  const orders: CaseOrder[] = chosenShapes(values.kinds).flatMap(shape =>
    forms.flatMap(form =>
      Array.from({ length: people }, (_, personNumber) => personNumber).flatMap(personNumber =>
        statesOf[shape]
          .filter(state => state !== 'blank' || personNumber === 0)
          .map(state => ({ form, personNumber, shape, state })),
      ),
    ),
  );
  await mkdir(cache, { recursive: true });
  if (values.keep !== undefined) await mkdir(values.keep, { recursive: true });
  const reader = await readerFingerprint();
  const outcomes: Outcome[] = [];
  await inLanes(orders, async order => {
    const made = await makeCase(order);
    if (values.keep !== undefined) await keep(values.keep, made);
    const reading = await readOnce(made.pdf, reader, values.fresh);
    const isScan = order.shape === 'scanned' && order.state === 'signed';
    // The printed words are the ones in the readable version of the same form.
    const printed = isScan ? await makeCase({ ...order, shape: 'flattened' }) : undefined;
    outcomes.push({
      truth: made.truth,
      reading: reading.kind === 'refused' ? reading.refusal : extract(reading.layout),
      ...(printed === undefined
        ? {}
        : {
            words: {
              read: wordsOf(reading),
              printed: wordsOf(await readOnce(printed.pdf, reader, values.fresh)),
            },
          }),
    });
    process.stderr.write(`\r${outcomes.length} of ${orders.length} documents`);
  });
  process.stderr.write('\n');
  for (const part of ['development', 'held-out'] as const) {
    const own = outcomes.filter(({ truth }) => truth.half === part);
    if (own.length > 0) console.log(reportOf(part, own));
  }
  if (values.federal !== undefined)
    console.log(
      federalReportOf(await scoreFederal(values.federal, pdf => readOnce(pdf, reader, values.fresh))),
    );
}

surviveClosedPipe();
void main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

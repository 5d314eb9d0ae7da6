/** Generates the test set of layouts, reads every document, and compares each reading with the truth. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reading } from '../../src/reading/document-layout';
import { extract } from '../../src/reading/extraction/extract';
import { formLayouts } from './form-layouts';
import { halfOf, type Half } from './halves';
import { makeCase, type CaseOrder, type FormCase, type Shape, type State } from './make-case';
import { inLanes, type Read } from './readings';
import type { Outcome } from './score';

const statesOf: Readonly<Record<Shape, readonly State[]>> = {
  fields: ['signed', 'unsigned', 'blank'],
  flattened: ['signed', 'typed', 'unsigned', 'blank'],
  // A scanned blank form shows nothing that an unsigned one doesn't.
  scanned: ['signed', 'unsigned'],
};

/** What to measure. */
export interface GeneratedRun {
  readonly half: Half | undefined;
  readonly shapes: readonly Shape[];
  /** For each layout. */
  readonly people: number;
  readonly layout: string | undefined;
  /** Keeps documents with their truth, except held-out ones. */
  readonly keep: string | undefined;
  readonly read: Read;
}

function wordsOf(reading: Reading): string[] {
  return reading.kind === 'refused'
    ? []
    : reading.layout.pages.flatMap(page => page.words.map(({ text }) => text));
}

async function keepCase(folder: string, { pdf, truth }: FormCase): Promise<void> {
  if (truth.half === 'held-out') return;
  const name = [truth.layout, truth.person.lastName.replaceAll(/\W/g, ''), truth.shape, truth.state].join(
    '-',
  );
  await writeFile(join(folder, `${name}.pdf`), pdf);
  await writeFile(join(folder, `${name}.json`), JSON.stringify(truth, null, 2));
}

/**
 * Measures the generated layouts.
 * @throws Error if no layout is left
 */
export async function scoreGenerated(run: GeneratedRun): Promise<readonly Outcome[]> {
  const { half, shapes, people, layout, keep, read } = run;
  const forms = formLayouts.filter(
    ({ name }) => (half === undefined || halfOf(name) === half) && (layout === undefined || name === layout),
  );
  if (forms.length === 0)
    throw new Error(
      'no layout is left: evaluation/forms/form-layouts.ts lists them, and each is of one half',
    );
  const orders: CaseOrder[] = shapes.flatMap(shape =>
    forms.flatMap(form =>
      Array.from({ length: people }, (_, personNumber) => personNumber).flatMap(personNumber =>
        statesOf[shape]
          .filter(state => state !== 'blank' || personNumber === 0)
          .map(state => ({ form, personNumber, shape, state })),
      ),
    ),
  );
  if (keep !== undefined) await mkdir(keep, { recursive: true });
  const outcomes: Outcome[] = [];
  await inLanes(orders, async order => {
    const made = await makeCase(order);
    if (keep !== undefined) await keepCase(keep, made);
    const reading = await read(made.pdf);
    const isScan = order.shape === 'scanned' && order.state === 'signed';
    // The printed words are the ones in the readable version of the same form.
    const printed = isScan ? await makeCase({ ...order, shape: 'flattened' }) : undefined;
    outcomes.push({
      truth: made.truth,
      reading: reading.kind === 'refused' ? reading.refusal : extract(reading.layout),
      ...(printed === undefined
        ? {}
        : { words: { read: wordsOf(reading), printed: wordsOf(await read(printed.pdf)) } }),
    });
    process.stderr.write(`\r${outcomes.length} of ${orders.length} documents`);
  });
  process.stderr.write('\n');
  return outcomes;
}

/** Fills in the real forms of a folder, reads them, and compares each reading with the truth. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Extraction, Refusal } from '../../src/domain/auth-checks/extraction';
import type { Reading } from '../../src/reading/document-layout';
import { parseReading } from '../../src/reading/parse-reading';
import { extract } from '../../src/reading/extraction/extract';
import type { Shape } from '../forms/make-case';
import { fingerprintOf, inLanes, readerFingerprint, readingsCache, type Read } from '../forms/readings';
import type { Description } from './description';
import { readDescriptions } from './description-files';
import type { RealState } from './filling';
import { readFormPages, type FormPages } from './form-pages';
import { isOnlyMeasured, readSets, realSetOf, type RealSet } from './halves';
import { makeRealCase, type RealOrder, type RealTruth } from './real-case';

/** The reading of one document of a real form, with its truth. */
export interface RealOutcome {
  readonly set: RealSet | null;
  readonly description: Description;
  readonly truth: RealTruth;
  readonly reading: Extraction | Refusal;
}

/** What to measure. */
export interface RealRun {
  readonly folder: string;
  /** One set; the two halves without it. */
  readonly set: RealSet | undefined;
  readonly shapes: readonly Shape[];
  readonly people: number;
  /** Which filling of each form: 0 for the first, a higher number for other people and hands. */
  readonly fill: number;
  /** Only these states; all without it. */
  readonly states: readonly RealState[] | undefined;
  /** One form that may be looked at. */
  readonly form: string | undefined;
  /** Keeps documents with their truth, except those that may not be looked at. */
  readonly keep: string | undefined;
  readonly isFresh: boolean;
  readonly read: Read;
}

const statesOf: Readonly<Record<Shape, readonly RealState[]>> = {
  fields: ['signed', 'unsigned', 'expired', 'missing', 'blank'],
  flattened: ['signed', 'unsigned', 'expired', 'missing', 'blank'],
  // What's missing is missing in each shape; a scan shows whether noise is taken for writing.
  scanned: ['signed', 'unsigned', 'blank'],
};

/** Returns the folder with the blank forms: given, named by `REAL_FORMS`, or next to the repository. */
export function realFormsFolder(given: string | undefined): string {
  return resolve(given ?? process.env['REAL_FORMS'] ?? join(__dirname, '../../../shared/data/real-forms'));
}

/** Whether a folder exists. */
export async function hasFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    found => found.isDirectory(),
    () => false,
  );
}

async function chosenForms({
  set,
  form,
}: RealRun): Promise<Array<{ description: Description; set: RealSet | null }>> {
  const sets = await readSets();
  const all = (await readDescriptions()).map(description => ({
    description,
    set: realSetOf(description.form, sets),
  }));
  const isChosen = (one: RealSet | null): boolean =>
    set === undefined
      ? form !== undefined || one === 'development' || one === 'held-out' || one === null
      : one === set;
  const chosen = all.filter(
    one => isChosen(one.set) && (form === undefined || one.description.form === form),
  );
  if (form !== undefined && isOnlyMeasured(chosen[0]?.set ?? null))
    throw new Error(`--form: ${form} may not be looked at. Only scores of its whole set may be seen.`);
  if (chosen.length === 0) throw new Error('no described form is left: check --half and --form');
  return chosen;
}

async function keepCase(folder: string, pdf: Uint8Array, truth: RealTruth): Promise<void> {
  const name = [truth.form, truth.person.lastName.replaceAll(/\W/g, ''), truth.shape, truth.state].join('-');
  await writeFile(join(folder, `${name}.pdf`), pdf);
  await writeFile(join(folder, `${name}.json`), JSON.stringify(truth, null, 2));
}

interface TrueReading {
  readonly truth: RealTruth;
  readonly reading: Reading;
}

/** A fingerprint of what a document and its reading depend on besides its description. */
async function caseFingerprint(): Promise<string> {
  const cases = await fingerprintOf(
    ['evaluation/real-forms', 'evaluation/forms', 'src/sandbox'],
    /^[^/]+\.m?ts$/,
  );
  return createHash('sha256')
    .update(cases)
    .update(await readerFingerprint())
    .digest('hex');
}

function keptPath(order: RealOrder, fingerprint: string): string {
  const key = createHash('sha256').update(fingerprint).update(JSON.stringify(order)).digest('hex');
  return join(readingsCache, `${key}-real.json`);
}

/** Drawing and scanning a form takes longer than reading it, so the truth is kept with the reading. */
async function keptReading(order: RealOrder, fingerprint: string): Promise<TrueReading | undefined> {
  const kept = await readFile(keptPath(order, fingerprint), 'utf8').catch(() => undefined);
  if (kept === undefined) return undefined;
  const [truth = '', reading = ''] = kept.split('\n');
  const parsed = parseReading(reading);
  return parsed === undefined ? undefined : { truth: JSON.parse(truth) as RealTruth, reading: parsed };
}

async function keepReading(order: RealOrder, fingerprint: string, found: TrueReading): Promise<void> {
  const lines = `${JSON.stringify(found.truth)}\n${JSON.stringify(found.reading)}\n`;
  await writeFile(keptPath(order, fingerprint), lines);
}

/**
 * Measures the reading of the described forms whose blank PDFs are in a folder.
 * @throws Error if a PDF isn't the one that was described
 */
export async function scoreReal(run: RealRun): Promise<readonly RealOutcome[]> {
  const { folder, shapes, people, keep, read, fill, states } = run;
  if (keep !== undefined) await mkdir(keep, { recursive: true });
  const outcomes: RealOutcome[] = [];
  const forms = await chosenForms(run);
  const fingerprint = await caseFingerprint();
  const freshReading = async (
    order: RealOrder,
    blank: Uint8Array,
    pages: FormPages,
  ): Promise<TrueReading | null> => {
    const made = await makeRealCase(order, blank, pages);
    if (made === null) return null;
    const own = forms.find(one => one.description === order.description);
    if (keep !== undefined && !isOnlyMeasured(own?.set ?? null)) await keepCase(keep, made.pdf, made.truth);
    const found = { truth: made.truth, reading: await read(made.pdf) };
    await keepReading(order, fingerprint, found);
    return found;
  };
  let done = 0;
  await inLanes(forms, async ({ description, set }) => {
    const path = join(folder, `${description.form}.pdf`);
    const [blank, pages] = [new Uint8Array(await readFile(path)), await readFormPages(path)];
    if (pages.sha256 !== description.sha256)
      throw new Error(`${path} isn't the described form: its SHA-256 differs from the description's`);
    const orders = shapes.flatMap(shape =>
      Array.from({ length: people }, (_, personNumber) => personNumber).flatMap(personNumber =>
        statesOf[shape]
          .filter(state => states?.includes(state) !== false)
          .filter(state => state !== 'blank' || (personNumber === 0 && fill === 0))
          .map(state => ({ description, personNumber, shape, state, ...(fill === 0 ? {} : { fill }) })),
      ),
    );
    for (const order of orders) {
      const kept = keep === undefined && !run.isFresh ? await keptReading(order, fingerprint) : undefined;
      const found = kept ?? (await freshReading(order, blank, pages));
      if (found === null) continue;
      const { truth, reading } = found;
      outcomes.push({
        set,
        description,
        truth,
        reading: reading.kind === 'refused' ? reading.refusal : extract(reading.layout),
      });
    }
    done += 1;
    process.stderr.write(`\r${done} of ${forms.length} real forms`);
  });
  process.stderr.write('\n');
  return outcomes.toSorted((a, b) => (a.truth.form < b.truth.form ? -1 : 1));
}

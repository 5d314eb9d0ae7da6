/** The two halves of the real forms: readers are developed with one, and only measured with the other. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Half } from '../forms/halves';
import type { Description } from './description';

/** Where the drawn halves are. */
export const halvesFile = join(__dirname, 'halves.json');

const halvesSchema = z.strictObject({
  seed: z.string().min(1),
  development: z.array(z.string()),
  heldOut: z.array(z.string()),
});

/** The names of the forms in each half, and the seed they were drawn with. */
export type Halves = z.output<typeof halvesSchema>;

/**
 * Returns the halves; `undefined` if they haven't been drawn.
 * @throws Error if the file isn't valid
 */
export async function readHalves(): Promise<Halves | undefined> {
  const json = await readFile(halvesFile, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  return json === undefined ? undefined : halvesSchema.parse(JSON.parse(json));
}

/**
 * Returns the half of a form; `null` if the halves haven't been drawn.
 * @throws Error if it's in neither half
 */
export function realHalfOf(form: string, halves: Halves | undefined): Half | null {
  if (halves === undefined) return null;
  if (halves.development.includes(form)) return 'development';
  if (halves.heldOut.includes(form)) return 'held-out';
  throw new Error(`${form} is in neither half of evaluation/real-forms/halves.json`);
}

/** The parts of health systems that publish under several names. */
const systems = [
  'mercy-health',
  'musc-health',
  'ssm-health',
  'bon-secours',
  'lexington',
  'hospital-of-upenn',
];
/** Forms are variants of each other if they share more of their phrases. */
const sharedMost = 0.5;

/** Returns the runs of four words of a form's text. */
export function phrasesOf(texts: readonly string[]): ReadonlySet<string> {
  const words =
    texts
      .join(' ')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return new Set(words.slice(0, -3).map((_word, index) => words.slice(index, index + 4).join(' ')));
}

function isVariant(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const common = [...one].filter(phrase => other.has(phrase)).length;
  const smaller = Math.min(one.size, other.size);
  return smaller > 40 && common / smaller > sharedMost;
}

/** A form to draw. */
export interface DrawnForm {
  readonly description: Description;
  readonly phrases: ReadonlySet<string>;
}

/** Groups the forms of one organization or health system, and those that are variants of each other. */
function groupsOf(forms: readonly DrawnForm[]): DrawnForm[][] {
  const organizationOf = (form: string): string =>
    systems.find(system => form.startsWith(system)) ?? form.replace(/--.*$/, '');
  const groups: DrawnForm[][] = [];
  for (const form of forms) {
    const organization = organizationOf(form.description.form);
    const near = groups.filter(group =>
      group.some(
        other =>
          organizationOf(other.description.form) === organization || isVariant(other.phrases, form.phrases),
      ),
    );
    for (const group of near) groups.splice(groups.indexOf(group), 1);
    groups.push([...near.flat(), form]);
  }
  return groups;
}

/**
 * Draws the halves: whole organizations, each layout family as evenly as possible. The same seed and forms
 * give the same halves.
 */
export function drawHalves(forms: readonly DrawnForm[], seed: string): Halves {
  const rankOf = (group: readonly DrawnForm[]): string =>
    createHash('sha256')
      .update(`${seed}/${group[0]?.description.form ?? ''}`)
      .digest('hex');
  const sorted = forms.toSorted((a, b) => a.description.form.localeCompare(b.description.form, 'en'));
  const groups = groupsOf(sorted).toSorted(
    (a, b) => b.length - a.length || rankOf(a).localeCompare(rankOf(b), 'en'),
  );
  const halves = { development: new Map<string, number>(), heldOut: new Map<string, number>() };
  const names: { development: string[]; heldOut: string[] } = { development: [], heldOut: [] };
  for (const group of groups) {
    const [first] = group;
    if (first === undefined) continue;
    const { layout, kind } = first.description;
    const family = `${layout}/${kind === 'other' ? 'other' : 'release'}`;
    const counts = [halves.development.get(family) ?? 0, halves.heldOut.get(family) ?? 0] as const;
    const isEven = counts[0] === counts[1];
    const half = isEven
      ? Number.parseInt(rankOf(group).slice(0, 2), 16) % 2 === 0
        ? 'development'
        : 'heldOut'
      : counts[0] < counts[1]
        ? 'development'
        : 'heldOut';
    halves[half].set(family, (halves[half].get(family) ?? 0) + group.length);
    names[half].push(...group.map(({ description }) => description.form));
  }
  return { seed, development: names.development.toSorted(), heldOut: names.heldOut.toSorted() };
}

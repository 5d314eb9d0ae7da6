/**
 * The two halves of the real forms: readers are developed with one, and only measured with the other. More
 * forms of the organizations of the development half are divided in the same way.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Description } from './description';

/** Where the drawn halves are. */
export const halvesFile = join(__dirname, 'halves.json');
/** Where the two parts of the additional forms are. */
export const moreFile = join(__dirname, 'more.json');
/** Where the two parts of the forms of other organizations are. */
const otherFile = join(__dirname, 'other.json');

const halvesSchema = z.strictObject({
  seed: z.string().min(1),
  development: z.array(z.string()),
  heldOut: z.array(z.string()),
});

/** The names of the forms in each half, and the seed they were drawn with. */
export type Halves = z.output<typeof halvesSchema>;

const moreSchema = z.strictObject({
  seed: z.string().min(1),
  development: z.array(z.string()),
  check: z.array(z.string()),
});

/** The sets of real forms, in the order of a report. */
export const realSets = [
  'development',
  'held-out',
  'more-development',
  'more-check',
  'other-development',
  'other-check',
] as const;

/** A set of real forms: a half, or a part of the additional forms or of those of other organizations. */
export type RealSet = (typeof realSets)[number];

/** The two halves, and the additional forms; absent if they haven't been drawn. */
export interface DrawnSets {
  readonly halves?: Halves | undefined;
  readonly more?: z.output<typeof moreSchema> | undefined;
  readonly other?: z.output<typeof moreSchema> | undefined;
}

async function readIfThere<Content>(path: string, schema: z.ZodType<Content>): Promise<Content | undefined> {
  const json = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  return json === undefined ? undefined : schema.parse(JSON.parse(json));
}

/**
 * Returns what was drawn.
 * @throws Error if a file isn't valid
 */
export async function readSets(): Promise<DrawnSets> {
  return {
    halves: await readIfThere(halvesFile, halvesSchema),
    more: await readIfThere(moreFile, moreSchema),
    other: await readIfThere(otherFile, moreSchema),
  };
}

/** Returns the set of a form; `null` if it's in none: its set hasn't been drawn yet. */
export function realSetOf(form: string, { halves, more, other }: DrawnSets): RealSet | null {
  if (halves?.development.includes(form) === true) return 'development';
  if (halves?.heldOut.includes(form) === true) return 'held-out';
  if (more?.development.includes(form) === true) return 'more-development';
  if (more?.check.includes(form) === true) return 'more-check';
  if (other?.development.includes(form) === true) return 'other-development';
  return other?.check.includes(form) === true ? 'other-check' : null;
}

/** Whether the forms of a set may only be measured, and not looked at. */
export function isOnlyMeasured(set: RealSet | null): boolean {
  return set === 'held-out' || set === 'more-check' || set === 'other-check';
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

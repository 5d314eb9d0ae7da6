/** Reads and starts the files with descriptions. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { descriptionSchema, elementsSchema, type Description } from './description';

/** A description that isn't valid; the message lists every fault with its path. */
export class InvalidDescription extends Error {}

/**
 * Parses the description in a file.
 * @throws InvalidDescription with every fault, one a line
 */
export function parseDescription(file: string, json: string): Description {
  const fail = (faults: readonly string[]): never => {
    throw new InvalidDescription([`${file}:`, ...faults.map(fault => `  ${fault}`)].join('\n'));
  };
  let input: unknown;
  try {
    input = JSON.parse(json);
  } catch (error) {
    return fail([`is not JSON: ${error instanceof Error ? error.message : String(error)}`]);
  }
  const parsed = descriptionSchema.safeParse(input, {
    error: ({ input: value }) =>
      value === undefined
        ? 'missing: describe it, or write null if the form has none'
        : value === '?'
          ? 'still "?"'
          : undefined,
  });
  if (!parsed.success)
    return fail(parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'file'}: ${message}`));
  const { form, pages, formPages } = parsed.data;
  const faults = [
    ...(basename(file, '.json') === form ? [] : [`form: must be the file's own name, not "${form}"`]),
    ...formPages
      .filter(page => page > pages)
      .map(page => `formPages: there is no page ${page}; the form has ${pages}`),
  ];
  return faults.length > 0 ? fail(faults) : parsed.data;
}

/** The folder with a file for each described form. */
export const descriptionsFolder = join(__dirname, 'descriptions');

/**
 * Returns all descriptions, by name.
 * @throws InvalidDescription with the faults of every file
 */
export async function readDescriptions(folder = descriptionsFolder): Promise<readonly Description[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.json')).toSorted();
  const faults: string[] = [];
  const descriptions: Description[] = [];
  for (const name of names) {
    try {
      descriptions.push(parseDescription(name, await readFile(join(folder, name), 'utf8')));
    } catch (error) {
      if (!(error instanceof InvalidDescription)) throw error;
      faults.push(error.message);
    }
  }
  if (faults.length > 0) throw new InvalidDescription(faults.join('\n'));
  return descriptions;
}

/** Returns a description with "?" for each thing that a person has to answer. */
export function emptyDescription(form: string, sha256: string, pages: number): object {
  const keys = Object.keys(elementsSchema.shape).map(key => [key, '?'] as const);
  return {
    form,
    sha256,
    pages,
    formPages: '?',
    language: '?',
    kind: '?',
    layout: '?',
    elements: Object.fromEntries(keys),
    printed: { revocation: '?', redisclosure: '?', conditioning: '?', copy: '?', releases: '?' },
  };
}

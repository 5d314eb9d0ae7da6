/** Evidence of a value from several sources. Where they agree on a text, it is more likely the wanted one. */
import type { Found } from '../../domain/auth-checks/extraction';
import type { Candidate } from './blank-values';

/** One reason why a text may be a wanted value. */
export interface Evidence {
  readonly found: Found;
  /** How it was found. What one source finds twice is one reason. */
  readonly source: string;
  /** How likely the text is the wanted one if there is no other reason, 0 to 1. */
  readonly likelihood: number;
}

/**
 * Returns the evidence of values in blanks.
 * @param likelihood how likely a value is if the blank surely is the label's
 */
export function evidenceInBlanks(
  candidates: readonly Candidate[],
  source: string,
  likelihood: number,
): Evidence[] {
  return candidates.map(({ text, page, box, score }) => ({
    found: { text, page, box },
    source,
    likelihood: likelihood * score,
  }));
}

/**
 * Returns the text that all its evidence together makes the most likely one, at its likeliest place;
 * `undefined` if none is likely.
 * @param keyOf equal for two texts that are the same value
 * @param least how likely it must be, 0 to 1
 */
export function likeliestOf(
  evidence: readonly Evidence[],
  keyOf: (text: string) => string,
  least: number,
): Found | undefined {
  const values = new Map<string, Map<string, Evidence>>();
  for (const one of evidence) {
    const key = keyOf(one.found.text);
    const sources = values.get(key) ?? new Map<string, Evidence>();
    const known = sources.get(one.source)?.likelihood ?? 0;
    if (one.likelihood > known) sources.set(one.source, one);
    values.set(key, sources);
  }
  const [best] = [...values.values()]
    .map(sources => {
      const reasons = [...sources.values()].toSorted((a, b) => b.likelihood - a.likelihood);
      const doubt = reasons.reduce((product, { likelihood }) => product * (1 - likelihood), 1);
      return { found: reasons[0]?.found, likelihood: 1 - doubt };
    })
    .toSorted((a, b) => b.likelihood - a.likelihood);
  return best === undefined || best.likelihood < least ? undefined : best.found;
}

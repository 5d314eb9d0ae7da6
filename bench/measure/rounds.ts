/** Measures two sides in turn, so that disturbances affect both equally. */
import { median } from './figures';

/** The two sides of a comparison: ours, and the comparator. */
export type Side = 'ours' | 'comparator';

/** One measurement of a plan. */
export interface Turn {
  readonly side: Side;
  /** From 0; undefined for a warm-up. */
  readonly round: number | undefined;
}

/**
 * Returns the order of the measurements: a warm-up of each side, then the rounds, each starting with the side
 * that the previous one ended with (A B, B A, A B …), so that a drift within a round favors neither side.
 */
export function planTurns(rounds: number): readonly Turn[] {
  const pair = (round: number | undefined, isSwapped: boolean): Turn[] => {
    const turns: Turn[] = [
      { side: 'ours', round },
      { side: 'comparator', round },
    ];
    return isSwapped ? turns.toReversed() : turns;
  };
  return [
    ...pair(undefined, false),
    ...Array.from({ length: rounds }, (_none, round) => pair(round, round % 2 === 0)).flat(),
  ];
}

/** The result of the rounds: a figure for each side and round. */
export type RoundFigures = Readonly<Record<Side, readonly number[]>>;

/** Measures both sides in the order of the plan, and discards the figures of the warm-up. */
export async function measureInTurns(
  measure: Readonly<Record<Side, () => Promise<number>>>,
  rounds: number,
  tell: (line: string) => void,
): Promise<RoundFigures> {
  const figures: Record<Side, number[]> = { ours: [], comparator: [] };
  for (const { side, round } of planTurns(rounds)) {
    const figure = await measure[side]();
    const name = round === undefined ? 'warm-up' : `round ${round + 1} of ${rounds}`;
    tell(`${name}: ${side} ${figure.toFixed(1)}`);
    if (round !== undefined) figures[side].push(figure);
  }
  return figures;
}

/** Returns the median over the rounds of our figure divided by the comparator's in the same round. */
export function medianRatio({ ours, comparator }: RoundFigures): number {
  return median(ours.map((figure, round) => figure / (comparator[round] ?? Number.NaN)));
}

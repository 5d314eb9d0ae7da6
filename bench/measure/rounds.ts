/** Two sides measured in turn, so that what the machine does meanwhile hits both alike. */
import { median } from './figures';

/** The two sides of a comparison: ours, and what it is held against. */
export type Side = 'ours' | 'comparator';

/** One measurement of a plan. */
export interface Turn {
  readonly side: Side;
  /** From 0; the turns of a warm-up have none. */
  readonly round: number | undefined;
}

/**
 * The order of the measurements: one warm-up of each side, then the rounds, each beginning with the side that
 * the one before ended with (A B, B A, A B …), so that a drift within the round favors neither.
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

/** What came of the rounds: a figure per side and round. */
export type RoundFigures = Readonly<Record<Side, readonly number[]>>;

/** Measures both sides in the order of the plan; figures of the warm-up are thrown away. */
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

/** The median over the rounds of ours divided by the comparator's of the same round. */
export function medianRatio({ ours, comparator }: RoundFigures): number {
  return median(ours.map((figure, round) => figure / (comparator[round] ?? Number.NaN)));
}

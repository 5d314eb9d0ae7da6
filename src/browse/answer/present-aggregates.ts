import type { Aggregate, AggregateFunction } from '../request/query';

/** A number as it is answered: a decimal as text, so that it keeps its digits; null where no row has a value. */
type Shown = number | string | null;

/** What was made of one entity: `count`, and a function's numbers by column. */
type BlockAnswer = { count?: Shown } & { [made in AggregateFunction]?: Record<string, Shown> };

/** What was made of each entity that was asked about. */
export type AggregateAnswer = Readonly<Record<string, Readonly<BlockAnswer>>>;

/** A number as PostgreSQL gave it: whole numbers of eight bytes come as text, decimals stay text. */
function presentNumber(aggregate: Aggregate, value: string | null | undefined): Shown {
  if (value === null || value === undefined) return null;
  const isWhole =
    aggregate.kind === 'count' || (aggregate.kind !== 'avg' && aggregate.column.type === 'integer');
  return isWhole ? Number(value) : value;
}

/** The numbers that were asked for, in the shape in which they were. */
export function presentAggregates(
  aggregates: readonly Aggregate[],
  values: ReadonlyArray<string | null>,
): AggregateAnswer {
  const answer: Record<string, BlockAnswer> = {};
  for (const [index, aggregate] of aggregates.entries()) {
    const block = (answer[aggregate.entity] ??= {});
    const shown = presentNumber(aggregate, values[index]);
    if (aggregate.kind === 'count') block.count = shown;
    else (block[aggregate.kind] ??= {})[aggregate.field] = shown;
  }
  return answer;
}

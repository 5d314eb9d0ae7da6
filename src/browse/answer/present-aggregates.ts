import type { Aggregate } from '../request/query';

/** Entity to `count`, and to a function's numbers by column. */
export type AggregateAnswer = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A number as PostgreSQL gave it: whole numbers of eight bytes come as text, decimals stay text. */
function presentNumber(aggregate: Aggregate, value: unknown): unknown {
  if (value === null) return null;
  const isWhole =
    aggregate.kind === 'count' || (aggregate.kind !== 'avg' && aggregate.column.type === 'integer');
  return isWhole ? Number(value) : value;
}

/** The numbers that were asked for, in the shape in which they were. */
export function presentAggregates(
  aggregates: readonly Aggregate[],
  values: readonly unknown[],
): AggregateAnswer {
  const answer: Record<string, Record<string, unknown>> = {};
  aggregates.forEach((aggregate, index) => {
    const value = presentNumber(aggregate, values[index]);
    const block = (answer[aggregate.entity] ??= {});
    if (aggregate.kind === 'count') block['count'] = value;
    else block[aggregate.kind] = { ...(block[aggregate.kind] as object), [aggregate.field]: value };
  });
  return answer;
}

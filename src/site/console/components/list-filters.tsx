/** What the filters of the company's lists share. */
import { ChoiceField, TextField } from '../../components/form';
import { withQuery } from '../paths';

/** A project to choose. */
export interface ChoosableProject {
  readonly id: string;
  readonly name: string;
}

/** The maximum length of a search text. */
export const searchTextMax = 100;

/** The choice that filters nothing. */
export const anyChoice = ['', 'Any'] as const;

/** An order of a list. */
interface ListOrder<By extends string> {
  readonly by: By;
  readonly isDescending: boolean;
}

/** Returns an order as the URL has it. */
export function orderText({ by, isDescending }: ListOrder<string>): string {
  return isDescending ? `-${by}` : by;
}

/** Returns the orders by these columns, both ways, by their text in the URL. */
export function ordersBy<By extends string>(sorts: readonly By[]): ReadonlyMap<string, ListOrder<By>> {
  const orders = sorts.flatMap(by => [true, false].map(isDescending => ({ by, isDescending })));
  return new Map(orders.map(order => [orderText(order), order]));
}

interface ProjectFieldParts {
  readonly id: string;
  readonly value: string;
  readonly projects: readonly ChoosableProject[];
}

/** The field that limits a list to one project. */
export function ProjectField({ id, value, projects }: ProjectFieldParts) {
  return (
    <ChoiceField
      id={id}
      name="project"
      label="Project"
      value={value}
      options={[['', 'All projects'], ...projects.map(project => [project.id, project.name] as const)]}
    />
  );
}

/** The fields that limit a log to a period. */
export function PeriodFields({ from, until }: { readonly from: string; readonly until: string }) {
  return (
    <>
      <TextField id="from" name="from" label="From" type="date" value={from} />
      <TextField id="until" name="until" label="To" type="date" value={until} />
    </>
  );
}

/** The link to the next page of a log; nothing at the end of the period. */
export function ShowOlder({
  path,
  filters,
  before,
}: {
  readonly path: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly before: string | undefined;
}) {
  if (before === undefined) return null;
  return (
    <p>
      <a class="button" href={withQuery(path, { ...filters, before })}>
        Show older
      </a>
    </p>
  );
}

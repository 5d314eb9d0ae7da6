/** The columns of the company's list of record requests that a member can choose. */
import { usDate } from '../../../domain/clinical/calendar-date';
import type { RequestOrder, RequestSort } from '../../../domain/record-requests/request-list';
import type { Tag } from '../../../domain/record-requests/tags';
import { Check, Form } from '../../components/form';
import type { ShownPlace } from './page';

/** The columns to choose, in their order. */
export const requestColumns = [
  'number',
  'reference',
  'project',
  'service',
  'requester',
  'requested',
  'daysOut',
  'lastContact',
  'followUp',
  'due',
  'fee',
  'files',
  'tags',
  'assignee',
] as const;
/** A column to choose. */
export type RequestColumn = (typeof requestColumns)[number];

/** The name of each column. */
export const columnNames: Readonly<Record<RequestColumn, string>> = {
  number: 'Request number',
  reference: 'Reference',
  project: 'Project',
  service: 'Dates of service',
  requester: 'Requested by',
  requested: 'Requested',
  daysOut: 'Days out',
  lastContact: 'Last contact',
  followUp: 'Next follow-up',
  due: 'Due',
  fee: 'Fee',
  files: 'Files',
  tags: 'Tags',
  assignee: 'Assigned to',
};

/** Sets of columns for kinds of work. The default columns are the standard set. */
export const columnSets = {
  legal: ['reference', 'service', 'requested', 'followUp', 'due', 'files', 'tags', 'assignee'],
  insurance: ['reference', 'service', 'requested', 'daysOut', 'due', 'fee', 'files'],
} as const satisfies Readonly<Record<string, readonly RequestColumn[]>>;
/** The name of a set. */
export type ColumnSet = keyof typeof columnSets;

const setNames: ReadonlyArray<readonly [ColumnSet, string]> = [
  ['legal', 'Show legal columns'],
  ['insurance', 'Show insurance columns'],
];

const isSame = (set: ColumnSet, shown: readonly RequestColumn[]): boolean =>
  shown.length === columnSets[set].length && columnSets[set].every(column => shown.includes(column));

/** What decides about the columns of a row. */
interface ColumnValues {
  readonly dueDate: string | null;
  readonly feeCents: number | null;
  readonly tags: readonly Tag[];
  readonly assignee: string | null;
}

const always: ReadonlySet<RequestColumn> = new Set([
  'requested',
  'daysOut',
  'lastContact',
  'followUp',
  'files',
]);

const hasValue: Readonly<Partial<Record<RequestColumn, (row: ColumnValues) => boolean>>> = {
  due: ({ dueDate }) => dueDate !== null,
  fee: ({ feeCents }) => feeCents !== null,
  tags: ({ tags }) => tags.length > 0,
  assignee: ({ assignee }) => assignee !== null,
};

/**
 * Returns the columns to show: the chosen ones, or else the usual ones, without those that have no value in
 * any row, which would only take room.
 */
export function shownColumns(
  chosen: readonly RequestColumn[],
  rows: readonly ColumnValues[],
  order: RequestOrder | undefined,
): readonly RequestColumn[] {
  if (chosen.length > 0) return requestColumns.filter(column => chosen.includes(column));
  return requestColumns.filter(
    column =>
      always.has(column) ||
      order?.by === column ||
      (hasValue[column] !== undefined && rows.some(row => hasValue[column]?.(row))),
  );
}

/** The orders that a column's heading leads to. */
export const columnSorts: Readonly<Partial<Record<RequestColumn, RequestSort>>> = {
  requested: 'requested',
  lastContact: 'lastContact',
  followUp: 'followUp',
  due: 'due',
};

/** Returns dates of service, or `null` for a request without any. */
export function serviceDates({
  startDateOfService: from,
  endDateOfService: to,
}: {
  readonly startDateOfService: string | null;
  readonly endDateOfService: string | null;
}): string | null {
  if (from === null) return to === null ? null : `Through ${usDate(to)}`;
  return to === null ? `From ${usDate(from)}` : `${usDate(from)} to ${usDate(to)}`;
}

/** The form that chooses the columns; `hidden` are the other parts of the list's address. */
export function ColumnChoice({
  path,
  shown,
  isUsual,
  hidden,
}: {
  readonly path: string;
  readonly shown: readonly RequestColumn[];
  /** Whether these are the default columns. */
  readonly isUsual: boolean;
  readonly hidden: Readonly<Record<string, string>>;
}) {
  return (
    <details class="more">
      <summary>Columns</summary>
      <Form action={path} label="Choose columns">
        {Object.entries(hidden).map(([name, value]) =>
          value === '' ? null : <input type="hidden" name={name} value={value} />,
        )}
        <div class="choices">
          {requestColumns.map(column => (
            <Check name="columns" value={column} isChecked={shown.includes(column)} isAlone={true}>
              {columnNames[column]}
            </Check>
          ))}
        </div>
        <p class="muted small">
          Your choice stays until you change it. On a narrow screen, Requested, Last contact, and Files are
          hidden until you choose columns. Exported files have all columns.
        </p>
        <p class="bar">
          <button type="submit">Show columns</button>
          {isUsual ? null : (
            <button type="submit" name="as" value="usual">
              Show default columns
            </button>
          )}
          {setNames.map(([set, name]) =>
            !isUsual && isSame(set, shown) ? null : (
              <button type="submit" name="as" value={set}>
                {name}
              </button>
            ),
          )}
        </p>
      </Form>
    </details>
  );
}

/** Returns the name of a project, or its ID for a member who may not see projects. */
export function projectNameOf(
  { permissions }: Pick<ShownPlace, 'permissions'>,
  { projectId, projectName }: { readonly projectId: string; readonly projectName: string },
): string {
  return permissions.has('ViewProjects') ? projectName : projectId;
}

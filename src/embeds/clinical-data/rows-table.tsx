/** The table of a patient's clinical data. Small screens show its rows as cards. */
import {
  nameOfColumn,
  wordsOfChoice,
  type ClinicalCell,
  type ClinicalColumn,
  type ClinicalRow,
} from '../../domain/embeds/clinical-tabs';
import { usDate } from '../../domain/clinical/calendar-date';
import { linkTo, type Here } from './links';

/** Formats `1714.89` as `$1,714.89`, without rounding. */
function dollars(amount: string): string {
  const [whole = '', ...cents] = amount.replace(/^-/, '').split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${amount.startsWith('-') ? '−' : ''}$${[grouped, ...cents].join('.')}`;
}

type CellParts = Pick<ClinicalColumn, 'writes' | 'narrows'> & { readonly value: ClinicalCell };

function Cell({ writes, narrows, value }: CellParts) {
  if (value === null || value === '')
    return (
      <span class="muted">
        <span aria-hidden="true">–</span>
        <span class="hidden">None</span>
      </span>
    );
  const text = String(value);
  switch (writes) {
    case 'day':
      return <time dateTime={text}>{usDate(text)}</time>;
    case 'dollars':
      return <>{dollars(text)}</>;
    case 'yesNo':
      return <>{value === true ? 'Yes' : 'No'}</>;
    case 'number':
    case 'code':
    case 'text':
      return <>{Array.isArray(narrows) ? wordsOfChoice(text) : text}</>;
  }
}

/** A column heading that sorts the rows, and reverses the order when selected again. */
function Heading({ here, column }: { readonly here: Here; readonly column: ClinicalColumn }) {
  const { order } = here.panel;
  const name = nameOfColumn(column);
  const isOrder = order.column === name;
  const ascending = isOrder ? order.direction === 'desc' : column.writes !== 'day';
  const direction = ascending ? 'asc' : 'desc';
  const sorted = isOrder ? { 'aria-sort': order.direction === 'asc' ? 'ascending' : 'descending' } : {};
  return (
    <th scope="col" role="columnheader" class={column.writes} {...(sorted as { 'aria-sort'?: 'ascending' })}>
      <a id={`order-${name}`} href={linkTo(here, { order: { column: name, direction }, page: 1 })}>
        {column.label}
        {isOrder ? (
          <span class="arrow" aria-hidden="true">
            {order.direction === 'asc' ? '▲' : '▼'}
          </span>
        ) : null}
      </a>
    </th>
  );
}

/** Renders the rows of a page. Explicit roles keep it a table for screen readers when CSS shows cards. */
export function RowsTable({ here, rows }: { readonly here: Here; readonly rows: readonly ClinicalRow[] }) {
  const { tab } = here.panel;
  return (
    <table class="rows" role="table">
      <caption class="hidden">{tab.label}. Select a column heading to sort.</caption>
      <thead role="rowgroup">
        <tr role="row">
          {tab.columns.map(column => (
            <Heading here={here} column={column} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(row => (
          <tr role="row">
            {tab.columns.map(column => (
              <td role="cell" class={column.writes} data-label={column.label}>
                <Cell {...column} value={row[column.entity]?.[column.field] ?? null} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

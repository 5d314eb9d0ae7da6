/**
 * `/ui/clinical-data/embed`: the clinical data that searches found for one patient. Links and forms work
 * without a script; the script only avoids full reloads.
 */
import { usDate } from '../../domain/clinical/calendar-date';
import type { CountedSites } from '../../domain/embeds/clinical-map';
import {
  firstPanel,
  isNarrowed,
  narrowingColumns,
  pagesMax,
  panelTextMax,
  rowsOfPage,
  writePanel,
  type NarrowingFaults,
  type Panel,
} from '../../domain/embeds/clinical-panel';
import {
  clinicalTabs,
  nameOfColumn,
  wordsOfChoice,
  type ClinicalColumn,
  type ClinicalRow,
} from '../../domain/embeds/clinical-tabs';
import { swapScriptPath } from '../assets';
import { renderPage } from '../page';
import { ParentMessageElement } from '../parent-message';
import { fieldsOf, linkTo, type Here } from './links';
import { RowsTable } from './rows-table';
import { SitesMap } from './sites-map';

/** What the page shows. */
export interface ClinicalDataShown {
  readonly token: string;
  /** Null if any page may frame the embed, and therefore read its messages. */
  readonly parentOrigin: string | null;
  readonly panel: Panel;
  /** Null if the user isn't allowed to see patients. */
  readonly patient: {
    readonly firstName: string;
    readonly lastNames: readonly string[];
    readonly dateOfBirth: string;
  } | null;
  readonly rows: readonly ClinicalRow[];
  readonly total: number;
  /** Null if the map is collapsed. */
  readonly sites: CountedSites | null;
  readonly faults: NarrowingFaults;
  /** Whether the requested state was invalid, so the default is shown instead. */
  readonly isPanelLost: boolean;
}

const title = 'Clinical data';
const messageType = 'recordwell:clinical-data';
/** The value of `do` that the search form submits. Without it, search fields in the URL are ignored. */
export const narrowAction = 'narrow';

function Tabs({ here }: { readonly here: Here }) {
  return (
    <nav aria-label="Data types" class="noprint">
      <ul class="tabs">
        {clinicalTabs.map(tab => (
          <li>
            <a
              id={`tab-${tab.name}`}
              href={linkTo(here, firstPanel(tab))}
              {...(tab === here.panel.tab ? { 'aria-current': 'page' as const } : {})}
            >
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function DayField({
  name,
  label,
  value,
  fault,
}: {
  readonly name: 'from' | 'to';
  readonly label: string;
  readonly value: string;
  readonly fault: string | undefined;
}) {
  const id = `narrow-${name}`;
  const described = fault === undefined ? {} : { 'aria-describedby': `${id}-fault`, 'aria-invalid': true };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} name={name} type="date" value={value} {...described} />
      {fault === undefined ? null : (
        <p id={`${id}-fault`} class="fault small">
          {label} {fault}.
        </p>
      )}
    </div>
  );
}

function FilterField({ column, value }: { readonly column: ClinicalColumn; readonly value: string }) {
  const name = nameOfColumn(column);
  const id = `narrow-${name}`;
  const { narrows } = column;
  return (
    <div class="field">
      <label for={id}>{column.label}</label>
      {narrows === 'part' || narrows === undefined ? (
        <input id={id} name={name} type="text" value={value} maxLength={panelTextMax} autocomplete="off" />
      ) : (
        <select id={id} name={name}>
          <option value="">Any</option>
          {narrows.map(choice => (
            <option value={choice} selected={choice === value}>
              {wordsOfChoice(choice)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

function NarrowForm({ here, faults }: { readonly here: Here; readonly faults: NarrowingFaults }) {
  const { panel } = here;
  const { search, from, to, filters, tab } = panel;
  const isOpen = isNarrowed({ search: '', from, to, filters }) || Object.keys(faults).length > 0;
  return (
    <form
      method="get"
      role="search"
      aria-label={`Search and filter ${tab.label.toLowerCase()}`}
      class="narrow"
    >
      {fieldsOf(here).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <div class="line">
        <div class="field">
          <label for="narrow-search">Search</label>
          <input
            id="narrow-search"
            name="search"
            type="search"
            value={search}
            maxLength={panelTextMax}
            autocomplete="off"
          />
        </div>
        <button id="narrow-go" class="main" name="do" value={narrowAction}>
          Search
        </button>
        {isNarrowed(panel) ? (
          <a id="narrow-clear" href={linkTo(here, { ...firstPanel(tab), order: panel.order })}>
            Clear search and filters
          </a>
        ) : null}
      </div>
      <details id="filters" class="group" open={isOpen}>
        <summary>Filters</summary>
        <div class="finder">
          <DayField name="from" label="Start date" value={from} fault={faults.from} />
          <DayField name="to" label="End date" value={to} fault={faults.to} />
          {narrowingColumns(tab).map(column => (
            <FilterField column={column} value={filters[nameOfColumn(column)] ?? ''} />
          ))}
          <button id="narrow-apply" class="main" name="do" value={narrowAction}>
            Apply filters
          </button>
        </div>
      </details>
    </form>
  );
}

/** Returns a sentence about the rows shown. Screen readers announce it when the page changes. */
function sentenceOf({ panel, rows, total }: ClinicalDataShown): string {
  const { tab, page } = panel;
  const many = tab.label.toLowerCase();
  const narrowed = isNarrowed(panel);
  if (total === 0) return narrowed ? `No ${many} match your search and filters.` : `No ${many} found yet.`;
  if (total === 1) return `1 ${tab.singular}${narrowed ? ' matches' : ''}.`;
  if (total <= rowsOfPage) return `${total} ${many}${narrowed ? ' match' : ''}.`;
  const before = (page - 1) * rowsOfPage;
  return `${before + 1} to ${before + rows.length} of ${total} ${many}${narrowed ? ' that match' : ''}.`;
}

function Pages({ here, total }: { readonly here: Here; readonly total: number }) {
  const { page } = here.panel;
  const last = Math.min(Math.ceil(total / rowsOfPage), pagesMax);
  if (last <= 1) return null;
  return (
    <nav class="pages noprint" aria-label="Pagination">
      {page > 1 ? (
        <a id="page-previous" rel="prev" href={linkTo(here, { page: page - 1 })}>
          Previous
        </a>
      ) : null}
      <span>
        Page {page} of {last}
      </span>
      {page < last ? (
        <a id="page-next" rel="next" href={linkTo(here, { page: page + 1 })}>
          Next
        </a>
      ) : null}
      {page === pagesMax ? <span class="muted">Narrow your search to see more rows.</span> : null}
    </nav>
  );
}

/** Renders the page. Its script reads the next state from it and notifies the parent page. */
export function renderClinicalDataPage(shown: ClinicalDataShown): string {
  const { token, panel, patient, sites, total, rows, faults, isPanelLost, parentOrigin } = shown;
  const here: Here = { token, panel, isMapExpanded: sites !== null };
  const { tab } = panel;
  const message = { type: messageType, entity: tab.entity, tab: tab.name, panel: writePanel(panel) };
  const sentence = sentenceOf(shown);
  return renderPage({
    title,
    children: (
      <>
        <main class="page data" data-here={linkTo(here)} data-summary={sentence}>
          <div class="head">
            <h1>{title}</h1>
            {patient === null ? null : (
              <p>
                {[patient.firstName, patient.lastNames[0]].join(' ').trim()}, born{' '}
                <time dateTime={patient.dateOfBirth}>{usDate(patient.dateOfBirth)}</time>
              </p>
            )}
          </div>
          <Tabs here={here} />
          {isPanelLost ? (
            <p role="alert">We couldn't restore the previous view. Showing all {tab.label.toLowerCase()}.</p>
          ) : null}
          <NarrowForm here={here} faults={faults} />
          <SitesMap here={here} sites={sites} total={total} />
          <section class="table" aria-labelledby="rows">
            <div class="head">
              <h2 id="rows" tabIndex={-1}>
                {tab.label}
              </h2>
              <p>{sentence}</p>
            </div>
            {rows.length === 0 ? null : <RowsTable here={here} rows={rows} />}
            <Pages here={here} total={total} />
          </section>
          <ParentMessageElement message={message} parentOrigin={parentOrigin} />
        </main>
        <script src={swapScriptPath} defer />
      </>
    ),
  });
}

/** `…/patients/{patient}/clinical/{kind}`: the clinical rows of a patient. */
import {
  clinicalTabs,
  nameOfColumn,
  wordsOfChoice,
  type ClinicalCell,
  type ClinicalColumn,
  type ClinicalRow,
} from '../../../domain/embeds/clinical-tabs';
import {
  isNarrowed,
  narrowingColumns,
  panelTextMax,
  type NarrowingFaults,
  type Panel,
} from '../../../domain/embeds/clinical-panel';
import { Empty, Table } from '../../components/display';
import { ChoiceField, Form, TextField } from '../../components/form';
import type { Viewer } from '../../visit';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { PatientTabs } from '../components/patient-tabs';
import { usDate } from '../../../domain/clinical/calendar-date';
import { pathIn } from '../paths';

/** The content of the page. */
export interface ClinicalShown {
  readonly patient: {
    readonly uid: string;
    readonly firstName: string;
    readonly lastNames: readonly string[];
  };
  readonly panel: Panel;
  readonly faults: NarrowingFaults;
  readonly rows: readonly ClinicalRow[];
  readonly total: number;
  readonly pageSize: number;
  readonly exportMax: number;
}

function textOf({ writes, narrows }: ClinicalColumn, value: ClinicalCell): string {
  if (value === null || value === '') return '–';
  if (writes === 'day') return usDate(String(value));
  if (writes === 'yesNo') return value === true ? 'Yes' : 'No';
  if (writes === 'dollars') return `$${String(value).replaceAll(/\B(?=(?:\d{3})+(?:\.|$))/gu, ',')}`;
  return Array.isArray(narrows) ? wordsOfChoice(String(value)) : String(value);
}

function Filter({ column, panel }: { readonly column: ClinicalColumn; readonly panel: Panel }) {
  const name = nameOfColumn(column);
  const value = panel.filters[name] ?? '';
  if (column.narrows === 'part' || column.narrows === undefined)
    return <TextField id={name} name={name} label={column.label} value={value} max={panelTextMax} />;
  return (
    <ChoiceField
      id={name}
      name={name}
      label={column.label}
      value={value}
      options={[['', 'Any'], ...column.narrows.map(known => [known, wordsOfChoice(known)] as const)]}
    />
  );
}

function Filters({ path, shown }: { readonly path: string; readonly shown: ClinicalShown }) {
  const { panel, faults, total, pageSize, exportMax } = shown;
  const { tab, page } = panel;
  const problems = Object.fromEntries(
    Object.entries(faults).map(([name, fault]) => [name, `This ${fault}.`]),
  );
  return (
    <Form action={path} label="Filter rows" problems={problems}>
      <div class="line">
        <TextField id="search" name="search" label="Text" value={panel.search} max={panelTextMax} />
        <TextField id="from" name="from" label="From" type="date" value={panel.from} />
        <TextField id="to" name="to" label="To" type="date" value={panel.to} />
        {narrowingColumns(tab).map(column => (
          <Filter column={column} panel={panel} />
        ))}
      </div>
      <div class="line">
        <button type="submit">Apply filters</button>
        {isNarrowed(panel) ? <a href={path}>Clear filters</a> : null}
        {total === 0 ? null : (
          <button type="submit" name="as" value="csv">
            Download CSV
          </button>
        )}
        {page > 1 ? (
          <button type="submit" name="page" value={page - 1}>
            Previous page
          </button>
        ) : null}
        {page * pageSize < total ? (
          <button type="submit" name="page" value={page + 1}>
            Next page
          </button>
        ) : null}
      </div>
      {total > exportMax ? (
        <p class="muted small">A download has at most {exportMax} rows. Filter by date to get the rest.</p>
      ) : null}
    </Form>
  );
}

function Rows({ shown: { panel, rows, total, pageSize } }: { readonly shown: ClinicalShown }) {
  const { tab, page } = panel;
  if (rows.length === 0)
    return (
      <Empty>
        <p>
          {isNarrowed(panel)
            ? `No matching ${tab.label.toLowerCase()}. Clear a filter, or choose other dates.`
            : `No ${tab.label.toLowerCase()} yet. They appear here when a search finds them.`}
        </p>
      </Empty>
    );
  const first = (page - 1) * pageSize + 1;
  return (
    <>
      <p class="muted">
        {first} to {first + rows.length - 1} of {total}
      </p>
      <Table
        caption={tab.label}
        headings={tab.columns.map(({ label }) => label)}
        rows={rows.map(row =>
          tab.columns.map(column => (
            <span class={column.writes === 'text' ? 'whole' : 'number'}>
              {textOf(column, row[column.entity]?.[column.field] ?? null)}
            </span>
          )),
        )}
      />
    </>
  );
}

/** Renders the page. Its title has no patient data. */
export function renderClinicalPage(viewer: Viewer, place: ShownPlace, shown: ClinicalShown): string {
  const { patient, panel } = shown;
  const path = (kind: string): string => pathIn(place, 'patients', patient.uid, 'clinical', kind);
  return renderConsolePage({
    title: 'Clinical data',
    viewer,
    place,
    section: 'patients',
    crumbs: [['Patients', pathIn(place, 'patients')]],
    children: (
      <>
        <PatientTabs place={place} patient={patient} current="clinical" />
        <nav class="tabs" aria-label="Clinical data">
          {clinicalTabs.map(({ name, label }) => (
            <a href={path(name)} aria-current={name === panel.tab.name ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <h2>{panel.tab.label}</h2>
        <Filters path={path(panel.tab.name)} shown={shown} />
        <Rows shown={shown} />
      </>
    ),
  });
}

/** `…/usage`: what the company used, in units by month. */
import { billableActions, type BillableAction } from '../../../domain/billing/ledger-entry';
import { Table } from '../../components/display';
import type { Viewer } from '../../visit';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { pathIn } from '../paths';

/** The units of a month, by action. */
interface ShownMonth {
  readonly month: string;
  readonly units: ReadonlyMap<BillableAction, number>;
}

/** The name of each action. */
export const usageNames: Readonly<Record<BillableAction, string>> = {
  'search.siteSonar': 'Site Sonar',
  'search.patientHistories': 'Patient Histories',
  'search.ehrSearch': 'EHR Search',
  'siteFinder.search': 'Site finder searches',
  'siteFinder.create': 'Sites added',
  'siteFinder.research': 'Sites researched',
};

/** Returns a month as `November 2026`. */
export function monthText(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  return date.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Renders the usage of the last months. */
export function renderUsagePage(viewer: Viewer, place: ShownPlace, months: readonly ShownMonth[]): string {
  return renderConsolePage({
    title: 'Usage',
    viewer,
    place,
    section: 'usage',
    children: (
      <>
        <div class="head">
          <h1>Usage</h1>
          <div class="aside">
            <a class="button" href={pathIn(place, 'usage', 'export')}>
              Export CSV
            </a>
          </div>
        </div>
        <p class="muted">
          Units by month (UTC) in the {place.environment} environment. A search counts one unit for each last
          name; every other action counts one.{' '}
          {place.environment === 'sandbox' ? 'Nothing is charged in the sandbox.' : null}
        </p>
        <Table
          caption="Usage by month"
          headings={[
            'Month',
            ...billableActions.map(action => ({ name: usageNames[action], isNumber: true })),
          ]}
          rows={months.map(({ month, units }) => [
            monthText(month),
            ...billableActions.map(action => (units.get(action) ?? 0).toLocaleString('en-US')),
          ])}
        />
      </>
    ),
  });
}

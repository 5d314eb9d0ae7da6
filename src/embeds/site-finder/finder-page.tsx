/** `/ui/site-finder/embed`: find a facility, or add one that isn't listed. Works without scripts. */
import type { ComponentChildren } from 'preact';
import { foundMax } from '../../domain/clinical/site-search';
import { uspsCodes } from '../../domain/usps-codes';
import { renderPage } from '../page';
import { ParentMessageElement } from '../parent-message';
import { hereWith } from './here';

/** The values of the form fields, as typed. */
export interface FinderValues {
  readonly name: string;
  readonly addressLine1: string;
  readonly addressLine2: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly isFacility: string;
}

/** Messages about invalid fields, by field name; `body` is about the whole form. */
export type FinderFaults = Readonly<Record<string, string>>;

/** A facility in the results. */
export interface ListedFacility {
  readonly uid: string;
  readonly name: string;
  readonly systemName: string | null;
  readonly npi: string;
  readonly addressLine1: string;
  readonly addressLine2: string | null;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly phone: string | null;
  readonly fax: string | null;
  readonly miles: number | null;
}

/** What the page shows. */
export interface FinderShown {
  readonly token: string;
  readonly values: FinderValues;
  /** Messages about the search form. */
  readonly faults: FinderFaults;
  /** Messages about the form that adds a facility; absent if it wasn't submitted. */
  readonly newSiteFaults?: FinderFaults;
  /** The results; absent before a search. */
  readonly found?: { readonly facilities: readonly ListedFacility[]; readonly areMore: boolean };
}

const title = 'Find a facility';
const researchHint = 'Collects what is known about this facility. Fees apply.';
const messageType = 'recordwell:site-finder';

interface FieldParts {
  readonly prefix: string;
  readonly name: keyof FinderValues;
  readonly label: string;
  readonly values: FinderValues;
  readonly faults: FinderFaults;
  readonly isRequired?: boolean;
  readonly max?: number;
  readonly hint?: string;
  /** The options, if the field is a select. */
  readonly children?: ComponentChildren;
}

function Field({ prefix, name, label, values, faults, isRequired, max, hint, children }: FieldParts) {
  const id = `${prefix}-${name}`;
  const fault = faults[name];
  const described = fault === undefined ? {} : { 'aria-describedby': `${id}-fault`, 'aria-invalid': true };
  const shared = { id, name, required: isRequired === true, ...described };
  return (
    <div class={`field ${name}`}>
      <label for={id}>
        {label} {hint === undefined ? null : <span class="muted small">{hint}</span>}
      </label>
      {children === undefined ? (
        <input {...shared} type="text" value={values[name]} maxLength={max} autocomplete="off" />
      ) : (
        <select {...shared}>{children}</select>
      )}
      {fault === undefined ? null : (
        <p id={`${id}-fault`} class="fault small">
          {label} {fault}.
        </p>
      )}
    </div>
  );
}

type FormParts = Pick<FieldParts, 'prefix' | 'values' | 'faults'> & { readonly isRequired?: boolean };

function AddressFields({ isRequired = false, ...parts }: FormParts) {
  return (
    <>
      <Field {...parts} name="addressLine1" label="Address" max={200} isRequired={isRequired} />
      {isRequired ? <Field {...parts} name="addressLine2" label="Suite or floor" max={200} /> : null}
      <Field {...parts} name="city" label="City" max={100} isRequired={isRequired} />
      <Field {...parts} name="state" label="State" isRequired={isRequired}>
        <option value="">{isRequired ? 'Select…' : 'Any'}</option>
        {uspsCodes.map(code => (
          <option value={code} selected={parts.values.state === code}>
            {code}
          </option>
        ))}
      </Field>
      <Field {...parts} name="zip" label="ZIP code" max={10} isRequired={isRequired} />
    </>
  );
}

function SearchForm({ token, ...rest }: Pick<FinderShown, 'token' | 'values' | 'faults'>) {
  const parts = { prefix: 'search', ...rest };
  return (
    <form class="finder" method="get" role="search" aria-label={title}>
      <input type="hidden" name="token" value={token} />
      {/* The directory isn't searched by suite, which the form that adds a facility shows. */}
      <input type="hidden" name="addressLine2" value={rest.values.addressLine2} />
      {rest.faults['body'] === undefined ? null : (
        <p class="fault" role="alert">
          {rest.faults['body']}
        </p>
      )}
      <Field {...parts} name="name" label="Name" max={200} />
      <Field {...parts} name="isFacility" label="Type">
        <option value="true">Facility</option>
        <option value="false" selected={rest.values.isFacility === 'false'}>
          Individual practice
        </option>
      </Field>
      <AddressFields {...parts} />
      <button class="main" name="do" value="search">
        Search
      </button>
    </form>
  );
}

/** Returns the distance as text. Only the centers of the ZIP codes are known, so it's in whole miles. */
function distanceInWords(miles: number): string {
  if (miles === 0) return 'In this ZIP code';
  const whole = Math.max(1, Math.round(miles));
  return `About ${whole} ${whole === 1 ? 'mile' : 'miles'} away`;
}

function Facility({ token, facility }: { readonly token: string; readonly facility: ListedFacility }) {
  const { uid, name, systemName, npi, addressLine1, addressLine2, city, state, zip, phone, fax, miles } =
    facility;
  const facts = [
    ['NPI', npi],
    ['Health system', systemName],
    ['Phone', phone],
    ['Fax', fax],
  ].filter(([, value]) => value !== null);
  return (
    <li class="facility">
      <div>
        <h3>{name}</h3>
        <p>
          {[addressLine1, addressLine2, `${city}, ${state} ${zip}`].filter(line => line !== null).join(', ')}
        </p>
        {miles === null ? null : <p class="muted small">{distanceInWords(miles)}</p>}
        <details>
          <summary>
            Details<span class="hidden"> of {name}</span>
          </summary>
          <dl>
            {facts.map(([fact, value]) => (
              <div>
                <dt>{fact}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <form method="post" action={hereWith(token)}>
            <input type="hidden" name="facility" value={uid} />
            <button name="do" value="research">
              Research<span class="hidden"> {name}</span>
            </button>{' '}
            <span class="muted small">{researchHint}</span>
          </form>
        </details>
      </div>
      <form method="post" action={hereWith(token)}>
        <input type="hidden" name="facility" value={uid} />
        <button name="do" value="choose">
          Select<span class="hidden"> {name}</span>
        </button>
      </form>
    </li>
  );
}

function countInWords(count: number, areMore: boolean): string {
  if (areMore) return `Showing the ${foundMax} closest matches. Add details to narrow your search.`;
  return count === 0
    ? 'No facilities found. Check your entries, or add the facility below.'
    : `${count} ${count === 1 ? 'facility' : 'facilities'} found.`;
}

function Results({ token, found, values }: FinderShown) {
  if (found === undefined) return null;
  const { facilities, areMore } = found;
  return (
    <section aria-labelledby="results">
      <h2 id="results">Results</h2>
      <p role="status">{countInWords(facilities.length, areMore)}</p>
      {values.isFacility === 'false' ? (
        <p class="muted">The directory lists facilities only. Add the practice below.</p>
      ) : null}
      <ol class="facilities">
        {facilities.map(facility => (
          <Facility token={token} facility={facility} />
        ))}
      </ol>
    </section>
  );
}

function NewSite({ token, values, found, newSiteFaults }: FinderShown) {
  if (found === undefined && newSiteFaults === undefined) return null;
  const parts = { prefix: 'new', values, faults: newSiteFaults ?? {} };
  return (
    <details class="group" open={newSiteFaults !== undefined || found?.facilities.length === 0}>
      <summary>Facility not listed? Add it</summary>
      <form class="finder" method="post" action={hereWith(token)} aria-label="Add a facility">
        {newSiteFaults === undefined ? null : (
          <p class="fault" role="alert">
            The facility wasn't added. Fix the fields marked below.
          </p>
        )}
        <Field {...parts} name="name" label="Name" max={200} isRequired />
        <AddressFields {...parts} isRequired />
        <div class="main actions">
          <button class="main" name="do" value="create">
            Add facility
          </button>
          <button name="do" value="research">
            Add and research facility
          </button>
          <span class="muted small">{researchHint}</span>
        </div>
      </form>
    </details>
  );
}

/** Renders the search form and the results. */
export function renderFinderPage(shown: FinderShown): string {
  return renderPage({
    title,
    children: (
      <main class="page">
        <h1>{title}</h1>
        <SearchForm {...shown} />
        <Results {...shown} />
        <NewSite {...shown} />
      </main>
    ),
  });
}

/** Renders the selected facility, and posts its id, which record requests take, to the parent page. */
export function renderChosenPage(shown: {
  readonly token: string;
  readonly parentOrigin: string | null;
  readonly site: Omit<ListedFacility, 'systemName' | 'npi' | 'addressLine2' | 'phone' | 'fax' | 'miles'>;
  readonly isUnverified: boolean;
  /** What customers call the people who help them (`SUPPORT_NAME`). */
  readonly supportName: string;
}): string {
  const { uid: siteId, name, addressLine1, city, state, zip } = shown.site;
  const message = { type: messageType, siteId, name, addressLine1, city, state, zip };
  return renderPage({
    title,
    children: (
      <main class="page">
        <h1>{name}</h1>
        <p role="status">Facility selected.</p>
        <p>
          {addressLine1}, {city}, {state} {zip}
        </p>
        {shown.isUnverified ? (
          <p class="muted">
            This facility isn't in the directory and will be verified by {shown.supportName}. You can already
            request records from it.
          </p>
        ) : null}
        <p class="small">
          Facility ID: <code>{siteId}</code>
        </p>
        <p>
          <a href={hereWith(shown.token)}>Find another facility</a>
        </p>
        <ParentMessageElement message={message} parentOrigin={shown.parentOrigin} />
      </main>
    ),
  });
}

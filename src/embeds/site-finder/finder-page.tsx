/**
 * `/ui/site-finder/embed`: find a facility, take it, or name one that is not listed. It works without a
 * script.
 */
import type { ComponentChildren } from 'preact';
import { foundMax } from '../../domain/clinical/site-search';
import { uspsCodes } from '../../domain/usps-codes';
import { renderPage } from '../page';
import { ParentMessageElement } from '../parent-message';
import { hereWith } from './here';

/** What stands in the fields, as it was typed. */
export interface FinderValues {
  readonly name: string;
  readonly addressLine1: string;
  readonly addressLine2: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly isFacility: string;
}

/** What of the fields cannot be taken, in words, by the name of the field; `body`: of all together. */
export type FinderFaults = Readonly<Record<string, string>>;

/** A facility in the list. */
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

/** What the page shows beside the form. */
export interface FinderShown {
  readonly token: string;
  readonly values: FinderValues;
  /** Of the search. */
  readonly faults: FinderFaults;
  /** Of the site that is named; absent unless one was. */
  readonly newSiteFaults?: FinderFaults;
  /** Absent before a search. */
  readonly found?: { readonly facilities: readonly ListedFacility[]; readonly areMore: boolean };
}

const title = 'Find a facility';
const researchHint = 'Asks what is known of it. It is billed.';
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
  /** Of a choice. */
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
      {isRequired ? <Field {...parts} name="addressLine2" label="Suite, floor" max={200} /> : null}
      <Field {...parts} name="city" label="City" max={100} isRequired={isRequired} />
      <Field {...parts} name="state" label="State" isRequired={isRequired}>
        <option value="">{isRequired ? 'Choose…' : 'Any'}</option>
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
      {rest.faults['body'] === undefined ? null : (
        <p class="fault" role="alert">
          {rest.faults['body']}
        </p>
      )}
      <Field {...parts} name="name" label="Name" max={200} />
      <Field {...parts} name="isFacility" label="Kind">
        <option value="true">A facility</option>
        <option value="false" selected={rest.values.isFacility === 'false'}>
          A person’s practice
        </option>
      </Field>
      <AddressFields {...parts} />
      <button class="main" name="do" value="search">
        Search
      </button>
    </form>
  );
}

/** How far in words: between the middles of two ZIP codes, so no closer than a mile. */
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
          Choose<span class="hidden"> {name}</span>
        </button>
      </form>
    </li>
  );
}

function countInWords(count: number, areMore: boolean): string {
  if (areMore) return `The ${foundMax} nearest to what you typed. Say more to see others.`;
  return count === 0 ? 'Nothing was found.' : `${count} ${count === 1 ? 'facility' : 'facilities'} found.`;
}

function Results({ token, found, values }: FinderShown) {
  if (found === undefined) return null;
  const { facilities, areMore } = found;
  return (
    <section aria-labelledby="results">
      <h2 id="results">Results</h2>
      <p role="status">{countInWords(facilities.length, areMore)}</p>
      {values.isFacility === 'false' ? (
        <p class="muted">The directory lists facilities, and no persons. Add the practice below.</p>
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
      <summary>It is not listed: add it</summary>
      <form class="finder" method="post" action={hereWith(token)} aria-label="Add a facility">
        {newSiteFaults === undefined ? null : (
          <p class="fault" role="alert">
            It was not added: correct what is marked.
          </p>
        )}
        <Field {...parts} name="name" label="Name" max={200} isRequired />
        <AddressFields {...parts} isRequired />
        <div class="main actions">
          <button class="main" name="do" value="create">
            Add it
          </button>
          <button name="do" value="research">
            Add it and research it
          </button>
          <span class="muted small">{researchHint}</span>
        </div>
      </form>
    </details>
  );
}

/** The page with the form, and with what a search found. */
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

/** The site that was taken, for the person and for the page around: its id is what a record request takes. */
export function renderChosenPage(shown: {
  readonly token: string;
  readonly parentOrigin: string | null;
  readonly site: Omit<ListedFacility, 'systemName' | 'npi' | 'addressLine2' | 'phone' | 'fax' | 'miles'>;
  readonly isUnverified: boolean;
}): string {
  const { uid: siteId, name, addressLine1, city, state, zip } = shown.site;
  const message = { type: messageType, siteId, name, addressLine1, city, state, zip };
  return renderPage({
    title,
    children: (
      <main class="page">
        <h1>{name}</h1>
        <p role="status">This facility was chosen.</p>
        <p>
          {addressLine1}, {city}, {state} {zip}
        </p>
        {shown.isUnverified ? (
          <p class="muted">
            It is not in the directory. Our delivery team looks at it; you can ask it for records already.
          </p>
        ) : null}
        <p class="small">
          Its id, <code>{siteId}</code>
        </p>
        <p>
          <a href={hereWith(shown.token)}>Find another</a>
        </p>
        <ParentMessageElement message={message} parentOrigin={shown.parentOrigin} />
      </main>
    ),
  });
}

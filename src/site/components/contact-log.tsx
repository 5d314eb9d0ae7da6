/** The contact log of a record request, and the fields that add to it, for the console and the desk. */
import { usDate, type CalendarDate } from '../../domain/clinical/calendar-date';
import { contactTextsMax, contactWays, type ContactWay } from '../../domain/record-requests/contact';
import { contactWayLabels } from '../../domain/status-labels';
import { Instant, Table } from './display';
import { ChoiceField, TextField } from './form';

/** A contact, as a page shows it. */
export interface ShownContact {
  readonly contactedOn: CalendarDate;
  readonly way: ContactWay;
  readonly person: string | null;
  readonly outcome: string | null;
  readonly nextOn: CalendarDate | null;
  /** The follow-up date that it replaced or cleared. */
  readonly replacedOn: CalendarDate | null;
  readonly author: { readonly name: string };
  readonly createdAt: Date;
}

const none = <span class="muted none">–</span>;

/** The next follow-up, and the date that it replaced on the request. */
function NextFollowUp({ nextOn, replacedOn }: Pick<ShownContact, 'nextOn' | 'replacedOn'>) {
  if (nextOn === null && replacedOn === null) return none;
  return (
    <>
      {nextOn === null ? 'None' : <span class="number">{usDate(nextOn)}</span>}
      {replacedOn === null ? null : <p class="muted small">Before: {usDate(replacedOn)}</p>}
    </>
  );
}

/** The contacts, oldest first. */
export function ContactLog({ contacts }: { readonly contacts: readonly ShownContact[] }) {
  if (contacts.length === 0)
    return <p class="muted">No contacts yet. Calls, faxes, and letters appear here.</p>;
  return (
    <Table
      caption="Contact log"
      headings={['Date', 'Method', 'Who', 'Outcome', 'Next follow-up', 'Entered by']}
      rows={contacts.map(({ contactedOn, way, person, outcome, nextOn, replacedOn, author, createdAt }) => [
        <span class="number">{usDate(contactedOn)}</span>,
        contactWayLabels[way],
        person ?? none,
        outcome ?? none,
        <NextFollowUp nextOn={nextOn} replacedOn={replacedOn} />,
        <>
          {author.name}, <Instant at={createdAt} />
        </>,
      ])}
    />
  );
}

/** The values of the texts of a contact, as typed. */
export interface ContactTexts {
  readonly way: string;
  readonly person: string;
  readonly outcome: string;
}

/** The fields of a contact besides its dates. */
export function ContactTextFields({ values }: { readonly values: ContactTexts }) {
  return (
    <>
      <ChoiceField
        id="contact-way"
        name="way"
        label="Method"
        value={values.way}
        options={contactWays.map(way => [way, contactWayLabels[way]] as const)}
      />
      <TextField
        id="contact-person"
        name="person"
        label="Who was reached (optional)"
        value={values.person}
        max={contactTextsMax.person}
      />
      <TextField
        id="contact-outcome"
        name="outcome"
        label="Outcome (optional)"
        value={values.outcome}
        max={contactTextsMax.outcome}
        hint="Your company and support can read it. Don't include patient data."
      />
    </>
  );
}

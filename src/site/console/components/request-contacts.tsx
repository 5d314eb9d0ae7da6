/** The contact log of a record request, and the form that adds a member's own contact. */
import {
  ContactLog,
  ContactTextFields,
  type ContactTexts,
  type ShownContact,
} from '../../components/contact-log';
import { Form, TextField, type FieldProblems } from '../../components/form';

/** The values of the form, as typed. */
export interface ContactValues extends ContactTexts {
  readonly contactedOn: string;
  readonly nextOn: string;
}

interface ContactsParts {
  readonly contacts: readonly ShownContact[];
  /** The path of the contacts. */
  readonly path: string;
  /** Absent if this member can't add contacts. */
  readonly writing?: {
    readonly formKey: string;
    /** In the company's time zone. */
    readonly today: string;
    /** What was typed into a form that was refused. */
    readonly typed?: ContactValues;
    readonly problems: FieldProblems | undefined;
  };
}

/** The contact log, oldest first. */
export function RequestContacts({ contacts, path, writing }: ContactsParts) {
  const typed = writing?.typed;
  return (
    <section aria-labelledby="contacts">
      <h2 id="contacts">Contact log</h2>
      <ContactLog contacts={contacts} />
      {writing === undefined ? null : (
        <details class="more" open={typed !== undefined}>
          <summary>Add contact</summary>
          <Form
            action={path}
            label="Add contact"
            problems={typed === undefined ? undefined : writing.problems}
          >
            <input type="hidden" name="once" value={writing.formKey} />
            <TextField
              id="contactedOn"
              name="contactedOn"
              label="Date of contact"
              type="date"
              value={typed?.contactedOn ?? writing.today}
              isRequired
            />
            <ContactTextFields values={typed ?? { way: 'phone', person: '', outcome: '' }} />
            <TextField
              id="nextOn"
              name="nextOn"
              label="Next follow-up (optional)"
              type="date"
              value={typed?.nextOn ?? ''}
              hint="Becomes the follow-up date of the request."
            />
            <button type="submit">Add contact</button>
          </Form>
        </details>
      )}
    </section>
  );
}

/** The fields for what a member says about a record request besides what is requested, and their form. */
import { referenceMax } from '../../../domain/text';
import { Check, Form, TextField, type FieldProblems } from '../../components/form';

/** The text and date fields that a member can also change later. */
export const detailFields = ['reference', 'dueDate'] as const;
/** The values of such fields, as typed. */
export type DetailValues = Readonly<Record<(typeof detailFields)[number], string>>;

/** The values of the fields, as typed. */
export interface TermValues {
  readonly typed: DetailValues;
  readonly isRush: boolean;
  readonly needsCertification: boolean;
}

function DetailFields({ typed }: { readonly typed: DetailValues }) {
  return (
    <>
      <TextField
        id="reference"
        name="reference"
        label="Reference (optional)"
        max={referenceMax}
        value={typed.reference}
        hint="Your matter or claim number. Without it, lists show the patient's."
      />
      <TextField
        id="dueDate"
        name="dueDate"
        label="Due date (optional)"
        type="date"
        value={typed.dueDate}
        hint="The day you need the records."
      />
    </>
  );
}

/** The fields of a form that requests records. */
export function TermFields({ values }: { readonly values: TermValues }) {
  const { typed, isRush, needsCertification } = values;
  return (
    <>
      <DetailFields typed={typed} />
      <div class="choices">
        <Check name="rush" value="yes" isChecked={isRush}>
          Rush <span class="muted small">our team works on it first</span>
        </Check>
        <Check name="certification" value="yes" isChecked={needsCertification}>
          Certification{' '}
          <span class="muted small">
            ask the custodian of records for an affidavit that the copies are true
          </span>
        </Check>
      </div>
    </>
  );
}

interface DetailsFormParts {
  /** The path of the record request. */
  readonly path: string;
  readonly stored: DetailValues;
  /** What was typed into a form that was refused. */
  readonly refused?: { readonly typed: DetailValues; readonly problems: FieldProblems | undefined };
}

/** The form that changes the reference and the due date of a record request. */
export function DetailsForm({ path, stored, refused }: DetailsFormParts) {
  return (
    <details class="more" open={refused !== undefined}>
      <summary>Edit reference and due date</summary>
      <Form action={`${path}/details`} label="Edit reference and due date" problems={refused?.problems}>
        <input type="hidden" name="seenReference" value={stored.reference} />
        <input type="hidden" name="seenDueDate" value={stored.dueDate} />
        <DetailFields typed={refused?.typed ?? stored} />
        <button type="submit">Save details</button>
      </Form>
    </details>
  );
}

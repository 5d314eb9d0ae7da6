/** The forms for what a member says about a record request besides what is requested. */
import { referenceMax } from '../../../domain/text';
import { tagLengthMax, tagsMax, type Tag } from '../../../domain/record-requests/tags';
import { Check, ChoiceField, Form, TextField, type FieldProblems } from '../../components/form';
import { assigneeOptions, type ListedMember } from './request-filters';

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
          Rush: <span class="muted small">support works on it first</span>
        </Check>
        <Check name="certification" value="yes" isChecked={needsCertification}>
          Certification:{' '}
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

/** Tags as a form shows them. */
export function tagsText(tags: readonly Tag[]): string {
  return tags.map(({ name }) => name).join(', ');
}

interface TagsFormParts {
  /** The path of the record request. */
  readonly path: string;
  readonly tags: readonly Tag[];
  /** What was typed into a form that was refused. */
  readonly refused?: { readonly typed: string; readonly problems: FieldProblems | undefined };
}

/** The form that changes the tags of a record request. */
export function TagsForm({ path, tags, refused }: TagsFormParts) {
  return (
    <details class="more" open={refused !== undefined}>
      <summary>Edit tags</summary>
      <Form action={`${path}/tags`} label="Edit tags" problems={refused?.problems}>
        <input type="hidden" name="seen" value={tagsText(tags)} />
        <TextField
          id="tags"
          name="tags"
          label="Tags"
          value={refused?.typed ?? tagsText(tags)}
          hint={
            `Separate tags with commas: up to ${tagsMax}, each with up to ${tagLengthMax} characters. ` +
            'Never enter names, birth dates, or other patient data. Anyone who can see this request can ' +
            'see its tags.'
          }
        />
        <button type="submit">Save tags</button>
      </Form>
    </details>
  );
}

interface AssigneeFormParts {
  /** The path of the record request. */
  readonly path: string;
  readonly assignee: { readonly membershipUid: string } | undefined;
  readonly members: readonly ListedMember[];
  /** The member who looks. */
  readonly membershipUid: string;
  readonly refused?: { readonly typed: string; readonly problems: FieldProblems | undefined };
}

/** The form that assigns a record request. */
export function AssigneeForm({ path, assignee, members, membershipUid, refused }: AssigneeFormParts) {
  const seen = assignee?.membershipUid ?? '';
  return (
    <details class="more" open={refused !== undefined}>
      <summary>Assign record request</summary>
      <Form action={`${path}/assignee`} label="Assign record request" problems={refused?.problems}>
        <input type="hidden" name="seen" value={seen} />
        <ChoiceField
          id="assignee"
          name="assignee"
          label="Assign to"
          value={refused?.typed ?? seen}
          options={[['', 'No one'], ...assigneeOptions(members, membershipUid)]}
          hint="Only members who can see this record request are listed."
        />
        <button type="submit">Save assignment</button>
      </Form>
    </details>
  );
}

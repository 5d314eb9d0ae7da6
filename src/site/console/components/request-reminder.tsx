/** The reminder that a member has set for themselves on a record request, and its form. */
import { usDate, type CalendarDate } from '../../../domain/clinical/calendar-date';
import { reminderNoteMax } from '../../../domain/record-requests/reminder';
import { Form, TextField, type FieldProblems } from '../../components/form';

/** The filter of the list for the member's own reminders, as its address has it. */
export const reminderFilters = ['due', 'any'] as const;

/** The values of the form, as typed. */
export interface ReminderValues {
  readonly remindOn: string;
  readonly note: string;
}

interface ReminderParts {
  /** Where the form is sent. */
  readonly action: string;
  readonly reminder: { readonly remindOn: CalendarDate; readonly note: string | null } | undefined;
  /** In the company's time zone. */
  readonly today: CalendarDate;
}

/** The member's reminder, with the button that clears it. It isn't printed, because only they see it. */
export function OwnReminder({ action, reminder, today }: ReminderParts) {
  if (reminder === undefined) return null;
  const { remindOn, note } = reminder;
  return (
    <div class="bar noprint">
      <p>
        <span class={`turn ${remindOn <= today ? 'warning' : 'neutral'}`}>
          Your reminder{remindOn <= today ? ' is due' : ''}: {usDate(remindOn)}
        </span>
        {note === null ? null : `. ${note}`} <span class="muted small">Only you see it.</span>
      </p>
      <Form action={action} label="Mark reminder as done">
        <input type="hidden" name="remindOn" value="" />
        <button type="submit">Mark reminder as done</button>
      </Form>
    </div>
  );
}

/** The form that sets or changes it. */
export function ReminderForm({
  action,
  reminder,
  refused,
}: Omit<ReminderParts, 'today'> & {
  /** What was typed into a form that was refused. */
  readonly refused?: { readonly typed: ReminderValues; readonly problems: FieldProblems | undefined };
}) {
  const label = reminder === undefined ? 'Set reminder' : 'Change reminder';
  return (
    <details class="more" open={refused !== undefined}>
      <summary>{label}</summary>
      <Form action={action} label={label} problems={refused?.problems}>
        <TextField
          id="remindOn"
          name="remindOn"
          label="Remind me on"
          type="date"
          isRequired
          value={refused?.typed.remindOn ?? reminder?.remindOn ?? ''}
          hint="From this day on, Home and your daily digest count it."
        />
        <TextField
          id="reminder-note"
          name="note"
          label="Note (optional)"
          value={refused?.typed.note ?? reminder?.note ?? ''}
          max={reminderNoteMax}
          hint="Only you see the reminder and its note. No e-mail includes the note."
        />
        <button type="submit">Save reminder</button>
      </Form>
    </details>
  );
}

/** How documents write names, dates and sums. */
import type { CalendarDate } from '../domain/clinical/calendar-date';
import type { PatientDetails } from '../domain/patients/details';

/** `Ada Okafor`. */
export function fullName(patient: Pick<PatientDetails, 'firstName' | 'lastNames'>): string {
  return `${patient.firstName} ${patient.lastNames[0] ?? ''}`.trim();
}

/** `2024-05-06` → `05/06/2024`, as American forms write it. */
export function formDate(date: CalendarDate): string {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;
}

/** One date, or two with a dash when they differ. */
export function formDates(first: CalendarDate, last: CalendarDate): string {
  return first === last ? formDate(first) : `${formDate(first)} – ${formDate(last)}`;
}

/** `1714.89` → `$1,714.89`; a negative sum in parentheses, as ledgers write it. */
export function dollars(amount: string): string {
  const grouped = amount.replace('-', '').replaceAll(/\B(?=(?:\d{3})+\.)/g, ',');
  return amount.startsWith('-') ? `($${grouped})` : `$${grouped}`;
}

/** `+15125550134` → `(512) 555-0134`; another form as it is. */
export function phoneText(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}

/** How documents write names, dates, and amounts. */
import type { CalendarDate } from '../domain/clinical/calendar-date';
import type { PatientDetails } from '../domain/patients/details';

/** Returns `Ada Okafor`. */
export function fullName(patient: Pick<PatientDetails, 'firstName' | 'lastNames'>): string {
  return `${patient.firstName} ${patient.lastNames[0] ?? ''}`.trim();
}

/** Returns `05/06/2024` for `2024-05-06`, as American forms write it. */
export function formDate(date: CalendarDate): string {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;
}

/** Returns one date, or two with a dash if they differ. */
export function formDates(first: CalendarDate, last: CalendarDate): string {
  return first === last ? formDate(first) : `${formDate(first)} – ${formDate(last)}`;
}

/** Returns `$1,714.89` for `1714.89`; a negative amount in parentheses, as in ledgers. */
export function dollars(amount: string): string {
  const grouped = amount.replace('-', '').replaceAll(/\B(?=(?:\d{3})+\.)/g, ',');
  return amount.startsWith('-') ? `($${grouped})` : `$${grouped}`;
}

/** Returns `(512) 555-0134` for `+15125550134`; any other format unchanged. */
export function phoneText(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}

import type { CalendarDate } from '../../domain/clinical/calendar-date';

/** What stub content is made from. */
export interface StubPatient {
  readonly firstName: string;
  /** The current name first. */
  readonly lastNames: readonly string[];
  readonly dateOfBirth: CalendarDate;
  /** As on the patient form; decides only over conditions of one sex. */
  readonly sex?: string;
}

/**
 * Who the patient is to the sandbox: first name, current last name and birth date, whatever the case, accents
 * and spacing. Alternate last names and sex are left out, so that a customer who adds one finds the same
 * visits again.
 */
export function stubIdentity(patient: StubPatient): readonly string[] {
  return [plain(patient.firstName), plain(patient.lastNames[0] ?? ''), patient.dateOfBirth];
}

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
}

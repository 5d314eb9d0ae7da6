import type { CalendarDate } from '../../domain/clinical/calendar-date';

/** What stub content is made from. */
export interface StubPatient {
  readonly firstName: string;
  /** The current name first. */
  readonly lastNames: readonly string[];
  readonly dateOfBirth: CalendarDate;
  /** As on the patient form; only decides about conditions of one sex. */
  readonly sex?: string;
}

/**
 * Returns the patient's identity for the sandbox: first name, current last name, and birth date, ignoring
 * case, accents, and spacing. It excludes alternate last names and sex, so that a customer who adds one finds
 * the same visits again.
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

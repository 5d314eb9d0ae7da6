import type { CalendarDate } from './calendar-date';
import { keyText, naturalKey } from './natural-key';

/** The code systems of procedures. */
export const procedureCodeSystems = ['CPT', 'HCPCS', 'ICD10PCS', 'SNOMED'] as const;

/** The code system of a procedure. */
export type ProcedureCodeSystem = (typeof procedureCodeSystems)[number];

/** A procedure performed during a visit: a service line of a claim or a procedure of a chart. */
export interface Procedure {
  readonly visitKey: string;
  readonly codeSystem: ProcedureCodeSystem;
  readonly code: string;
  readonly description: string;
  readonly performedOn: CalendarDate;
  /** How many times, at least 1. */
  readonly units: number;
  /** The charge for all units in US dollars, a decimal with two places; absent outside of claims. */
  readonly chargeAmount?: string;
}

/**
 * Returns the natural key of a procedure: the same code on the same day of the same visit is one row, with
 * its units.
 */
export function procedureKey(procedure: Procedure): string {
  return naturalKey(
    'procedure',
    procedure.visitKey,
    procedure.codeSystem,
    keyText(procedure.code),
    procedure.performedOn,
  );
}

/**
 * What a stub patient was charged and who paid: the charges of the visits' procedures, minus the payor's
 * contractual adjustment and the payor's and patient's payments. Calculated in whole cents, so that lines add
 * up to totals exactly.
 */
import type { CalendarDate } from '../../domain/clinical/calendar-date';
import { centsOfDecimal, decimalOfCents } from '../../domain/clinical/money';
import type { Procedure } from '../../domain/clinical/procedure';
import { stubMaterial } from '../content/stub-material';
import type { VisitRecord } from './stub-deliverable';

/**
 * The amounts of a line, a visit, or the whole ledger, decimals with two places; `balance` is the rest of the
 * charge.
 */
export interface LedgerSums {
  readonly charge: string;
  readonly adjustment: string;
  readonly payorPaid: string;
  readonly patientPaid: string;
  readonly balance: string;
}

/** One procedure on the ledger. */
export interface LedgerLine extends LedgerSums {
  readonly performedOn: CalendarDate;
  readonly code: string;
  readonly description: string;
  readonly units: number;
}

/** The account of one visit. */
export interface VisitAccount {
  readonly record: VisitRecord;
  readonly lines: readonly LedgerLine[];
  readonly sums: LedgerSums;
}

/** The ledger of a patient at a site. */
export interface BillingLedger {
  readonly accounts: readonly VisitAccount[];
  readonly sums: LedgerSums;
}

/**
 * Returns the ledger of visits; a procedure without a charge (its source wasn't a claim) gets the sandbox's
 * list price.
 */
export function billingLedger(records: readonly VisitRecord[]): BillingLedger {
  const accounts = records.map((record): VisitAccount => {
    const lines = record.procedures.map(procedure => ledgerLine(procedure, record.payorName !== undefined));
    return { record, lines, sums: addUp(lines) };
  });
  return { accounts, sums: addUp(accounts.map(account => account.sums)) };
}

function ledgerLine(procedure: Procedure, isInsured: boolean): LedgerLine {
  const charge = chargeCents(procedure);
  // Whole percentages, rounded once: a contractual adjustment of 38 %, the payor pays 80 % of the rest, the
  // patient half of what is left.
  const adjustment = isInsured ? percent(charge, 38) : 0;
  const payorPaid = isInsured ? percent(charge - adjustment, 80) : 0;
  const patientPaid = percent(charge - adjustment - payorPaid, 50);
  return {
    performedOn: procedure.performedOn,
    code: procedure.code,
    description: procedure.description,
    units: procedure.units,
    charge: decimalOfCents(charge),
    adjustment: decimalOfCents(adjustment),
    payorPaid: decimalOfCents(payorPaid),
    patientPaid: decimalOfCents(patientPaid),
    balance: decimalOfCents(charge - adjustment - payorPaid - patientPaid),
  };
}

function chargeCents({ chargeAmount, codeSystem, code, units }: Procedure): number {
  if (chargeAmount !== undefined) return centsOfDecimal(chargeAmount);
  return centsOfDecimal(stubMaterial.procedures[`${codeSystem} ${code}`]?.charge ?? '0.00') * units;
}

function percent(cents: number, share: number): number {
  return Math.round((cents * share) / 100);
}

function addUp(sums: readonly LedgerSums[]): LedgerSums {
  const total = (name: keyof LedgerSums): string =>
    decimalOfCents(sums.reduce((cents, one) => cents + centsOfDecimal(one[name]), 0));
  return {
    charge: total('charge'),
    adjustment: total('adjustment'),
    payorPaid: total('payorPaid'),
    patientPaid: total('patientPaid'),
    balance: total('balance'),
  };
}

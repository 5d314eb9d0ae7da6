import { centsOfDecimal } from '../../../src/domain/clinical/money';
import { billingLedger, type LedgerSums } from '../../../src/sandbox/deliverables/billing-ledger';
import { billingLedgerPdf } from '../../../src/sandbox/deliverables/billing-ledger-pdf';
import { readPdf } from '../../support/read-pdf';
import { people } from '../stub-people';
import { aStubRequest } from '../stub-request';

const columns = ['charge', 'adjustment', 'payorPaid', 'patientPaid', 'balance'] as const;

function sumOf(rows: readonly LedgerSums[], column: keyof LedgerSums): number {
  return rows.reduce((cents, row) => cents + centsOfDecimal(row[column]), 0);
}

describe('The stub billing ledger', () => {
  test('adds up: lines to visits, visits to the ledger, and charges less payments to the balance', () => {
    for (const patient of people.filter((_, index) => index % 6 === 0)) {
      const ledger = billingLedger(aStubRequest(patient).visits);
      for (const column of columns) {
        for (const account of ledger.accounts)
          expect(centsOfDecimal(account.sums[column])).toBe(sumOf(account.lines, column));
        expect(centsOfDecimal(ledger.sums[column])).toBe(
          sumOf(
            ledger.accounts.map(({ sums }) => sums),
            column,
          ),
        );
      }
      for (const line of ledger.accounts.flatMap(account => account.lines)) {
        const paid = sumOf([line], 'adjustment') + sumOf([line], 'payorPaid') + sumOf([line], 'patientPaid');
        expect(sumOf([line], 'balance')).toBe(sumOf([line], 'charge') - paid);
        expect(sumOf([line], 'balance')).toBeGreaterThanOrEqual(0);
      }
    }
  });

  test('charges the amounts of the claims', () => {
    const { visits } = aStubRequest();
    expect(billingLedger(visits).accounts.map(({ sums }) => sums.charge)).toEqual(
      visits.map(({ visit }) => visit.chargeAmount),
    );
  });

  test('uses the list price for a procedure without a charge, and charges the patient without a payor', () => {
    const [record] = aStubRequest().visits;
    if (record === undefined) throw new Error('the stub patient lost the visits');
    const { payorName: _, ...selfPaid } = record;
    const procedure = {
      visitKey: 'v',
      codeSystem: 'CPT',
      code: '99213',
      description: 'x',
      performedOn: '2024-01-01',
      units: 2,
    } as const;
    const ledger = billingLedger([{ ...selfPaid, procedures: [procedure] }]);
    expect(ledger.sums).toEqual({
      charge: '296.00',
      adjustment: '0.00',
      payorPaid: '0.00',
      patientPaid: '148.00',
      balance: '148.00',
    });
  });

  test('prints every line and total, and always has the same bytes', async () => {
    const request = aStubRequest();
    const bytes = await billingLedgerPdf(request);
    expect(Buffer.compare(bytes, await billingLedgerPdf(request))).toBe(0);
    const { pages, title } = await readPdf(bytes);
    const text = pages.join(' ').replaceAll(',', '');
    expect(title).toBe('Billing Ledger');
    const ledger = billingLedger(request.visits);
    const amounts = [
      ledger,
      ...ledger.accounts,
      ...ledger.accounts.flatMap(({ lines }) => lines.map(sums => ({ sums }))),
    ].flatMap(({ sums }) => columns.map(column => `$${sums[column]}`));
    expect(amounts.filter(amount => !text.includes(amount))).toEqual([]);
    expect(text).toContain('Ledger total');
    for (const page of pages) expect(page).toContain('SANDBOX — STUB DATA');
  });

  test('can be opened without a visit, and says so', async () => {
    const { pages } = await readPdf(await billingLedgerPdf({ ...aStubRequest(), visits: [] }));
    expect(pages.join(' ')).toContain('no charges for this patient in the requested dates of service');
  });
});

import { drawFacts } from '../../pdf/facts';
import { ink, renderPdf, type Sheet } from '../../pdf/sheet';
import { drawTable, type Column } from '../../pdf/table';
import { dollars, formDate, formDates, fullName } from '../../pdf/wording';
import { billingLedger, type LedgerSums, type VisitAccount } from './billing-ledger';
import { sandboxAuthor, stubWarning, type StubDeliverableInput } from './stub-deliverable';
import { drawTitle } from './title-page';

const columns: readonly Column[] = [
  { title: 'Date', share: 12 },
  { title: 'Code', share: 8.5 },
  { title: 'Description', share: 25 },
  { title: 'Units', share: 7, align: 'right' },
  { title: 'Charge', share: 12, align: 'right' },
  { title: 'Adjusted', share: 12, align: 'right' },
  { title: 'Payor paid', share: 12, align: 'right' },
  { title: 'Patient paid', share: 12.5, align: 'right' },
  { title: 'Balance', share: 12, align: 'right' },
];

/**
 * Creates the billing ledger of a stub patient at one site: a title page with the totals, then a table per
 * visit.
 */
export async function billingLedgerPdf(input: StubDeliverableInput): Promise<Uint8Array> {
  const ledger = billingLedger(input.visits);
  const frame = {
    title: 'Billing Ledger',
    about: `${fullName(input.patient)} · DOB ${formDate(input.patient.dateOfBirth)}`,
    foot: `Record request ${input.reference} · ${input.site.name}`,
    warning: stubWarning,
    author: sandboxAuthor,
    preparedOn: input.preparedOn,
  };
  return renderPdf(frame, sheet => {
    drawTitle(sheet, 'Billing Ledger', input, [['Visits', String(input.visits.length)]]);
    sheet.y += 22;
    sheet.paragraph('Account summary', { size: 12, weight: 'bold', color: ink.accent });
    sheet.y += 4;
    drawFacts(sheet, [
      ['Total charges', dollars(ledger.sums.charge)],
      ['Contractual adjustments', dollars(ledger.sums.adjustment)],
      ['Paid by payors', dollars(ledger.sums.payorPaid)],
      ['Paid by patient', dollars(ledger.sums.patientPaid)],
      ['Balance due', dollars(ledger.sums.balance)],
    ]);
    if (ledger.accounts.length === 0) {
      sheet.y += 16;
      sheet.paragraph('This facility has no charges for this patient in the requested dates of service.', {
        size: 11,
      });
      return;
    }
    sheet.newPage();
    for (const account of ledger.accounts) drawAccount(sheet, account);
    drawTable(sheet, columns, [{ cells: sumCells('Ledger total', ledger.sums), isStrong: true }]);
  });
}

function drawAccount(sheet: Sheet, { record, lines, sums }: VisitAccount): void {
  const { visit, payorName } = record;
  sheet.ensureRoom(78);
  sheet.paragraph(
    `${formDates(visit.earliestServiceDate, visit.latestServiceDate)} · ${visit.ref} · ` +
      (payorName ?? 'Self-pay'),
    { size: 10.5, weight: 'bold', color: ink.accent },
  );
  sheet.y += 3;
  drawTable(sheet, columns, [
    ...lines.map(line => ({
      cells: [formDate(line.performedOn), line.code, line.description, String(line.units), ...amounts(line)],
    })),
    { cells: sumCells('Visit total', sums), isStrong: true },
  ]);
  sheet.y += 6;
}

function sumCells(label: string, sums: LedgerSums): string[] {
  return ['', '', label, '', ...amounts(sums)];
}

function amounts(sums: LedgerSums): string[] {
  return [sums.charge, sums.adjustment, sums.payorPaid, sums.patientPaid, sums.balance].map(dollars);
}

import type { LabResult } from '../../domain/clinical/lab-result';
import type { VisitKind } from '../../domain/clinical/visit';
import { area, ink, renderPdf, type Sheet } from '../../pdf/sheet';
import { drawTable } from '../../pdf/table';
import { formDate, formDates, fullName } from '../../pdf/wording';
import { sandboxAuthor, stubWarning, type StubDeliverableInput, type VisitRecord } from './stub-deliverable';
import { drawTitle } from './title-page';

const kindTexts: Readonly<Record<VisitKind, string>> = {
  Inpatient: 'Inpatient stay',
  Emergency: 'Emergency department visit',
  Outpatient: 'Outpatient visit',
  UrgentCare: 'Urgent care visit',
  Office: 'Office visit',
  Wellness: 'Preventive visit',
  Telehealth: 'Telehealth visit',
};

const flagTexts = {
  Normal: '',
  Low: 'Low',
  High: 'High',
  CriticalLow: 'Critical low',
  CriticalHigh: 'Critical high',
  Abnormal: 'Abnormal',
} as const satisfies Record<NonNullable<LabResult['abnormalFlag']>, string>;

/**
 * Creates the medical record of a stub patient at one site: a title page, an index of visits, then each
 * visit.
 */
export async function chartPdf(input: StubDeliverableInput): Promise<Uint8Array> {
  const frame = {
    title: 'Medical Record',
    about: `${fullName(input.patient)} · DOB ${formDate(input.patient.dateOfBirth)}`,
    foot: `Record request ${input.reference} · ${input.site.name}`,
    warning: stubWarning,
    author: sandboxAuthor,
    preparedOn: input.preparedOn,
  };
  return renderPdf(frame, sheet => {
    drawTitle(sheet, 'Medical Record', input, [['Visits', String(input.visits.length)]]);
    sheet.y += 22;
    if (input.visits.length === 0) {
      sheet.paragraph('This facility has no visits for this patient in the requested dates of service.', {
        size: 11,
      });
      return;
    }
    heading(sheet, 'Visits in this record');
    drawTable(
      sheet,
      [
        { title: 'Date of service', share: 22 },
        { title: 'Type', share: 24 },
        { title: 'Reason', share: 36 },
        { title: 'Visit number', share: 18 },
      ],
      input.visits.map(({ visit }) => ({
        cells: [
          formDates(visit.earliestServiceDate, visit.latestServiceDate),
          kindTexts[visit.kind],
          visit.reason ?? '',
          visit.ref,
        ],
      })),
    );
    // The title page stays separate; an index of several pages shares its last page.
    if (sheet.doc.bufferedPageRange().count === 1) sheet.newPage();
    else sheet.y += 16;
    for (const record of input.visits) drawVisit(sheet, record);
    sheet.ensureRoom(20);
    sheet.paragraph('End of record', { size: 9, color: ink.muted, align: 'center' });
  });
}

function drawVisit(sheet: Sheet, record: VisitRecord): void {
  const { visit } = record;
  // A visit's bar stays with its first table.
  sheet.ensureRoom(120);
  sheet.doc.rect(area.left, sheet.y, area.width, 24).fill(ink.accent);
  sheet.text(
    `${formDates(visit.earliestServiceDate, visit.latestServiceDate)}   ${kindTexts[visit.kind]}`,
    { x: area.left + 8, y: sheet.y + 5, width: 340, height: 15 },
    { size: 11, weight: 'bold', color: '#ffffff' },
  );
  sheet.text(
    visit.ref,
    { x: area.left + 348, y: sheet.y + 6, width: area.width - 356, height: 14 },
    { size: 9.5, color: '#ffffff', align: 'right' },
  );
  sheet.y += 31;
  const facts = [visit.reason && `Reason: ${visit.reason}`, record.payorName && `Payor: ${record.payorName}`];
  sheet.paragraph(facts.filter(Boolean).join('      '));
  sheet.y += 6;
  drawDiagnoses(sheet, record);
  drawProcedures(sheet, record);
  drawFills(sheet, record);
  drawLabResults(sheet, record);
  sheet.y += 14;
}

function drawDiagnoses(sheet: Sheet, { diagnoses }: VisitRecord): void {
  if (diagnoses.length === 0) return;
  heading(sheet, 'Diagnoses');
  drawTable(
    sheet,
    [
      { title: 'Code', share: 18 },
      { title: 'System', share: 14 },
      { title: 'Diagnosis', share: 54 },
      { title: 'Rank', share: 14 },
    ],
    diagnoses.map(row => ({
      cells: [
        row.code,
        row.codeSystem === 'ICD10CM' ? 'ICD-10-CM' : 'SNOMED CT',
        row.description,
        row.isPrimary ? 'Primary' : '',
      ],
    })),
  );
}

function drawProcedures(sheet: Sheet, { procedures }: VisitRecord): void {
  if (procedures.length === 0) return;
  heading(sheet, 'Procedures');
  drawTable(
    sheet,
    [
      { title: 'Date', share: 14 },
      { title: 'Code', share: 18 },
      { title: 'Procedure', share: 58 },
      { title: 'Units', share: 10, align: 'right' },
    ],
    procedures.map(row => ({
      cells: [formDate(row.performedOn), `${row.codeSystem} ${row.code}`, row.description, String(row.units)],
    })),
  );
}

function drawFills(sheet: Sheet, { prescriptionFills }: VisitRecord): void {
  if (prescriptionFills.length === 0) return;
  heading(sheet, 'Prescriptions filled');
  drawTable(
    sheet,
    [
      { title: 'Filled', share: 13 },
      { title: 'Medication', share: 44 },
      { title: 'Quantity', share: 14, align: 'right' },
      { title: 'Days', share: 8, align: 'right' },
      { title: 'Prescriber', share: 21 },
    ],
    prescriptionFills.map(row => ({
      cells: [
        formDate(row.filledOn),
        row.drugName,
        `${row.quantity} ${row.quantityUnit}`,
        String(row.daysSupply),
        row.prescriberName ?? '',
      ],
    })),
  );
}

function drawLabResults(sheet: Sheet, { labResults }: VisitRecord): void {
  if (labResults.length === 0) return;
  heading(sheet, 'Laboratory results');
  drawTable(
    sheet,
    [
      { title: 'Collected', share: 13 },
      { title: 'Test', share: 41 },
      { title: 'Result', share: 10, align: 'right' },
      { title: 'Unit', share: 11 },
      { title: 'Reference', share: 13 },
      { title: 'Flag', share: 12 },
    ],
    labResults.map(row => ({
      cells: [
        formDate(row.collectedOn),
        row.name,
        row.value,
        row.unit ?? '',
        row.referenceRange ?? '',
        row.abnormalFlag === undefined ? '' : flagTexts[row.abnormalFlag],
      ],
      isStrong: row.abnormalFlag !== undefined && row.abnormalFlag !== 'Normal',
    })),
  );
}

function heading(sheet: Sheet, text: string): void {
  // Room for the heading, its table's header, and a row.
  sheet.ensureRoom(56);
  sheet.paragraph(text, { size: 10.5, weight: 'bold', color: ink.accent });
  sheet.y += 3;
}

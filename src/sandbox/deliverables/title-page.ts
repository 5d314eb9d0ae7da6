/** The first page of a stub document: what it is, whose, from where, for which dates. */
import { addressLines } from '../../domain/clinical/site';
import { drawFacts } from '../../pdf/facts';
import { area, ink, type Sheet } from '../../pdf/sheet';
import { formDate, fullName, phoneText } from '../../pdf/wording';
import { stubWarning, type ServiceWindow, type StubDeliverableInput } from './stub-deliverable';

/** Draws the title page and leaves `sheet.y` below it. `facts` come after those of every document. */
export function drawTitle(
  sheet: Sheet,
  title: string,
  input: StubDeliverableInput,
  facts: ReadonlyArray<readonly [label: string, value: string]>,
): void {
  const { site, patient } = input;
  sheet.y = area.top + 10;
  sheet.paragraph(site.name, { size: 18, weight: 'bold', color: ink.accent });
  if (site.systemName !== undefined) sheet.paragraph(site.systemName, { size: 10.5, color: ink.muted });
  sheet.paragraph(addressLines(site).join(' · '), { color: ink.muted });
  const contact = [
    site.phone && `Phone ${phoneText(site.phone)}`,
    site.fax && `Fax ${phoneText(site.fax)}`,
    site.npi && `NPI ${site.npi}`,
  ];
  sheet.paragraph(contact.filter(Boolean).join(' · '), { color: ink.muted });
  sheet.y += 26;
  sheet.paragraph(title, { size: 26, weight: 'bold' });
  sheet.y += 6;
  drawWarning(sheet);
  sheet.y += 16;
  drawFacts(sheet, [
    ['Patient', fullName(patient)],
    ...(patient.lastNames.length > 1
      ? [['Other last names', patient.lastNames.slice(1).join(', ')] as const]
      : []),
    ['Date of birth', formDate(patient.dateOfBirth)],
    ...(patient.sex === undefined ? [] : [['Sex', patient.sex] as const]),
    ['Dates of service', windowText(input.window)],
    ['Record request', input.reference],
    ['Prepared on', formDate(input.preparedOn)],
    ...facts,
  ]);
}

/** Returns the window in words. */
function windowText({ startDateOfService: from, endDateOfService: to }: ServiceWindow): string {
  if (from === undefined && to === undefined) return 'All dates of service';
  if (from === undefined) return `Through ${formDate(to ?? '')}`;
  return to === undefined ? `From ${formDate(from)}` : `${formDate(from)} – ${formDate(to)}`;
}

function drawWarning(sheet: Sheet): void {
  sheet.doc.roundedRect(area.left, sheet.y, area.width, 24, 3).lineWidth(1).strokeColor(ink.warning).stroke();
  sheet.text(
    stubWarning,
    { x: area.left, y: sheet.y + 6, width: area.width, height: 14 },
    { size: 9.5, weight: 'bold', color: ink.warning, align: 'center' },
  );
  sheet.y += 24;
}

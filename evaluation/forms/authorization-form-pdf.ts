/**
 * A filled HIPAA authorization as a customer would upload it, for the demo and for tests: every element and
 * statement that 45 CFR 164.508(c) requires, on one page. All people are made up.
 */
import type { CalendarDate } from '../../src/domain/clinical/calendar-date';
import { area, ink, renderPdf, type Sheet } from '../../src/pdf/sheet';
import { drawSignature } from './signature';
import { formDate, fullName } from '../../src/pdf/wording';

/** A person or an organization with its postal address in lines. */
export interface FormParty {
  readonly name: string;
  readonly addressLines: readonly string[];
}

/** The content of the form. */
export interface AuthorizationFormInput {
  readonly patient: {
    readonly firstName: string;
    readonly lastNames: readonly string[];
    readonly dateOfBirth: CalendarDate;
    readonly addressLines: readonly string[];
    readonly phone?: string;
  };
  /** Who may disclose: a site, or a class such as `Any health care provider`. */
  readonly disclosingParty: FormParty;
  readonly recipient: FormParty;
  /** The requested records; other boxes stay empty. */
  readonly information: ReadonlyArray<keyof typeof informationTexts>;
  /** By default all dates of service. */
  readonly datesOfService?: { readonly from: CalendarDate; readonly to: CalendarDate };
  readonly purpose: string;
  readonly expiresOn: CalendarDate;
  /** The day the patient signed. If absent, signature and date are empty. */
  readonly signedOn?: CalendarDate;
}

const informationTexts = {
  medicalRecord: 'Complete medical record (history, notes, orders, results)',
  billing: 'Billing records, itemized statements and claims',
  imaging: 'Imaging studies with reports (X-ray, CT, MRI, ultrasound)',
} as const;

const sensitiveTexts = [
  'Substance use disorder records (42 CFR Part 2)',
  'Mental health records',
  'HIV/AIDS test results and treatment',
  'Genetic information',
] as const;

/** The statements of 45 CFR 164.508(c)(2) and (c)(4), in plain language. */
const statements = [
  'Right to revoke. I may revoke this authorization at any time by writing to the disclosing party ' +
    'named in section 2. Revoking it does not affect what was disclosed before my letter arrived.',
  'Redisclosure. Information that is disclosed under this authorization may be redisclosed by the ' +
    'recipient and may then no longer be protected by federal privacy rules.',
  'No conditions. I may refuse to sign. Treatment, payment, enrollment in a health plan and ' +
    'eligibility for benefits will not be conditioned on whether I sign this authorization.',
  'Copy. I have a right to receive a copy of this authorization after I have signed it.',
] as const;

/**
 * Returns the form as a PDF of one Letter page (more if an address is very long). The same input gives the
 * same bytes.
 */
export async function authorizationFormPdf(input: AuthorizationFormInput): Promise<Uint8Array> {
  const frame = {
    title: 'HIPAA Authorization',
    about: '45 CFR 164.508',
    foot: 'Sample authorization of the recordwell sandbox',
    author: 'recordwell sandbox',
    preparedOn: input.signedOn ?? input.expiresOn,
  };
  return renderPdf(frame, sheet => {
    sheet.y = 68;
    sheet.paragraph('Authorization for Use and Disclosure of Protected Health Information', {
      size: 14,
      weight: 'bold',
      align: 'center',
    });
    sheet.y += 6;
    drawParties(sheet, input);
    drawInformation(sheet, input);
    drawTerms(sheet, input);
    drawStatements(sheet);
    drawSignatures(sheet, input);
  });
}

function drawParties(sheet: Sheet, { patient, disclosingParty, recipient }: AuthorizationFormInput): void {
  section(sheet, '1. Patient');
  fields(sheet, [
    { label: 'Patient name', value: fullName(patient), share: 3 },
    { label: 'Other last names used', value: patient.lastNames.slice(1).join(', '), share: 2 },
    { label: 'Date of birth', value: formDate(patient.dateOfBirth), share: 1.4 },
  ]);
  fields(sheet, [
    { label: 'Address', value: patient.addressLines.join(', '), share: 5 },
    { label: 'Telephone', value: patient.phone ?? '', share: 1.4 },
  ]);
  section(sheet, '2. Who may disclose the information');
  fields(sheet, [
    { label: 'Disclosing party (name of facility or provider)', value: disclosingParty.name, share: 1 },
    { label: 'Address', value: disclosingParty.addressLines.join(', '), share: 1 },
  ]);
  section(sheet, '3. Who may receive the information');
  fields(sheet, [
    { label: 'Recipient (name of person or organization)', value: recipient.name, share: 1 },
    { label: 'Address', value: recipient.addressLines.join(', '), share: 1 },
  ]);
}

function drawInformation(sheet: Sheet, input: AuthorizationFormInput): void {
  section(sheet, '4. Information to be disclosed');
  for (const [kind, text] of Object.entries(informationTexts))
    checkbox(
      sheet,
      text,
      input.information.some(wanted => wanted === kind),
      area.left + 4,
    );
  sheet.y += 2;
  const dates = input.datesOfService;
  fields(sheet, [
    {
      label: 'Dates of service',
      value:
        dates === undefined
          ? 'All dates of service'
          : `${formDate(dates.from)} through ${formDate(dates.to)}`,
      share: 1,
    },
  ]);
  sheet.paragraph('The following are disclosed only if I tick the box and write my initials beside it:', {
    size: 8.5,
  });
  sheet.y += 2;
  sensitiveTexts.forEach((text, index) => {
    const isRight = index % 2 === 1;
    const top = sheet.y;
    checkbox(sheet, `${text}  ______`, false, area.left + 4 + (isRight ? area.width / 2 : 0));
    if (!isRight) sheet.y = top;
  });
  sheet.y += 2;
}

function drawTerms(sheet: Sheet, { purpose, expiresOn }: AuthorizationFormInput): void {
  section(sheet, '5. Purpose and expiration');
  fields(sheet, [
    { label: 'Purpose of the disclosure', value: purpose, share: 2 },
    { label: 'This authorization expires on', value: formDate(expiresOn), share: 1 },
  ]);
}

function drawStatements(sheet: Sheet): void {
  section(sheet, '6. What I understand');
  for (const statement of statements) {
    sheet.paragraph(statement, { size: 8.5 });
    sheet.y += 3;
  }
}

function drawSignatures(sheet: Sheet, { patient, signedOn }: AuthorizationFormInput): void {
  sheet.ensureRoom(112);
  section(sheet, '7. Signature');
  const y = sheet.y + 34;
  const right = area.left + 350;
  if (signedOn !== undefined) {
    drawSignature(sheet.doc, fullName(patient), { x: area.left + 10, y: y - 30, width: 170, height: 30 });
    sheet.text(formDate(signedOn), { x: right + 4, y: y - 15, width: 140 }, { size: 11 });
  }
  line(sheet, area.left, right - 20, y);
  line(sheet, right, area.right, y);
  label(sheet, 'Signature of patient or personal representative', area.left, y + 2);
  label(sheet, 'Date', right, y + 2);
  const below = y + 36;
  if (signedOn !== undefined) {
    sheet.text(fullName(patient), { x: area.left + 4, y: below - 15, width: 320 }, { size: 10.5 });
    sheet.text('Self', { x: right + 4, y: below - 15, width: 140 }, { size: 10.5 });
  }
  line(sheet, area.left, right - 20, below);
  line(sheet, right, area.right, below);
  label(sheet, 'Printed name of signer', area.left, below + 2);
  label(sheet, 'Relationship to patient', right, below + 2);
  sheet.y = below + 16;
}

function section(sheet: Sheet, title: string): void {
  sheet.ensureRoom(60);
  sheet.y += 4;
  sheet.doc.rect(area.left, sheet.y, area.width, 16).fill(ink.shade);
  sheet.text(
    title,
    { x: area.left + 5, y: sheet.y + 2.5, width: area.width - 10, height: 13 },
    { size: 9.5, weight: 'bold', color: ink.accent },
  );
  sheet.y += 20;
}

/** Draws a row of boxes, each with a small label above its value. Widths are shares. */
function fields(
  sheet: Sheet,
  row: ReadonlyArray<{ readonly label: string; readonly value: string; readonly share: number }>,
): void {
  const shares = row.reduce((sum, field) => sum + field.share, 0);
  const widths = row.map(field => (field.share / shares) * area.width);
  const valueHeights = row.map((field, index) =>
    sheet.heightOf(field.value, (widths[index] ?? 0) - 10, { size: 10 }),
  );
  const height = 14 + Math.max(13, ...valueHeights);
  sheet.ensureRoom(height);
  let x: number = area.left;
  row.forEach((field, index) => {
    const width = widths[index] ?? 0;
    sheet.doc.rect(x, sheet.y, width, height).lineWidth(0.5).strokeColor(ink.muted).stroke();
    label(sheet, field.label, x + 5, sheet.y + 2);
    sheet.text(field.value, { x: x + 5, y: sheet.y + 11, width: width - 10 }, { size: 10 });
    x += width;
  });
  sheet.y += height + 3;
}

function checkbox(sheet: Sheet, text: string, isTicked: boolean, x: number): void {
  sheet.text(isTicked ? '☑' : '☐', { x, y: sheet.y - 1, width: 14 }, { size: 10.5 });
  sheet.y += sheet.text(text, { x: x + 15, y: sheet.y, width: area.right - x - 15 }, { size: 9.5 });
}

function label(sheet: Sheet, text: string, x: number, y: number): void {
  sheet.text(text, { x, y, width: 330, height: 10 }, { size: 7, color: ink.muted });
}

function line(sheet: Sheet, from: number, to: number, y: number): void {
  sheet.doc.moveTo(from, y).lineTo(to, y).lineWidth(0.75).strokeColor(ink.text).stroke();
}

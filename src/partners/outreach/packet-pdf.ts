import { addressLines } from '../../domain/clinical/site';
import type { CalendarDate } from '../../domain/clinical/calendar-date';
import type { ProjectPurpose } from '../../domain/projects/project';
import type { PurposeOfUse } from '../../domain/purposes/purpose-of-use';
import type { PacketDates } from '../../domain/record-requests/packet';
import type { RecordRequestKind } from '../../domain/record-requests/record-request';
import { drawFacts } from '../../pdf/facts';
import { ink, renderPdf, type Sheet } from '../../pdf/sheet';
import { formDate, fullName, phoneText } from '../../pdf/wording';
import type { OutreachSettings } from '../settings';
import type { PacketContent } from './packet-content';

const kindTexts: Readonly<Record<RecordRequestKind, string>> = {
  medicalRecord: 'Complete medical record (history, notes, orders, results)',
  billing: 'Billing records, including itemized statements and claims',
  imaging: 'Imaging studies and reports, in DICOM format if available',
};

const purposeTexts: Readonly<Record<ProjectPurpose, string>> = {
  IndividualAccess: 'At the request of the individual',
  Insurance: 'Insurance',
  Legal: 'Legal',
  Research: 'Research',
  CoveredOperations: 'Health care operations',
  CoveredPayment: 'Payment',
  CoveredTreatment: 'Treatment',
};

const coveredAuthorities: Readonly<Partial<Record<ProjectPurpose, string>>> = {
  CoveredTreatment: 'Disclosure for treatment, 45 CFR 164.506(c)(2); no authorization is needed',
  CoveredPayment: 'Disclosure for payment, 45 CFR 164.506(c)(3); no authorization is needed',
  CoveredOperations:
    'Disclosure for health care operations, 45 CFR 164.506(c)(4); no authorization is needed',
};

/** Returns the basis of the request, as a records department reads it. */
function authorityText({ purpose, basis }: PurposeOfUse): string {
  switch (basis) {
    case 'authorization':
      return 'Authorization signed by the patient or their representative, 45 CFR 164.508';
    case 'identityToken':
      return 'Request by the patient, whose identity was verified (NIST SP 800-63A, IAL2), 45 CFR 164.524';
    case 'coveredPurpose':
      return coveredAuthorities[purpose] ?? 'Disclosure permitted without authorization, 45 CFR 164.506(c)';
    case 'approval':
    case 'sandbox':
      return 'Reviewed and approved by our staff; documentation is available on request';
  }
}

function windowText(from: CalendarDate | null, to: CalendarDate | null): string {
  if (from === null) return to === null ? 'All dates of service' : `Through ${formDate(to)}`;
  return to === null ? `From ${formDate(from)} to the present` : `${formDate(from)} – ${formDate(to)}`;
}

function heading(sheet: Sheet, text: string): void {
  sheet.ensureRoom(60);
  sheet.y += 14;
  sheet.paragraph(text, { size: 12, weight: 'bold', color: ink.accent });
  sheet.y += 4;
}

const department = 'Health Information Management, Release of Information';

function senderLines({ sender }: OutreachSettings): string[] {
  return [
    sender.name,
    ...sender.addressLines,
    ...(sender.phone === undefined ? [] : [`Phone ${phoneText(sender.phone)}`]),
    ...(sender.fax === undefined ? [] : [`Fax ${phoneText(sender.fax)}`]),
  ];
}

function siteLines({ site }: PacketContent): string[] {
  return [
    site.name,
    department,
    ...addressLines(site),
    ...(site.fax === undefined ? [] : [`Fax ${phoneText(site.fax)}`]),
  ];
}

function drawLines(sheet: Sheet, lines: readonly string[]): void {
  for (const [index, line] of lines.entries())
    sheet.paragraph(line, { size: 10.5, ...(index === 0 ? { weight: 'bold' } : {}) });
}

/** Returns what to do with a packet that reached the wrong person, by the numbers that the sender has. */
function inErrorText({ sender }: OutreachSettings): string {
  if (sender.phone !== undefined)
    return `Destroy it, and let us know by phone at ${phoneText(sender.phone)}.`;
  if (sender.fax !== undefined) return `Destroy it, and let us know by fax at ${phoneText(sender.fax)}.`;
  return 'Destroy it, and let us know at the address above.';
}

/** Draws the cover of a fax, without patient data: anyone at the machine can read it (45 CFR 164.530(c)). */
function drawCover(
  sheet: Sheet,
  content: PacketContent,
  dates: PacketDates,
  settings: OutreachSettings,
): void {
  sheet.paragraph('Fax Cover Sheet', { size: 20, weight: 'bold' });
  sheet.y += 10;
  drawFacts(sheet, [
    ['To', siteLines(content).join('\n')],
    ['From', senderLines(settings).join('\n')],
    ['Date', formDate(dates.preparedOn)],
    ['Subject', 'Request for health records'],
    ['Reference', content.requestNumber],
    ['Pages, including this one', '________'],
  ]);
  sheet.y += 18;
  sheet.paragraph(
    'Confidential: The following pages contain health information protected by federal and state law. If ' +
      `you received this fax in error, do not read or copy it. ${inErrorText(settings)}`,
    { size: 11 },
  );
}

/** Draws the sender, the date, the facility's address, and what the letter is about. */
function drawAddress(
  sheet: Sheet,
  content: PacketContent,
  dates: PacketDates,
  settings: OutreachSettings,
): void {
  const { patient } = content;
  drawLines(sheet, senderLines(settings));
  sheet.y += 14;
  sheet.paragraph(formDate(dates.preparedOn), { size: 10.5 });
  sheet.y += 14;
  drawLines(sheet, siteLines(content));
  sheet.y += 14;
  sheet.paragraph(`Re: Health records of ${fullName(patient)}, born ${formDate(patient.dateOfBirth)}`, {
    size: 11.5,
    weight: 'bold',
  });
  sheet.y += 6;
  sheet.paragraph(`We are requesting these records on behalf of ${content.onBehalfOf}.`, { size: 10.5 });
}

/** Where the authorization is: on the pages after the letter, or in a separate document. */
export type AuthorizationPlace = 'inside' | 'beside';

const enclosedTexts: Readonly<Record<AuthorizationPlace, string>> = {
  inside: 'The signed authorization, on the pages following this letter',
  beside: 'The signed authorization, as a separate document titled “Authorization”',
};

const certificationText =
  'Please enclose a certification or affidavit, signed by your custodian of records, stating that these ' +
  'are true and complete copies of records made and kept in the regular course of business (Federal Rules ' +
  'of Evidence 803(6) and 902(11)).';

/**
 * Creates the letter of a packet for a facility, after a fax cover sheet without patient data: who asks, on
 * whose behalf, for which patient, for what, why and on what authority, by when and where to answer, and
 * where the authorization is, if one is enclosed. The same content gives the same bytes.
 */
export async function packetPdf(
  content: PacketContent,
  dates: PacketDates,
  settings: OutreachSettings,
  place: AuthorizationPlace,
): Promise<Uint8Array> {
  const { patient, requestNumber, recordRequestUid, kind, startDateOfService, endDateOfService } = content;
  const frame = {
    title: 'Request for Health Records',
    about: `Reference ${requestNumber}`,
    foot: `Confidential patient information · ${settings.sender.name}`,
    author: settings.sender.name,
    preparedOn: dates.preparedOn,
  };
  return renderPdf(frame, sheet => {
    drawCover(sheet, content, dates, settings);
    sheet.newPage();
    drawAddress(sheet, content, dates, settings);
    heading(sheet, 'Request');
    drawFacts(sheet, [
      ['Our reference', `${requestNumber} (ID ${recordRequestUid})`],
      ['Patient', fullName(patient)],
      ...(patient.lastNames.length > 1
        ? [['Other last names', patient.lastNames.slice(1).join(', ')] as const]
        : []),
      ['Date of birth', formDate(patient.dateOfBirth)],
      ...(patient.sex === null ? [] : [['Sex', patient.sex] as const]),
      ['Records', kindTexts[kind]],
      ['Dates of service', windowText(startDateOfService, endDateOfService)],
      ['Purpose', purposeTexts[content.purposeOfUse.purpose]],
      ['Authority', authorityText(content.purposeOfUse)],
      ['Enclosed', content.documentEtag === null ? 'No enclosures' : enclosedTexts[place]],
    ]);
    if (content.needsCertification === true) {
      heading(sheet, 'Certification');
      sheet.paragraph(certificationText, { size: 10.5 });
    }
    heading(sheet, `Please respond by ${formDate(dates.answerBy)}`);
    for (const line of settings.returnInstructions) sheet.paragraph(line, { size: 10.5 });
    sheet.y += 8;
    sheet.paragraph(
      `Please include our reference, ${requestNumber}, with your response. If you have no records for ` +
        "this patient or these dates, or can't release them, please tell us in writing. If you can send " +
        'only some of the records, send those and tell us when to expect the rest.',
      { size: 10.5 },
    );
    sheet.y += 8;
    sheet.paragraph(`If you received this letter in error, please stop reading. ${inErrorText(settings)}`, {
      size: 9,
      color: ink.muted,
    });
  });
}

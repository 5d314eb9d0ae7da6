/**
 * A HIPAA authorization that is filled in except for what only the signer can write. Everything is black and
 * at least 9 points, so that it survives printing and faxing, and our own check reads it (AUTH-29).
 */
import type { AuthorizationFormContent, FormParty } from '../domain/authorizations/authorization-form';
import { area, renderPdf, type Sheet } from './sheet';
import { formWordings, type FormWording } from './authorization-wording';
import { formDate, fullName, phoneText } from './wording';

const black = '#000000';
const [labelSize, valueSize, textSize] = [10.5, 12, 10.5];
const padding = 6;

/** Between a box and the text below it. */
const belowFields = 2;

interface Field {
  readonly label: string;
  /** Several lines if it has several entries; empty for the signer to fill in. */
  readonly value: string;
  /** The share of the width. */
  readonly share: number;
}

/**
 * Draws the form on two Letter pages; names and addresses that take many lines make it three. The same
 * content gives the same bytes. Every text must consist of characters that the typeface has (`isShowable`).
 */
export async function authorizationFormPdf(content: AuthorizationFormContent): Promise<Uint8Array> {
  const words = formWordings[content.language];
  const frame = {
    title: words.title,
    about: words.legalBasis,
    foot: words.foot,
    author: content.recipient.name,
    preparedOn: content.preparedOn,
    language: content.language,
    page: words.page,
    // Pages of a fax get separated.
    atTop: (sheet: Sheet) => drawWho(sheet, words, content),
    isForFax: true,
  } as const;
  return renderPdf(frame, sheet => {
    sheet.y = 76;
    sheet.paragraph(words.title, { size: 18, weight: 'bold', color: black });
    drawPatient(sheet, words, content);
    drawParties(sheet, words, content);
    drawInformation(sheet, words);
    drawTerms(sheet, words, content);
    drawRights(sheet, words, content.recipient);
    drawSignature(sheet, words);
  });
}

function drawWho(sheet: Sheet, words: FormWording, { patient }: AuthorizationFormContent): void {
  drawFields(sheet, [
    { label: words.patientName, value: fullName(patient), share: 3 },
    { label: words.dateOfBirth, value: formDate(patient.dateOfBirth), share: 1 },
  ]);
}

function drawPatient(sheet: Sheet, words: FormWording, content: AuthorizationFormContent): void {
  const { patient } = content;
  const { city, state, zipCodes, mobile } = patient;
  drawSection(sheet, words.patientSection);
  drawWho(sheet, words, content);
  drawFields(sheet, [
    { label: words.otherNames, value: patient.lastNames.slice(1).join(', '), share: 3 },
    { label: words.telephone, value: mobile === null ? '' : phoneText(mobile), share: 2 },
  ]);
  const town = [city, [state, zipCodes[0]].filter(part => part != null).join(' ')];
  drawFields(sheet, [
    { label: words.street, value: '', share: 3 },
    { label: words.town, value: town.filter(part => part !== null && part !== '').join(', '), share: 2 },
  ]);
}

function partyText({ name, addressLines }: FormParty): string {
  return [name, addressLines.join(', ')].filter(line => line !== '').join('\n');
}

function drawParties(
  sheet: Sheet,
  words: FormWording,
  { facilities, recipient }: AuthorizationFormContent,
): void {
  drawSection(sheet, words.discloserSection);
  const [first, ...others] = facilities.map(partyText);
  drawFields(sheet, [{ label: words.discloser, value: first ?? words.everyProvider, share: 1 }]);
  if (others.length > 0)
    drawFields(sheet, [{ label: words.otherParties, value: others.join('\n'), share: 1 }]);
  drawSection(sheet, words.recipientSection);
  drawFields(sheet, [{ label: words.recipient, value: recipient.name, share: 1 }]);
  drawFields(sheet, [{ label: words.recipientAddress, value: recipient.addressLines.join(', '), share: 1 }]);
  sheet.y += belowFields;
  drawText(sheet, words.agents(recipient.name));
}

function drawInformation(sheet: Sheet, words: FormWording): void {
  drawSection(sheet, words.informationSection);
  drawFields(sheet, [{ label: words.records, value: words.everyRecord, share: 1 }]);
  drawFields(sheet, [{ label: words.datesOfService, value: words.everyDate, share: 1 }]);
  sheet.y += belowFields;
  drawText(sheet, words.sensitive);
  for (const kind of words.sensitiveKinds) drawChoice(sheet, kind);
  sheet.y += 3;
  drawText(sheet, words.psychotherapyNotes);
}

/** The section stays on one page. */
const termsHeight = 100;

function drawTerms(sheet: Sheet, words: FormWording, { purpose }: AuthorizationFormContent): void {
  sheet.ensureRoom(termsHeight);
  drawSection(sheet, words.termsSection);
  drawFields(sheet, [{ label: words.purpose, value: words.purposes[purpose], share: 1 }]);
  drawFields(sheet, [{ label: words.expires, value: words.oneYear, share: 1 }]);
}

/** The rights stay on one page. */
const rightsHeight = 250;

function drawRights(sheet: Sheet, words: FormWording, { name }: FormParty): void {
  sheet.ensureRoom(rightsHeight);
  drawSection(sheet, words.rightsSection);
  for (const right of words.rights(name)) {
    drawText(sheet, right);
    sheet.y += 3;
  }
}

/** How much room a pen has above its line. */
const penRoom = 44;

function drawSignature(sheet: Sheet, words: FormWording): void {
  sheet.ensureRoom(60 + 2 * (penRoom + 24));
  drawSection(sheet, words.signatureSection);
  drawText(sheet, words.consent);
  drawLines(sheet, words.signature, words.date);
  drawLines(sheet, words.signerName, words.relationship);
  sheet.y += 10;
  drawText(sheet, words.representative);
}

/** Draws two lines to write on, with their labels below. */
function drawLines(sheet: Sheet, left: string, right: string): void {
  const second = area.left + 340;
  const y = sheet.y + penRoom;
  drawLine(sheet, area.left, second - 24, y);
  drawLine(sheet, second, area.right, y);
  sheet.text(left, { x: area.left, y: y + 3, width: 310 }, { size: labelSize, color: black });
  sheet.text(right, { x: second, y: y + 3, width: area.right - second }, { size: labelSize, color: black });
  sheet.y = y + 18;
}

function drawSection(sheet: Sheet, title: string): void {
  sheet.ensureRoom(80);
  sheet.y += 9;
  sheet.paragraph(title, { size: 12, weight: 'bold', color: black });
  sheet.y += 3;
}

function drawText(sheet: Sheet, text: string): void {
  sheet.paragraph(text, { size: textSize, color: black });
  sheet.y += 2;
}

/** Draws a row of boxes, each with a label above its value. */
function drawFields(sheet: Sheet, row: readonly Field[]): void {
  const shares = row.reduce((sum, { share }) => sum + share, 0);
  const widths = row.map(({ share }) => (share / shares) * area.width);
  const heights = row.map(({ value }, index) =>
    sheet.heightOf(value, (widths[index] ?? 0) - 2 * padding, { size: valueSize }),
  );
  const height = 18 + Math.max(15, ...heights);
  sheet.ensureRoom(height);
  let x: number = area.left;
  row.forEach(({ label, value }, index) => {
    const width = widths[index] ?? 0;
    const inner = { x: x + padding, width: width - 2 * padding };
    sheet.doc.rect(x, sheet.y, width, height).lineWidth(0.75).strokeColor(black).stroke();
    sheet.text(label, { ...inner, y: sheet.y + 2 }, { size: labelSize, color: black });
    sheet.text(value, { ...inner, y: sheet.y + 15 }, { size: valueSize, color: black });
    x += width;
  });
  sheet.y += height;
}

/** Draws a box to check, a line for initials, and what they release. */
function drawChoice(sheet: Sheet, text: string): void {
  sheet.ensureRoom(18);
  const [side, initials] = [10, 60];
  const y = sheet.y + 5;
  sheet.doc
    .rect(area.left + 4, y, side, side)
    .lineWidth(1)
    .strokeColor(black)
    .stroke();
  const x = area.left + 4 + side + 6;
  const width = sheet.text(text, { x, y: y - 2, width: 330 }, { size: textSize, color: black });
  drawLine(sheet, area.right - initials - 60, area.right - 60, y + side);
  sheet.y += Math.max(17, width + 2);
}

function drawLine(sheet: Sheet, from: number, to: number, y: number): void {
  sheet.doc.moveTo(from, y).lineTo(to, y).lineWidth(1).strokeColor(black).stroke();
}

/**
 * Realistic supporting documents, each a page of lines, in English and in Spanish. All names and dates are
 * fictitious.
 */
import type { DocumentLayout } from '../../../src/reading/document-layout';
import { layout, page } from './layouts';

/** Returns a page with one line below the other. */
export function paper(...lines: readonly string[]): DocumentLayout {
  return layout(page(lines.map((text, index) => [40, 40 + index * 30, text] as const)));
}

export const powerOfAttorney = [
  'DURABLE POWER OF ATTORNEY FOR HEALTH CARE',
  'I, Jane Doe, residing in Salem, hereby appoint Mary Poe, of Boston,',
  'as my agent to make health care decisions for me. Date of birth: 02/29/1984',
  'Dated this 5th day of May, 2024.',
] as const;

export const poder = [
  'PODER NOTARIAL',
  'Yo, Jane Doe, mayor de edad, nombro a Mary Poe, como mi apoderada para',
  'que reciba los registros de la salud. Fecha de nacimiento: 29 de febrero de 1984',
  'Firmado en la ciudad de Boston el 5 de mayo de 2024.',
] as const;

export const guardianship = [
  'STATE OF MASSACHUSETTS, PROBATE COURT',
  'In the matter of the guardianship of Jane Doe, an incapacitated person',
  'ORDER APPOINTING GUARDIAN',
  'It is ordered that Mary Poe is hereby appointed guardian of the person.',
  'Expiration date: 12/31/2027',
  'Issued on: 01/15/2025',
] as const;

export const letters = [
  'PROBATE COURT, COUNTY OF ESSEX',
  'Estate of Jane Doe, deceased',
  'LETTERS TESTAMENTARY',
  'The court finds that Mary Poe is hereby appointed executor of the estate.',
  'Issued on: 06/20/2025',
] as const;

export const deathCertificate = [
  'CERTIFICATE OF DEATH',
  'Decedent’s legal name: Jane Doe',
  'Date of birth: 02/29/1984',
  'Date of death: May 1, 2014',
] as const;

export const defuncion = [
  'CERTIFICADO DE DEFUNCION',
  'Nombre del fallecido: Jane Doe',
  'Fecha de nacimiento: 29 de febrero de 1984',
  'Fecha de la defunción: 1 de mayo de 2014',
] as const;

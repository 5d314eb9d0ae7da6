/** The fields of the form that adds or edits a patient, read by the rules of the API. */
import { z } from 'zod';
import { isRealDate } from '../../domain/clinical/calendar-date';
import type { PatientDetails, PatientForm, SubmittedDetails } from '../../domain/patients/details';
import { searchKinds, type SearchKind } from '../../domain/searches/search';
import { referenceMax } from '../../domain/text';
import { formOf as patientOf, lastNamesMax, patientForm } from '../../forms/patient-form';
import { zipCodesMax } from '../../forms/contact';
import { field, formOf, list } from '../forms';
import { patientFields, type PatientField, type PatientValues } from './components/patient-fields';
import { usDate } from '../../domain/clinical/calendar-date';

/** One character more than fits, so that a rule rejects longer texts. */
const typed = (max: number) => field(z.string().transform(text => text.trim().slice(0, max + 1)));

/** Returns a typed date as `YYYY-MM-DD`, or as typed if it isn't a date. */
function dateIn(text: string): string {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function partsOf(text: string, between: RegExp): string[] {
  return text
    .split(between)
    .map(part => part.trim())
    .filter(part => part !== '');
}

const orNull = (text: string): string | null => (text === '' ? null : text);

const posted = z.object({
  firstName: typed(100),
  lastName: typed(100),
  otherLastNames: typed(1_100),
  dateOfBirth: typed(20),
  sex: typed(20),
  zipCodes: typed(300),
  city: typed(100),
  state: typed(20),
  mobile: typed(40),
  email: typed(254),
  reference: typed(referenceMax),
  searches: list(searchKinds.length),
});

/** Where a rule of the API is shown, by the API's field. */
const places: Readonly<Record<string, PatientField>> = {
  firstName: 'firstName',
  lastNames: 'lastName',
  dateOfBirth: 'dateOfBirth',
  sex: 'sex',
  zipCodes: 'zipCodes',
  city: 'city',
  state: 'state',
  mobile: 'mobile',
  email: 'email',
  reference: 'reference',
};

const names: Readonly<Record<PatientField, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  otherLastNames: 'Other last names',
  dateOfBirth: 'Date of birth',
  sex: 'Sex',
  zipCodes: 'ZIP codes',
  city: 'City',
  state: 'State',
  mobile: 'Mobile phone',
  email: 'E-mail',
  reference: 'Reference',
};

function sentenceOf(name: PatientField, rule: string): string {
  if (name === 'zipCodes' && rule.startsWith('must be a ZIP code'))
    return 'Enter ZIP codes like 02139 or 02139-1234, separated by commas.';
  if (name === 'mobile' && rule.startsWith('must be a phone number,'))
    return 'Enter a phone number, like (617) 555-0123.';
  if (name === 'email') return 'Enter an e-mail address, like jane@example.com.';
  if (name === 'sex') return 'Choose a sex from the list.';
  return `${names[name]} ${rule.replaceAll('`', '')}.`;
}

/** Returns why names or the birth date can't be sent to the API's rules, in words. */
function missingIn(lastName: string, dateOfBirth: string): ReadonlyArray<readonly [PatientField, string]> {
  return [
    ...(lastName === '' ? [['lastName', 'Enter a last name.'] as const] : []),
    ...(isRealDate(dateOfBirth)
      ? []
      : [['dateOfBirth', 'Enter the date of birth as MM/DD/YYYY, like 02/28/1961.'] as const]),
  ];
}

const whole = posted.transform((text, context): PatientForm => {
  const { lastName, otherLastNames, zipCodes, searches, firstName, ...rest } = text;
  const dateOfBirth = dateIn(rest.dateOfBirth);
  const missing = missingIn(lastName, dateOfBirth);
  const isOn = (kind: SearchKind): boolean => searches.includes(kind);
  const checked = patientForm.safeParse({
    firstName,
    lastNames: [lastName, ...partsOf(otherLastNames, /[\r\n;]+/u).slice(0, lastNamesMax)],
    dateOfBirth,
    sex: orNull(rest.sex),
    zipCodes: partsOf(zipCodes, /[\s,;]+/u).slice(0, zipCodesMax + 1),
    city: orNull(rest.city),
    state: orNull(rest.state),
    mobile: orNull(rest.mobile),
    email: orNull(rest.email),
    reference: orNull(rest.reference),
    ...Object.fromEntries(searchKinds.map(kind => [kind, isOn(kind)])),
  });
  if (checked.success && missing.length === 0) return patientOf(checked.data);
  for (const [path, message] of missing) context.addIssue({ code: 'custom', path: [path], message });
  for (const { path, message } of checked.error?.issues ?? []) {
    const [name, index] = path;
    const isOther = name === 'lastNames' && (index === undefined || Number(index) > 0);
    const place = isOther ? 'otherLastNames' : (places[String(name)] ?? 'firstName');
    if (missing.some(([known]) => known === place)) continue;
    context.addIssue({ code: 'custom', path: [place], message: sentenceOf(place, message) });
  }
  return z.NEVER;
});

/** Returns a valid patient by the rules of the API. @throws FormProblem with a sentence for each field */
export function patientIn(form: URLSearchParams): PatientForm {
  return formOf(whole, form);
}

/** Returns the details of a form that edits a patient. @throws FormProblem as {@link patientIn} */
export function detailsIn(form: URLSearchParams): SubmittedDetails {
  return patientIn(form).submitted;
}

/** Returns what was typed, to show it again. */
export function patientTypedIn(form: URLSearchParams): PatientValues {
  const text = formOf(posted, form);
  return {
    typed: Object.fromEntries(patientFields.map(name => [name, text[name]])) as PatientValues['typed'],
    searches: searchKinds.filter(kind => text.searches.includes(kind)),
  };
}

/** Returns the stored details as the form shows them. */
export function patientValuesOf(details: PatientDetails): PatientValues {
  const [lastName = '', ...others] = details.lastNames;
  return {
    typed: {
      firstName: details.firstName,
      lastName,
      otherLastNames: others.join('\n'),
      dateOfBirth: usDate(details.dateOfBirth),
      sex: details.sex ?? '',
      zipCodes: details.zipCodes.join(', '),
      city: details.city ?? '',
      state: details.state ?? '',
      mobile: details.mobile ?? '',
      email: details.email ?? '',
      reference: details.reference ?? '',
    },
    searches: [],
  };
}

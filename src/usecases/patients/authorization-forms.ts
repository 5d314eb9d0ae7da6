/** Authorization forms that are prefilled for a patient to sign. */
import {
  type AuthorizationFormContent,
  type FormLanguage,
  type FormParty,
} from '../../domain/authorizations/authorization-form';
import { addressLines } from '../../domain/clinical/site';
import type { Patient } from '../../domain/patients/patient';
import { Problem, type FieldIssue } from '../../domain/problem';
import { clockIn } from '../../domain/time-zones';
import { authorizationFormPdf } from '../../pdf/authorization-form';
import { isShowable } from '../../pdf/typeface';
import { findSite, siteTenantOf } from '../../store/sites/sites';
import { getCompanyByUid } from '../../store/tenants/tenants';
import { resource } from '../change';
import type { ProjectReading } from '../reading';
import { getPatient } from './patients';

/** What the caller chooses about a form. */
export interface WantedForm {
  readonly language: FormLanguage;
  /** The facilities that may disclose; none means every provider with the patient's records. */
  readonly siteIds: readonly string[];
}

/** What a form is made from besides the patient. */
type FormReading = Pick<ProjectReading, 'db' | 'project' | 'now'>;

/**
 * Returns the facilities in the order of their ids, each once, also if several ids mean the same one.
 * @throws Problem `recordRequest.siteUnknown`
 */
async function facilitiesOf(
  { db, project }: FormReading,
  siteIds: readonly string[],
): Promise<readonly FormParty[]> {
  const facilities = new Map<string, FormParty>();
  for (const id of siteIds) {
    const found = await findSite(db, siteTenantOf(project), id);
    if (found === undefined)
      throw new Problem('recordRequest.siteUnknown', {
        internal: 'the tenant has no such site',
        issues: [{ field: 'query.siteIds', rule: 'must be IDs of sites that your company can see' }],
      });
    facilities.set(found.site.uid, { name: found.site.name, addressLines: addressLines(found.site) });
  }
  return [...facilities.values()];
}

const inScript = 'must be in Latin, Greek, or Cyrillic letters to be printed';

/** @throws Problem `authorizationForm.notPrintable` with each field that can't be printed */
function assertPrintable({ patient, facilities, recipient }: AuthorizationFormContent): void {
  const { firstName, lastNames, city } = patient;
  const texts: ReadonlyArray<readonly [field: string, text: string]> = [
    ['firstName', firstName],
    ...lastNames.map((name, index) => [`lastNames[${index}]`, name] as const),
    ['city', city ?? ''],
    ...facilities.flatMap(({ name, addressLines: lines }, index) =>
      [name, ...lines].map(line => [`query.siteIds[${index}]`, line] as const),
    ),
    ...[recipient.name, ...recipient.addressLines].map(line => ['company', line] as const),
  ];
  const fields = new Set(texts.filter(([, text]) => !isShowable(text)).map(([field]) => field));
  if (fields.size === 0) return;
  const issues = [...fields].map((field): FieldIssue => ({ field, rule: inScript }));
  throw new Problem('authorizationForm.notPrintable', { issues });
}

/**
 * Returns an authorization as a PDF, prefilled for a patient to sign (AUTH-29). Nothing is stored.
 * @throws Problem 404 for an unknown patient, `recordRequest.siteUnknown`, `authorizationForm.notPrintable`
 */
export async function makeAuthorizationForm(
  reading: ProjectReading,
  patientId: string,
  wanted: WantedForm,
): Promise<Uint8Array> {
  const patient = await getPatient(reading, patientId);
  reading.saw(resource('patient', patient));
  return drawAuthorizationForm(reading, patient, wanted);
}

/**
 * Returns an authorization as a PDF, prefilled for a patient of a project.
 * @throws Problem as `makeAuthorizationForm`, except 404
 */
export async function drawAuthorizationForm(
  reading: FormReading,
  patient: Patient,
  { language, siteIds }: WantedForm,
): Promise<Uint8Array> {
  const { db, project, now } = reading;
  const company = await getCompanyByUid(db, project.companyUid);
  const content: AuthorizationFormContent = {
    language,
    patient,
    facilities: await facilitiesOf(reading, siteIds),
    recipient: { name: company.name, addressLines: company.addressLines },
    purpose: project.purpose,
    preparedOn: clockIn(project.timeZone, now).day,
  };
  assertPrintable(content);
  return authorizationFormPdf(content);
}

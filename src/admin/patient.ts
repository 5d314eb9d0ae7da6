import { InvalidArgumentError } from 'commander';
import { overrideReasons, type OverrideReason } from '../domain/authorizations/approval';
import { authorizationStatuses } from '../domain/authorizations/authorization-status';
import { refusalReasons } from '../domain/authorizations/refusal-reason';
import type { Patient } from '../domain/patients/patient';
import { environmentOf } from '../domain/projects/project';
import { searchKinds } from '../domain/searches/search';
import { supportingMax, type ListedSupporting } from '../domain/supporting-documents/supporting-document';
import type { ObjectStore } from '../files/object-store';
import { getOperatorsPatient, type OperatorsPatient } from '../usecases/operators';
import {
  assertStoredAsOnRecord,
  decideAuthorization,
  sightOfCommand,
} from '../usecases/patients/authorization-decisions';
import {
  establishDeath,
  findPatients,
  inspectAuthorization,
  inspectPatient,
  inspectPatients,
  type KnownOfPatient,
} from '../usecases/patients/operator-patients';
import { revokeForCustomer } from '../usecases/patients/authorization-terms';
import { inspectDisclosures } from '../usecases/disclosures';
import { command, type AdminContext, type CommandGroup } from './command';
import { UsageError } from './failures';
import {
  argument,
  calendarDate,
  oneOf,
  optional,
  required,
  text,
  toggle,
  wholeNumber,
  withDefault,
  type Reader,
} from './inputs';
import type { Outcome, Row } from './outcome';
import { analysisLine } from './review';
import {
  companyOfId,
  limit,
  onlyCompany,
  patientFacts,
  patientInputs,
  patientNamed,
  project,
  projectNamed,
} from './shared-inputs';
import { askEach, type Terminal } from './terminal';

const version = required(
  'N',
  'the version from `patient show`; nothing is changed if the patient has changed since',
  wholeNumber(1, 999_999_999),
);
const explanation = optional(
  'TEXT',
  "your explanation, for the audit log; don't include patient data such as a name or date of birth",
  text(500),
);
const uid = '01a1fa97-d2fe-79e9-86f6-0d78d0a0e74a';

/** Returns the status of each search, such as `siteSonar: armed, waits for approval`. */
function searchLines(stored: Patient): string[] {
  return searchKinds.flatMap(kind => {
    const search = stored.searches.find(found => found.kind === kind);
    if (search === undefined || search.phase === 'off') return [];
    const waits = search.waitsFor === null ? '' : `, waits for ${search.waitsFor}`;
    return [`${kind}: ${search.phase}${search.outcome === null ? '' : ` ${search.outcome}`}${waits}`];
  });
}

/** Returns a supporting document, such as `1: powerOfAttorney`. */
function supportingLine({ number, kind, status, refusal }: ListedSupporting): string {
  const result = status === 'pending' ? 'not analyzed yet' : (kind ?? refusal ?? 'unknown type');
  return `${number}: ${result}`;
}

function decided(found: OperatorsPatient): Outcome {
  const { id, authorizationStatus, searchStatus, version } = found.patient;
  const facts: Row = { ...patientFacts(found), authorizationStatus, searchStatus, version };
  return {
    kind: 'done',
    sentence:
      `Updated patient ${id}: authorization ${authorizationStatus}, searches ${searchStatus}, ` +
      `version ${version}.`,
    facts,
  };
}

/** Runs work with the object store, and closes it. */
async function withFiles<T>(
  open: AdminContext['openFiles'],
  work: (files: ObjectStore) => Promise<T>,
): Promise<T> {
  const files = open();
  try {
    return await work(files);
  } finally {
    files.close();
  }
}

/** Returns the override of a decision. @throws UsageError for one without the other */
function overrideIn({
  override,
  reason: code,
}: {
  readonly override: boolean;
  readonly reason: OverrideReason | undefined;
}): { readonly reason: OverrideReason } | undefined {
  if (override !== (code !== undefined))
    throw new UsageError('To approve anyway, pass both --override and --reason CODE.');
  return code === undefined ? undefined : { reason: code };
}

const detailHeadings = {
  firstName: 'First name',
  lastNames: 'Last names',
  dateOfBirth: 'Date of birth',
  sex: 'Sex',
  zipCodes: 'ZIP codes',
};

/** Returns what distinguishes patients with the same name. */
function detailsOf({ firstName, lastNames, dateOfBirth, sex, zipCodes }: Patient): Row {
  return { firstName, lastNames, dateOfBirth, sex, zipCodes };
}

/** Parses an answer. @throws UsageError with the question and the rule */
function answered<T>(question: string, reader: Reader<T>, typed: string): T {
  try {
    return reader(typed.trim());
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw new UsageError(`${question}: ${error.message}`);
    throw error;
  }
}

/**
 * Asks for a patient's name and date of birth. They must not be options: the shell stores the command line,
 * and every process on the machine can read it.
 */
async function askKnown(terminal: Terminal, id: string | undefined): Promise<KnownOfPatient> {
  if (id !== undefined) return { id };
  const questions = ['Last name', 'Date of birth (YYYY-MM-DD)'] as const;
  const [lastName, dateOfBirth] = await askEach(terminal, [`${questions[0]}: `, `${questions[1]}: `]);
  return {
    lastName: answered(questions[0], text(200), lastName),
    dateOfBirth: answered(questions[1], calendarDate, dateOfBirth),
  };
}

const find = command({
  name: 'find',
  summary:
    "Find patients in all companies by ID, or by last name and date of birth (you're prompted for them)",
  inputs: {
    company: onlyCompany,
    id: optional(
      'ID',
      "the customer's ID, a UID, or `patient-search/UID`; without it, you're prompted for last " +
        'name and date of birth',
      text(80),
    ),
    details: toggle(
      'also show names, date of birth, sex, and ZIP codes; recorded in the audit log as a read of ' +
        'each patient',
    ),
    limit: withDefault('N', 'the number of patients', wholeNumber(1, 100), 20),
  },
  examples: ['patient find', 'patient find --id case-4711', 'patient find --company acme --details'],
  run: async ({ change, terminal }, { company, id, details, limit }) => {
    const known = await askKnown(terminal, id);
    const found = await change('patient.find', operatorChange =>
      findPatients(operatorChange, known, { companyId: company, limit }),
    );
    // Showing details is a read of each patient, audited like `patient show`.
    if (details)
      for (const { patient } of found)
        await change('patient.read', operatorChange =>
          inspectPatient(operatorChange, { patientId: patient.uid }),
        );
    const ids = {
      company: 'Company',
      project: 'Project',
      environment: 'Environment',
      patient: 'Patient',
      uid: 'UID',
    };
    return {
      kind: 'list',
      headings: details ? { ...ids, ...detailHeadings } : ids,
      rows: found.map(({ project, patient }) => ({
        ...patientFacts({ project, patient }),
        environment: environmentOf(project.status),
        ...(details ? detailsOf(patient) : {}),
      })),
      ifEmpty: 'No patients found.',
    };
  },
});

/** `patient …`: review by operators. Customers manage patients with the API. */
export const patientCommands: CommandGroup = {
  name: 'patient',
  summary: 'Review patients and their authorizations; every read is recorded in the audit log',
  commands: [
    find,
    command({
      name: 'list',
      summary: 'List patients of a project: IDs, statuses, and versions, oldest first',
      inputs: {
        company: companyOfId,
        project,
        authorizationStatus: optional(
          'STATUS',
          'only patients with this authorization status',
          oneOf(authorizationStatuses),
        ),
        limit,
      },
      examples: ['patient list --company acme --project intake-2026 --authorization-status NeedsApproval'],
      run: async ({ change }, { company, project, authorizationStatus, limit }) => ({
        kind: 'list',
        headings: {
          patient: 'Patient',
          uid: 'UID',
          authorizationStatus: 'Authorization',
          uploadedAt: 'Uploaded',
          searchStatus: 'Searches',
          version: 'Version',
        },
        rows: (
          await change('patient.list', operatorChange =>
            inspectPatients(
              operatorChange,
              { ...projectNamed(project), companyId: company },
              { authorizationStatus, limit },
            ),
          )
        ).map(found => ({
          patient: found.id,
          uid: found.uid,
          authorizationStatus: found.authorizationStatus,
          uploadedAt: found.authorizationUploadedAt,
          searchStatus: found.searchStatus,
          version: found.version,
        })),
        ifEmpty: 'No patients found.',
      }),
    }),
    command({
      name: 'show',
      summary: 'Show the data to compare an authorization with, the searches, and the version',
      inputs: patientInputs,
      examples: [`patient show ${uid}`, 'patient show case-4711 --company acme --project intake-2026'],
      run: async ({ change }, values) => {
        const inspected = await change('patient.read', operatorChange =>
          inspectPatient(operatorChange, patientNamed(values)),
        );
        const { patient: found, project: of, authCheck, statedDeath } = inspected;
        return {
          kind: 'record',
          headings: {
            patient: 'Patient',
            uid: 'UID',
            company: 'Company',
            project: 'Project',
            purpose: 'Purpose',
            ...detailHeadings,
            dateOfDeath: 'Date of death',
            cityState: 'City, state',
            authorizationStatus: 'Authorization',
            uploadedAt: 'Uploaded',
            expiresOn: 'Valid through',
            revokedOn: 'Revoked',
            analysis: 'Analysis',
            suggestedStatus: 'Suggested status',
            supporting: 'Supporting documents',
            statedDeath: 'Date of death on certificate',
            searchStatus: 'Searches',
            searches: 'Each search',
            version: 'Version',
          },
          row: {
            patient: found.id,
            uid: found.uid,
            company: of.companyId,
            project: `${of.id} (${of.status})`,
            purpose: of.purpose,
            ...detailsOf(found),
            dateOfDeath: found.dateOfDeath,
            cityState: [found.city, found.state].filter(part => part !== null).join(', '),
            authorizationStatus: found.authorizationStatus,
            uploadedAt: found.authorizationUploadedAt,
            expiresOn: found.authorizationExpiresOn,
            revokedOn: found.authorizationRevokedOn,
            analysis: authCheck === undefined ? null : analysisLine(authCheck.verdictCounts),
            suggestedStatus: authCheck?.suggestedStatus ?? null,
            supporting: found.supportingDocuments.map(supportingLine),
            statedDeath,
            searchStatus: found.searchStatus,
            searches: searchLines(found),
            version: found.version,
          },
        };
      },
    }),
    command({
      name: 'document',
      summary: 'Get a download URL, valid for one hour, for the authorization or a supporting document',
      inputs: {
        ...patientInputs,
        supporting: optional(
          'N',
          'the number of a supporting document, to get it instead of the authorization',
          wholeNumber(1, supportingMax),
        ),
      },
      examples: [
        `patient document ${uid}`,
        `patient document ${uid} --supporting 1`,
        'patient document case-4711 --company acme --project intake-2026',
      ],
      run: ({ change, openFiles }, values) =>
        withFiles(openFiles, async files => {
          const url = await change('authorization.read', operatorChange =>
            inspectAuthorization(operatorChange, files, patientNamed(values), values.supporting),
          );
          return { kind: 'done', sentence: url, facts: { patient: values.patient, url } };
        }),
    }),
    command({
      name: 'review',
      summary: 'Set the status of an authorization; approving it starts the searches that wait for it',
      inputs: {
        patient: patientInputs.patient,
        status: argument('STATUS', 'its new status', oneOf(authorizationStatuses)),
        company: patientInputs.company,
        project: patientInputs.project,
        version,
        override: toggle('approve although something speaks against it; needs --reason'),
        reason: optional('CODE', 'why you approve anyway, with --override', oneOf(overrideReasons)),
        because: optional(
          'REASON',
          "why the document isn't accepted, where the status doesn't say it",
          oneOf(refusalReasons),
        ),
        explanation,
        expiresOn: optional(
          'DATE',
          'the last valid day of the document, if the analysis read it wrong; `none` if it has no date',
          value => (value === 'none' ? null : calendarDate(value)),
        ),
      },
      examples: [
        `patient review ${uid} Approved --version 3`,
        `patient review ${uid} Approved --version 3 --expires-on 2027-10-31`,
        `patient review ${uid} Approved --version 3 --override --reason seenElsewhere`,
        `patient review ${uid} Approved --version 3 --override --reason other --explanation "court order"`,
        `patient review ${uid} WrongDateOfService --because expired --version 3`,
        'patient review case-4711 MissingSignature --company acme --project intake-2026 --version 3',
      ],
      run: async ({ db, change, openFiles }, values) => {
        const { status, version, explanation, expiresOn, because: refusal } = values;
        const override = overrideIn(values);
        const found = await getOperatorsPatient(db, patientNamed(values));
        await withFiles(openFiles, files => assertStoredAsOnRecord(files, found.patient));
        const decision = { status, version, explanation, expiresOn, override, refusal };
        return decided(
          await change('authorization.decide', operatorChange =>
            decideAuthorization(
              operatorChange,
              patientNamed(values),
              decision,
              sightOfCommand(operatorChange),
            ),
          ),
        );
      },
    }),
    command({
      name: 'disclosures',
      summary: "List disclosures of a patient's data with recipient, purpose, and basis, newest first",
      inputs: patientInputs,
      examples: [
        `patient disclosures ${uid}`,
        'patient disclosures case-4711 --company acme --project intake-2026 --json',
      ],
      run: async ({ change }, values) => {
        const disclosures = await change('patient.disclosures', operatorChange =>
          inspectDisclosures(operatorChange, patientNamed(values)),
        );
        return {
          kind: 'list',
          headings: {
            disclosedAt: 'Disclosed',
            recipient: 'Recipient',
            facility: 'Facility',
            asked: 'Requested',
            purpose: 'Purpose',
            purposeCode: 'Code',
            basis: 'Basis',
            subject: 'Run or request',
          },
          rows: disclosures.map(
            ({
              disclosedAt,
              recipient,
              facility,
              asked,
              purpose,
              purposeCode,
              basis,
              subjectUid,
              documentEtag,
            }) => ({
              disclosedAt,
              recipient,
              facility,
              asked,
              purpose,
              purposeCode,
              basis,
              subject: subjectUid,
              documentEtag,
            }),
          ),
          ifEmpty: 'No disclosures yet.',
        };
      },
    }),
    command({
      name: 'revoke-authorization',
      summary: 'Record that the patient revoked the authorization; nothing more is sent under it, for good',
      inputs: {
        patient: patientInputs.patient,
        date: argument('DATE', 'the date on which the patient revoked it', calendarDate),
        company: patientInputs.company,
        project: patientInputs.project,
        version,
      },
      examples: [
        `patient revoke-authorization ${uid} 2026-11-20 --version 3`,
        'patient revoke-authorization case-4711 2026-11-20 --company acme --project intake-2026 --version 3',
      ],
      run: async ({ change }, values) => {
        const revocation = { revokedOn: values.date, version: values.version };
        return decided(
          await change('authorization.revoke', operatorChange =>
            revokeForCustomer(operatorChange, patientNamed(values), revocation),
          ),
        );
      },
    }),
    command({
      name: 'set-date-of-death',
      summary: 'Record the date of death from supporting documents; a date before 2016 declines searches',
      inputs: {
        patient: patientInputs.patient,
        date: argument('DATE', 'the date of death', calendarDate),
        company: patientInputs.company,
        project: patientInputs.project,
        version,
      },
      examples: [
        `patient set-date-of-death ${uid} 2014-05-01 --version 3`,
        'patient set-date-of-death case-4711 2014-05-01 --company acme --project intake-2026 --version 3',
      ],
      run: async ({ change }, values) => {
        const fact = { dateOfDeath: values.date, version: values.version };
        return decided(
          await change('patient.establishDeath', operatorChange =>
            establishDeath(operatorChange, patientNamed(values), fact),
          ),
        );
      },
    }),
    command({
      name: 'clear-date-of-death',
      summary: 'Remove a date of death; to run a search that was declined because of it, re-arm the search',
      inputs: { ...patientInputs, version },
      examples: [
        `patient clear-date-of-death ${uid} --version 4`,
        'patient clear-date-of-death case-4711 --company acme --project intake-2026 --version 4',
      ],
      run: async ({ change }, values) => {
        const fact = { dateOfDeath: null, version: values.version };
        return decided(
          await change('patient.establishDeath', operatorChange =>
            establishDeath(operatorChange, patientNamed(values), fact),
          ),
        );
      },
    }),
  ],
};

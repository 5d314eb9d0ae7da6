import { InvalidArgumentError } from 'commander';
import { authorizationStatuses } from '../domain/authorizations/authorization-status';
import type { Patient } from '../domain/patients/patient';
import { environmentOf } from '../domain/projects/project';
import { searchKinds } from '../domain/searches/search';
import { supportingMax, type ListedSupporting } from '../domain/supporting-documents/supporting-document';
import type { OperatorsPatient } from '../usecases/operators';
import {
  decideAuthorization,
  establishDeath,
  findPatients,
  inspectAuthorization,
  inspectPatient,
  inspectPatients,
  type KnownOfPatient,
} from '../usecases/patients/operator-patients';
import { inspectDisclosures } from '../usecases/disclosures';
import { command, type CommandGroup } from './command';
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
  reason,
} from './shared-inputs';
import { askEach, type Terminal } from './terminal';

const version = required(
  'N',
  'the version that `patient show` told: nothing is done when the patient has changed since',
  wholeNumber(1, 999_999_999),
);
const uid = '01a1fa97-d2fe-79e9-86f6-0d78d0a0e74a';

/** Returns the status of each search, `siteSonar: armed, waits for approval`. */
function searchLines(stored: Patient): string[] {
  return searchKinds.flatMap(kind => {
    const search = stored.searches.find(found => found.kind === kind);
    if (search === undefined || search.phase === 'off') return [];
    const waits = search.waitsFor === null ? '' : `, waits for ${search.waitsFor}`;
    return [`${kind}: ${search.phase}${search.outcome === null ? '' : ` ${search.outcome}`}${waits}`];
  });
}

/** Returns a supporting document, `1: powerOfAttorney`. */
function supportingLine({ number, kind, status, refusal }: ListedSupporting): string {
  const said = status === 'pending' ? 'not read yet' : (kind ?? refusal ?? 'of an unknown kind');
  return `${number}: ${said}`;
}

function decided(found: OperatorsPatient): Outcome {
  const { id, authorizationStatus, searchStatus, version } = found.patient;
  const facts: Row = { ...patientFacts(found), authorizationStatus, searchStatus, version };
  return {
    kind: 'done',
    sentence:
      `Patient ${id}: authorization ${authorizationStatus}, searches ${searchStatus}; version ` +
      `${version}.`,
    facts,
  };
}

const detailHeadings = {
  firstName: 'First name',
  lastNames: 'Last names',
  dateOfBirth: 'Born',
  sex: 'Sex',
  zipCodes: 'ZIP codes',
};

/** Returns what distinguishes two patients. */
function detailsOf({ firstName, lastNames, dateOfBirth, sex, zipCodes }: Patient): Row {
  return { firstName, lastNames, dateOfBirth, sex, zipCodes };
}

/** Parses an answer to a question. @throws UsageError with the rule */
function answered<T>(question: string, reader: Reader<T>, typed: string): T {
  try {
    return reader(typed.trim());
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw new UsageError(`${question}: ${error.message}`);
    throw error;
  }
}

/**
 * Asks what an operator knows about a patient. A name and a birth date are prompted for and never on the
 * command line, which the shell stores and every process of the machine can read.
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
  summary: 'Find patients of any company by an id, or by last name and date of birth, for which it asks',
  inputs: {
    company: onlyCompany,
    id: optional(
      'ID',
      'the customer’s id, a uid, or `patient-search/UID`; without it, it asks for last name and ' +
        'date of birth',
      text(80),
    ),
    details: toggle(
      'show names, birth date, sex and ZIP codes too; a read of each patient in the audit trail',
    ),
    limit: withDefault('N', 'how many', wholeNumber(1, 100), 20),
  },
  examples: ['patient find', 'patient find --id case-4711', 'patient find --company acme --details'],
  run: async ({ change, terminal }, { company, id, details, limit }) => {
    const known = await askKnown(terminal, id);
    const found = await change('patient.find', inner =>
      findPatients(inner, known, { companyId: company, limit }),
    );
    // Each patient whose details are shown is read, and audited as by `patient show`.
    if (details)
      for (const { patient } of found)
        await change('patient.read', inner => inspectPatient(inner, { patientId: patient.uid }));
    const ids = {
      company: 'Company',
      project: 'Project',
      environment: 'Environment',
      patient: 'Patient',
      uid: 'Uid',
    };
    return {
      kind: 'list',
      headings: details ? { ...ids, ...detailHeadings } : ids,
      rows: found.map(({ project, patient }) => ({
        ...patientFacts({ project, patient }),
        environment: environmentOf(project.status),
        ...(details ? detailsOf(patient) : {}),
      })),
      ifEmpty: 'No patient fits.',
    };
  },
});

/** `patient …`: the operators' review. Customers manage patients with the API. */
export const patientCommands: CommandGroup = {
  name: 'patient',
  summary: 'Patients, as the delivery team reviews them; every look leaves an audit row',
  commands: [
    find,
    command({
      name: 'list',
      summary: 'List what there is to review: ids, statuses and versions, oldest first',
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
          uid: 'Uid',
          authorizationStatus: 'Authorization',
          uploadedAt: 'Document of',
          searchStatus: 'Searches',
          version: 'Version',
        },
        rows: (
          await change('patient.list', inner =>
            inspectPatients(
              inner,
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
        ifEmpty: 'There is no such patient.',
      }),
    }),
    command({
      name: 'show',
      summary: 'Show what an authorization is compared with, where the searches stand, and the version',
      inputs: patientInputs,
      examples: [`patient show ${uid}`, 'patient show case-4711 --company acme --project intake-2026'],
      run: async ({ change }, values) => {
        const inspected = await change('patient.read', inner => inspectPatient(inner, patientNamed(values)));
        const { patient: found, project: of, authCheck, statedDeath } = inspected;
        return {
          kind: 'record',
          headings: {
            patient: 'Patient',
            uid: 'Uid',
            company: 'Company',
            project: 'Project',
            purpose: 'Purpose',
            ...detailHeadings,
            dateOfDeath: 'Died',
            cityState: 'City, state',
            authorizationStatus: 'Authorization',
            uploadedAt: 'Document of',
            analysis: 'Analysis',
            suggestedStatus: 'It suggests',
            supporting: 'Supporting',
            statedDeath: 'A certificate says died',
            searchStatus: 'Searches',
            searches: 'Each',
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
      summary:
        'Give a URL, good for an hour, from which the authorization or a supporting document downloads',
      inputs: {
        ...patientInputs,
        supporting: optional(
          'N',
          'the supporting document of this number instead of the authorization',
          wholeNumber(1, supportingMax),
        ),
      },
      examples: [
        `patient document ${uid}`,
        `patient document ${uid} --supporting 1`,
        'patient document case-4711 --company acme --project intake-2026',
      ],
      run: async ({ change, openFiles }, values) => {
        const files = openFiles();
        try {
          const url = await change('authorization.read', inner =>
            inspectAuthorization(inner, files, patientNamed(values), values.supporting),
          );
          return { kind: 'done', sentence: url, facts: { patient: values.patient, url } };
        } finally {
          files.close();
        }
      },
    }),
    command({
      name: 'review',
      summary: 'Decide on an authorization; searches that wait for its approval go at once',
      inputs: {
        patient: patientInputs.patient,
        status: argument('STATUS', 'what it is found to be', oneOf(authorizationStatuses)),
        company: patientInputs.company,
        project: patientInputs.project,
        version,
        reason,
      },
      examples: [
        `patient review ${uid} Approved --version 3`,
        `patient review ${uid} Approved --version 3 --reason "signed form seen on paper"`,
        'patient review case-4711 MissingSignature --company acme --project intake-2026 --version 3',
      ],
      run: async ({ change }, values) => {
        const { status, version, reason } = values;
        return decided(
          await change('authorization.decide', inner =>
            decideAuthorization(inner, patientNamed(values), { status, version, reason }),
          ),
        );
      },
    }),
    command({
      name: 'disclosures',
      summary:
        'List what has left of a patient for whom, under which purpose and on what that rested, newest first',
      inputs: patientInputs,
      examples: [
        `patient disclosures ${uid}`,
        'patient disclosures case-4711 --company acme --project intake-2026 --json',
      ],
      run: async ({ change }, values) => {
        const disclosures = await change('patient.disclosures', inner =>
          inspectDisclosures(inner, patientNamed(values)),
        );
        return {
          kind: 'list',
          headings: {
            disclosedAt: 'When',
            recipient: 'By or for whom',
            facility: 'Facility',
            asked: 'Asked for',
            purpose: 'Purpose',
            purposeCode: 'Code',
            basis: 'Rests on',
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
          ifEmpty: 'Nothing has left of this patient.',
        };
      },
    }),
    command({
      name: 'set-date-of-death',
      summary:
        'Note the date of death that supporting documents establish; one before 2016 declines searches',
      inputs: {
        patient: patientInputs.patient,
        date: argument('DATE', 'the date', calendarDate),
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
          await change('patient.establishDeath', inner => establishDeath(inner, patientNamed(values), fact)),
        );
      },
    }),
    command({
      name: 'clear-date-of-death',
      summary: 'Take a date of death back; a search that was declined for it runs when it is re-armed',
      inputs: { ...patientInputs, version },
      examples: [
        `patient clear-date-of-death ${uid} --version 4`,
        'patient clear-date-of-death case-4711 --company acme --project intake-2026 --version 4',
      ],
      run: async ({ change }, values) => {
        const fact = { dateOfDeath: null, version: values.version };
        return decided(
          await change('patient.establishDeath', inner => establishDeath(inner, patientNamed(values), fact)),
        );
      },
    }),
  ],
};

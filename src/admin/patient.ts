import { authorizationStatuses } from '../domain/authorizations/authorization-status';
import { searchKinds } from '../domain/searches/search';
import type { AuthCheck } from '../domain/auth-checks/auth-check';
import type { Patient } from '../domain/patients/patient';
import {
  decideAuthorization,
  establishDeath,
  inspectAuthorization,
  inspectPatient,
  inspectPatients,
} from '../usecases/patients/review-patients';
import { command, type CommandGroup } from './command';
import { argument, calendarDate, oneOf, optional, required, text, wholeNumber, withDefault } from './inputs';
import type { Outcome, Row } from './outcome';
import { company, project, projectNamed } from './shared-inputs';

const patient = argument('ID', 'the patient', text(64));
const version = required(
  'N',
  'the version that `patient show` told: nothing is done when the patient has changed since',
  wholeNumber(1, 999_999_999),
);
const named = { patient, company, project };

interface Named {
  readonly company: string;
  readonly project: string;
  readonly patient: string;
}

function refOf({ company, project, patient }: Named) {
  return { ...projectNamed(project), companyId: company, patientId: patient };
}

/** What each search does, `siteSonar: armed, waits for approval`. */
function searchLines(stored: Patient): string[] {
  return searchKinds.flatMap(kind => {
    const search = stored.searches.find(found => found.kind === kind);
    if (search === undefined || search.phase === 'off') return [];
    const waits = search.waitsFor === null ? '' : `, waits for ${search.waitsFor}`;
    return [`${kind}: ${search.phase}${search.outcome === null ? '' : ` ${search.outcome}`}${waits}`];
  });
}

function decided(stored: Patient, { company, project }: Named): Outcome {
  const { id, authorizationStatus, searchStatus, version } = stored;
  const facts: Row = { company, project, patient: id, authorizationStatus, searchStatus, version };
  return {
    kind: 'done',
    sentence: `Patient ${id}: authorization ${authorizationStatus}, searches ${searchStatus}; version ${version}.`,
    facts,
  };
}

/** How the analysis of the document on file came out; the whole of it is in the API. */
function analysisLine(authCheck: AuthCheck | undefined): string | null {
  if (authCheck === undefined) return null;
  if (authCheck.verdictCounts === null) return 'under way';
  const { passed, warning, failed } = authCheck.verdictCounts;
  return `${passed} passed, ${warning} to look at, ${failed} failed`;
}

/** `patient …`: the delivery team's review; the customer's own way to patients is the API. */
export const patientCommands: CommandGroup = {
  name: 'patient',
  summary: 'Patients, as the delivery team reviews them; every look leaves an audit row',
  commands: [
    command({
      name: 'list',
      summary: 'List what there is to review: ids, statuses and versions, oldest first',
      inputs: {
        company,
        project,
        authorizationStatus: optional(
          'STATUS',
          'only patients with this authorization status',
          oneOf(authorizationStatuses),
        ),
        limit: withDefault('N', 'how many', wholeNumber(1, 1_000), 50),
      },
      examples: ['patient list --company acme --project intake-2026 --authorization-status NeedsApproval'],
      run: async ({ change }, { company, project, authorizationStatus, limit }) => ({
        kind: 'list',
        headings: {
          patient: 'Patient',
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
      inputs: named,
      examples: ['patient show case-4711 --company acme --project intake-2026'],
      run: async ({ change }, values) => {
        const inspected = await change('patient.read', inner => inspectPatient(inner, refOf(values)));
        const { patient: found, project: of, authCheck } = inspected;
        return {
          kind: 'record',
          headings: {
            patient: 'Patient',
            project: 'Project',
            purpose: 'Purpose',
            firstName: 'First name',
            lastNames: 'Last names',
            dateOfBirth: 'Born',
            dateOfDeath: 'Died',
            sex: 'Sex',
            zipCodes: 'ZIP codes',
            cityState: 'City, state',
            authorizationStatus: 'Authorization',
            uploadedAt: 'Document of',
            analysis: 'Analysis',
            suggestedStatus: 'It suggests',
            searchStatus: 'Searches',
            searches: 'Each',
            version: 'Version',
          },
          row: {
            patient: found.id,
            project: `${of.id} (${of.status})`,
            purpose: of.purpose,
            firstName: found.firstName,
            lastNames: found.lastNames,
            dateOfBirth: found.dateOfBirth,
            dateOfDeath: found.dateOfDeath,
            sex: found.sex,
            zipCodes: found.zipCodes,
            cityState: [found.city, found.state].filter(part => part !== null).join(', '),
            authorizationStatus: found.authorizationStatus,
            uploadedAt: found.authorizationUploadedAt,
            analysis: analysisLine(authCheck),
            suggestedStatus: authCheck?.suggestedStatus ?? null,
            searchStatus: found.searchStatus,
            searches: searchLines(found),
            version: found.version,
          },
        };
      },
    }),
    command({
      name: 'document',
      summary: 'Give a URL, good for an hour, from which the authorization on file downloads',
      inputs: named,
      examples: ['patient document case-4711 --company acme --project intake-2026'],
      run: async ({ change, openFiles }, values) => {
        const files = openFiles();
        try {
          const url = await change('authorization.read', inner =>
            inspectAuthorization(inner, files, refOf(values)),
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
        patient,
        status: argument('STATUS', 'what it is found to be', oneOf(authorizationStatuses)),
        company,
        project,
        version,
      },
      examples: [
        'patient review case-4711 Approved --company acme --project intake-2026 --version 3',
        'patient review case-4711 MissingSignature --company acme --project intake-2026 --version 3',
      ],
      run: async ({ change }, values) => {
        const { status, version } = values;
        const stored = await change('authorization.decide', inner =>
          decideAuthorization(inner, refOf(values), { status, version }),
        );
        return decided(stored, values);
      },
    }),
    command({
      name: 'set-date-of-death',
      summary:
        'Note the date of death that supporting documents establish; one before 2016 declines searches',
      inputs: {
        patient,
        date: argument('DATE', 'the date', calendarDate),
        company,
        project,
        version,
      },
      examples: [
        'patient set-date-of-death case-4711 2014-05-01 --company acme --project intake-2026 --version 3',
      ],
      run: async ({ change }, values) => {
        const fact = { dateOfDeath: values.date, version: values.version };
        return decided(
          await change('patient.establishDeath', inner => establishDeath(inner, refOf(values), fact)),
          values,
        );
      },
    }),
    command({
      name: 'clear-date-of-death',
      summary: 'Take a date of death back; a search that was declined for it runs when it is re-armed',
      inputs: { ...named, version },
      examples: ['patient clear-date-of-death case-4711 --company acme --project intake-2026 --version 4'],
      run: async ({ change }, values) => {
        const fact = { dateOfDeath: null, version: values.version };
        return decided(
          await change('patient.establishDeath', inner => establishDeath(inner, refOf(values), fact)),
          values,
        );
      },
    }),
  ],
};

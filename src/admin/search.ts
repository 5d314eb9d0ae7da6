import { workflows } from '../domain/workflows';
import { searchKinds } from '../domain/searches/search';
import { inspectSearches, rearmSearch } from '../usecases/searches/operate-searches';
import { command, type CommandGroup } from './command';
import { argument, oneOf, text } from './inputs';
import { company, project, projectNamed } from './shared-inputs';

const patient = argument('PATIENT', 'the patient, by its id', text(64));

/** `search …` */
export const searchCommands: CommandGroup = {
  name: 'search',
  summary: 'The searches of a patient: where they stand, why a partner refused, and the way on',
  commands: [
    command({
      name: 'show',
      summary: 'Show where each search of a patient stands and why it was refused last',
      inputs: { patient, company, project },
      examples: ['search show case-17 --company acme --project intake-2026'],
      run: async ({ change }, { patient, company, project }) => {
        const place = { ...projectNamed(project), companyId: company, patientId: patient };
        const { patientUid, searches, runs } = await change('search.inspect', inner =>
          inspectSearches(inner, place),
        );
        return {
          kind: 'list',
          headings: {
            search: 'Search',
            phase: 'Phase',
            waitsFor: 'Waits for',
            outcome: 'Last outcome',
            partner: 'Partner',
            refusals: 'Refusals',
            resendAt: 'Goes again',
            refusalCode: 'Code',
            refusalText: 'Reason',
          },
          rows: searches.map(search => {
            const run = runs.find(({ uid }) => uid === search.runUid);
            return {
              search: search.kind,
              phase: search.phase,
              waitsFor: search.waitsFor,
              outcome: search.outcome,
              partner: search.partner,
              refusals: search.refusals,
              resendAt: search.resendAtMs === null ? null : new Date(search.resendAtMs),
              refusalCode: run?.refusalCode ?? null,
              refusalText: run?.refusalText ?? null,
              workflow: workflows.patientSearch.id({ patientUid }),
            };
          }),
          ifEmpty: 'The patient has no searches.',
        };
      },
    }),
    command({
      name: 'runs',
      summary: 'List the latest runs of a patient with what each came to, newest first',
      inputs: { patient, company, project },
      examples: ['search runs case-17 --company acme --project intake-2026'],
      run: async ({ change }, { patient, company, project }) => {
        const place = { ...projectNamed(project), companyId: company, patientId: patient };
        const { runs } = await change('search.inspect', inner => inspectSearches(inner, place));
        return {
          kind: 'list',
          headings: {
            search: 'Search',
            number: 'Run',
            partner: 'Partner',
            startedAt: 'Started',
            answeredAt: 'Answered',
            outcome: 'Outcome',
            newVisits: 'New visits',
            refusalCode: 'Code',
            refusalText: 'Reason',
          },
          rows: runs.map(run => ({
            run: run.uid,
            search: run.kind,
            number: run.number,
            partner: run.partner,
            startedAt: run.startedAt,
            answeredAt: run.answeredAt,
            outcome: run.outcome,
            refusalCode: run.refusalCode,
            refusalText: run.refusalText,
            newVisits: run.newVisits,
            newProcedures: run.newProcedures,
            newDiagnoses: run.newDiagnoses,
            newPrescriptionFills: run.newPrescriptionFills,
            newLabResults: run.newLabResults,
            matching: run.matching === null ? null : JSON.stringify(run.matching),
          })),
          ifEmpty: 'No search of this patient has run yet.',
        };
      },
    }),
    command({
      name: 'rearm',
      summary: 'Re-arm a search that a partner refused: it is sent again as soon as its gates are open',
      inputs: {
        search: argument('SEARCH', 'the search', oneOf(searchKinds)),
        patient,
        company,
        project,
      },
      examples: ['search rearm ehrSearch case-17 --company acme --project intake-2026'],
      run: async ({ change }, { search, patient, company, project }) => {
        const place = { ...projectNamed(project), companyId: company, patientId: patient };
        const { waitsFor } = await change('search.rearm', inner => rearmSearch(inner, place, search));
        return {
          kind: 'done',
          sentence:
            waitsFor === null
              ? `${search} is re-armed; its gates are open, and it goes as soon as a partner takes it.`
              : `${search} is re-armed; it waits for: ${waitsFor}.`,
          facts: { company, project, patient, search, waitsFor },
        };
      },
    }),
  ],
};

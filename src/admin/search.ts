import { workflows } from '../domain/workflows';
import { searchKinds } from '../domain/searches/search';
import { inspectSearches, rearmSearch } from '../usecases/searches/operator-searches';
import { command, type CommandGroup } from './command';
import { argument, oneOf } from './inputs';
import { patientFacts, patientInputs, patientNamed } from './shared-inputs';

const uid = '01a1fa97-d2fe-79e9-86f6-0d78d0a0e74a';

/** `search …` */
export const searchCommands: CommandGroup = {
  name: 'search',
  summary: 'The searches of a patient: where they stand, why a partner refused, and the way on',
  commands: [
    command({
      name: 'show',
      summary: 'Show where each search of a patient stands and why it was refused last',
      inputs: patientInputs,
      examples: [`search show ${uid}`, 'search show case-17 --company acme --project intake-2026'],
      run: async ({ change }, values) => {
        const { patientUid, searches, runs } = await change('search.inspect', inner =>
          inspectSearches(inner, patientNamed(values)),
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
      inputs: patientInputs,
      examples: [`search runs ${uid}`, 'search runs case-17 --company acme --project intake-2026'],
      run: async ({ change }, values) => {
        const { runs } = await change('search.inspect', inner =>
          inspectSearches(inner, patientNamed(values)),
        );
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
        patient: patientInputs.patient,
        search: argument('SEARCH', 'the search', oneOf(searchKinds)),
        company: patientInputs.company,
        project: patientInputs.project,
      },
      examples: [
        `search rearm ${uid} ehrSearch`,
        'search rearm case-17 ehrSearch --company acme --project intake-2026',
      ],
      run: async ({ change }, { search, ...values }) => {
        const { project, patient, armed } = await change('search.rearm', inner =>
          rearmSearch(inner, patientNamed(values), search),
        );
        const { waitsFor } = armed;
        return {
          kind: 'done',
          sentence:
            waitsFor === null
              ? `${search} is re-armed; its gates are open, and it goes as soon as a partner takes it.`
              : `${search} is re-armed; it waits for: ${waitsFor}.`,
          facts: { ...patientFacts({ project, patient }), search, waitsFor },
        };
      },
    }),
  ],
};

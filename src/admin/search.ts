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
  summary: "Inspect a patient's searches, and re-arm rejected ones",
  commands: [
    command({
      name: 'show',
      summary: "Show the status of a patient's searches and the reason for the last rejection",
      inputs: patientInputs,
      examples: [`search show ${uid}`, 'search show case-17 --company acme --project intake-2026'],
      run: async ({ change }, values) => {
        const { patientUid, searches, runs } = await change('search.inspect', operatorChange =>
          inspectSearches(operatorChange, patientNamed(values)),
        );
        return {
          kind: 'list',
          headings: {
            search: 'Search',
            phase: 'Phase',
            waitsFor: 'Waits for',
            outcome: 'Last outcome',
            partner: 'Partner',
            refusals: 'Rejections',
            resendAt: 'Resend at',
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
          ifEmpty: 'This patient has no searches.',
        };
      },
    }),
    command({
      name: 'runs',
      summary: "List a patient's latest search runs and their results, newest first",
      inputs: patientInputs,
      examples: [`search runs ${uid}`, 'search runs case-17 --company acme --project intake-2026'],
      run: async ({ change }, values) => {
        const { runs } = await change('search.inspect', operatorChange =>
          inspectSearches(operatorChange, patientNamed(values)),
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
          ifEmpty: 'No search runs yet.',
        };
      },
    }),
    command({
      name: 'rearm',
      summary: "Re-arm a search that a partner rejected; it's sent again when nothing blocks it",
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
        const { project, patient, armed } = await change('search.rearm', operatorChange =>
          rearmSearch(operatorChange, patientNamed(values), search),
        );
        const { waitsFor } = armed;
        return {
          kind: 'done',
          sentence:
            waitsFor === null
              ? `Re-armed ${search}. Nothing blocks it; it's sent as soon as a partner accepts it.`
              : `Re-armed ${search}. It waits for: ${waitsFor}.`,
          facts: { ...patientFacts({ project, patient }), search, waitsFor },
        };
      },
    }),
  ],
};

import { workflows } from '../domain/workflows';
import { searchKinds } from '../domain/searches/search';
import { inspectSearches, rearmSearch } from '../usecases/searches/operator-searches';
import { inspectWithdrawals } from '../usecases/clinical-data/withdrawals';
import { judgeEarlierAnswers } from '../usecases/rosters/earlier-answers';
import { command, type CommandGroup } from './command';
import { argument, instant, oneOf, optional, required } from './inputs';
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
            state: 'State',
            message: 'Status',
            whoActs: 'Who acts',
            since: 'Since',
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
              state: search.progress.state,
              message: search.progress.says,
              reason: search.progress.reason,
              // The customer is "you" only in what customers read.
              whoActs: search.progress.whoActs === 'You' ? 'Customer' : search.progress.whoActs,
              since: search.progress.since,
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
    command({
      name: 'judge-earlier',
      summary: 'Judge answers from before 2026-11-26 by the current rules, once; withdraws what fails',
      inputs: {},
      examples: ['search judge-earlier'],
      loses: async () => ({
        id: 'judge-earlier',
        consequence:
          "Records of people who aren't proven to be the patient are withdrawn, and customers are notified.",
        wayBack: 'An operator can accept a held person at the desk.',
      }),
      run: async ({ db, change, openFiles }) => {
        const files = openFiles();
        try {
          const judged = await judgeEarlierAnswers({ db, files, change });
          const { accepted, withdrawn, unread, withoutFile } = judged;
          return {
            kind: 'done',
            sentence:
              `Judged ${accepted + withdrawn} answers: ${accepted} stay, ${withdrawn} had records ` +
              `withdrawn. Not judged: ${unread} that can't be read again, ${withoutFile} without a file.`,
            facts: { accepted, withdrawn, unread, withoutFile },
          };
        } finally {
          files.close();
        }
      },
    }),
    command({
      name: 'withdrawn',
      summary:
        'List patients whose records were withdrawn, and who may have seen them, for the privacy officer',
      inputs: {
        from: required('TIME', 'start of the period', instant),
        until: optional('TIME', 'end of the period; without it, now', instant),
      },
      examples: ['search withdrawn --from 2026-11-01', 'search withdrawn --from 2026-11-01 --json'],
      run: async ({ change }, period) => ({
        kind: 'list',
        headings: {
          companyId: 'Company',
          projectId: 'Project',
          patientId: 'Patient',
          reason: 'Reason',
          rows: 'Rows',
          shownFrom: 'Shown from',
          withdrawnAt: 'Withdrawn',
          seenBy: 'May have been seen by',
        },
        rows: (
          await change('search.listWithdrawn', operatorChange => inspectWithdrawals(operatorChange, period))
        ).map(({ seenBy, ...row }) => ({ ...row, seenBy: seenBy.join(', ') })),
        ifEmpty: 'No records were withdrawn in this period.',
      }),
    }),
  ],
};

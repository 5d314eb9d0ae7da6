import type { VerdictCounts } from '../domain/auth-checks/judge';
import { inspectFailingApprovals, rereadApprovals } from '../usecases/auth-checks/rereads';
import { inspectReviewQueue } from '../usecases/patients/operator-patients';
import { command, type CommandGroup } from './command';
import { wholeNumber, withDefault } from './inputs';
import { after, limit, onlyCompany, pageOf } from './shared-inputs';

/** Returns a summary of a document's analysis. The API has the whole analysis. */
export function analysisLine(counts: VerdictCounts | null): string {
  if (counts === null) return 'in progress';
  const { passed, warning, failed } = counts;
  return `${passed} passed, ${warning} to review, ${failed} failed`;
}

/** `review …` */
export const reviewCommands: CommandGroup = {
  name: 'review',
  summary: 'List authorizations that need review, in the live projects of all companies',
  commands: [
    command({
      name: 'list',
      summary: 'List patients whose document needs review, longest waiting first; IDs only',
      inputs: { company: onlyCompany, after, limit },
      examples: ['review list', 'review list --company acme --limit 20'],
      run: async ({ change }, { company, after, limit }) => {
        const read = await change('review.list', operatorChange =>
          inspectReviewQueue(operatorChange, { companyId: company, afterUid: after, limit: limit + 1 }),
        );
        const { rows, more } = pageOf(read, limit, ({ patientUid }) => patientUid);
        return {
          kind: 'list',
          headings: {
            company: 'Company',
            project: 'Project',
            uid: 'Patient',
            uploadedAt: 'Uploaded',
            analysis: 'Analysis',
            suggestedStatus: 'Suggested status',
            supporting: 'Supporting documents',
            version: 'Version',
          },
          rows: rows.map(found => ({
            company: found.companyId,
            project: found.projectId,
            patient: found.patientId,
            uid: found.patientUid,
            uploadedAt: found.uploadedAt,
            analysis: analysisLine(found.verdictCounts),
            suggestedStatus: found.suggestedStatus,
            supporting: found.supporting,
            version: found.version,
          })),
          ifEmpty: 'No authorizations need review.',
          more,
        };
      },
    }),
    command({
      name: 'reread',
      summary: 'Read approved authorizations again that an earlier version read; what fails is listed',
      inputs: { most: withDefault('N', 'the most to start now', wholeNumber(1, 100_000), 1000) },
      examples: ['review reread', 'review reread --most 200'],
      run: async ({ db, change }, { most }) => {
        const { started, isMore } = await rereadApprovals({ db, change }, most);
        return {
          kind: 'done',
          sentence:
            `Started reading ${started} approved authorizations again. ` +
            (isMore ? 'More are left: run it again later. ' : '') +
            'Approvals stay. Those that fail are at the desk and in `review failing`.',
          facts: { started, isMore },
        };
      },
    }),
    command({
      name: 'failing',
      summary: 'List approved authorizations that fail since they were read again; IDs only',
      inputs: { after, limit },
      examples: ['review failing', 'review failing --limit 20'],
      run: async ({ change }, { after: afterUid, limit: most }) => {
        const read = await change('review.listFailing', operatorChange =>
          inspectFailingApprovals(operatorChange, { after: afterUid, limit: most + 1 }),
        );
        const { rows, more } = pageOf(read, most, ({ patientUid }) => patientUid);
        return {
          kind: 'list',
          headings: {
            companyId: 'Company',
            projectId: 'Project',
            patientUid: 'Patient',
            readAgainAt: 'Read again',
            suggestedStatus: 'Suggested status',
            reason: 'Reason',
          },
          rows: rows.map(row => ({ ...row })),
          ifEmpty: 'No approved authorization fails.',
          more,
        };
      },
    }),
  ],
};

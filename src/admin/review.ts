import type { VerdictCounts } from '../domain/auth-checks/judge';
import { inspectReviewQueue } from '../usecases/patients/operator-patients';
import { command, type CommandGroup } from './command';
import { after, limit, onlyCompany, pageOf } from './shared-inputs';

/** Returns the summary of a document's analysis; the API has all of it. */
export function analysisLine(counts: VerdictCounts | null): string {
  if (counts === null) return 'under way';
  const { passed, warning, failed } = counts;
  return `${passed} passed, ${warning} to look at, ${failed} failed`;
}

/** `review …` */
export const reviewCommands: CommandGroup = {
  name: 'review',
  summary: 'Authorizations of live projects that wait for a decision, over all companies',
  commands: [
    command({
      name: 'list',
      summary: 'List the patients whose document waits for a decision, the longest waiting first; ids only',
      inputs: { company: onlyCompany, after, limit },
      examples: ['review list', 'review list --company acme --limit 20'],
      run: async ({ change }, { company, after, limit }) => {
        const read = await change('review.list', inner =>
          inspectReviewQueue(inner, { companyId: company, afterUid: after, limit: limit + 1 }),
        );
        const { rows, more } = pageOf(read, limit, ({ patientUid }) => patientUid);
        return {
          kind: 'list',
          headings: {
            company: 'Company',
            project: 'Project',
            uid: 'Patient',
            uploadedAt: 'Document of',
            analysis: 'Analysis',
            suggestedStatus: 'It suggests',
            supporting: 'Supporting',
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
          ifEmpty: 'No authorization waits for a decision.',
          more,
        };
      },
    }),
  ],
};

import { getOpenImport, inspectImports } from '../usecases/bulk-imports/bulk-imports';
import { endImportByHand } from '../usecases/bulk-imports/results';
import { command, type CommandGroup } from './command';
import { argument, uuid, wholeNumber, withDefault } from './inputs';
import { company } from './shared-inputs';

/** `bulk-import …` */
export const bulkImportCommands: CommandGroup = {
  name: 'bulk-import',
  summary: 'Inspect and end bulk imports of patients and record requests',
  commands: [
    command({
      name: 'list',
      summary: "List a company's latest bulk imports, newest first",
      inputs: { company, limit: withDefault('N', 'the number of imports', wholeNumber(1, 1_000), 50) },
      examples: ['bulk-import list --company acme --limit 20'],
      run: async ({ db }, { company, limit }) => ({
        kind: 'list',
        headings: {
          import: 'Import',
          kind: 'Type',
          status: 'Status',
          failure: 'Failure',
          rows: 'Rows',
          created: 'Created',
          updated: 'Updated',
          unchanged: 'Unchanged',
          failed: 'Failed',
          createdAt: 'Created at',
        },
        rows: (await inspectImports(db, company, limit)).map(found => ({
          import: found.uid,
          kind: found.kind,
          status: found.status,
          failure: found.failure,
          rows: found.rowCount,
          created: found.createdCount,
          updated: found.updatedCount,
          unchanged: found.unchangedCount,
          failed: found.failedCount,
          isDryRun: found.isDryRun,
          createdAt: found.createdAt,
          finishedAt: found.finishedAt,
        })),
        ifEmpty: 'No bulk imports yet.',
      }),
    }),
    command({
      name: 'end',
      summary: 'End a bulk import early; rows that are done stay done',
      inputs: { import: argument('ID', 'the bulk import', uuid), company },
      examples: ['bulk-import end 01a1fa97-cbfd-72da-9b40-09c034bab473 --company acme --yes'],
      loses: async ({ db }, { import: importUid, company }) => {
        const { uid } = await getOpenImport(db, company, importUid);
        return { id: uid, consequence: "The remaining rows aren't imported, and the file is deleted." };
      },
      run: async ({ openFiles, ...context }, { import: importUid, company }) => {
        const files = openFiles();
        try {
          await endImportByHand({ ...context, files }, context.principal, { companyId: company, importUid });
        } finally {
          files.close();
        }
        return {
          kind: 'done',
          sentence: `Ended bulk import ${importUid}.`,
          facts: { company, import: importUid },
        };
      },
    }),
  ],
};

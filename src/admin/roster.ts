import { rereadResults } from '../usecases/rosters/exchanged-files';
import { inspectRosterFiles } from '../usecases/rosters/exchanges';
import { command, type CommandGroup } from './command';
import { argument, required, text, wholeNumber, withDefault } from './inputs';

/** `roster …` */
export const rosterCommands: CommandGroup = {
  name: 'roster',
  summary: 'Inspect files exchanged with roster partners',
  commands: [
    command({
      name: 'files',
      summary: "List a partner's latest files and their results, newest first",
      inputs: {
        partner: argument('PARTNER', "the partner's name in SEARCH_PARTNERS", text(31)),
        limit: withDefault('N', 'the number of files', wholeNumber(1, 1_000), 50),
      },
      examples: ['roster files claimsnet --limit 20'],
      run: async ({ db }, { partner, limit }) => ({
        kind: 'list',
        headings: {
          fileName: 'File',
          direction: 'Direction',
          state: 'State',
          entries: 'Patients',
          applied: 'Applied',
          ignored: 'Ignored',
          fault: 'Fault',
          createdAt: 'Created',
        },
        rows: (await inspectRosterFiles(db, partner, limit)).map(file => ({
          file: file.uid,
          fileName: file.fileName,
          direction: file.direction,
          kind: file.kind,
          transmission: file.transmissionId,
          state: file.state,
          entries: file.entries,
          applied: file.applied,
          ignored: file.ignored,
          fault: file.fault,
          createdAt: file.createdAt,
        })),
        ifEmpty: 'No files were exchanged with this partner. Check its name in SEARCH_PARTNERS.',
      }),
    }),
    command({
      name: 'reread',
      summary: "Read a result file again after a fix, for patients whose part we couldn't read",
      inputs: { file: required('ID', "the file's ID, from `roster files PARTNER --json`", text(36)) },
      examples: ['roster reread --file 01a1fa97-d2fe-79e9-86f6-0d78d0a0e74a'],
      run: async ({ change }, { file }) => {
        await change('roster.reread', operatorChange => rereadResults(operatorChange, file));
        return { kind: 'done', sentence: `Reading ${file} again.`, facts: { file } };
      },
    }),
  ],
};

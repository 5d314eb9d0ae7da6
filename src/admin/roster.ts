import { inspectRosterFiles } from '../usecases/rosters/exchanges';
import { command, type CommandGroup } from './command';
import { argument, text, wholeNumber, withDefault } from './inputs';

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
  ],
};

import { inspectRosterFiles } from '../usecases/rosters/exchanges';
import { command, type CommandGroup } from './command';
import { argument, text, wholeNumber, withDefault } from './inputs';

/** `roster …` */
export const rosterCommands: CommandGroup = {
  name: 'roster',
  summary: 'The files exchanged with partners that take rosters',
  commands: [
    command({
      name: 'files',
      summary: 'List the latest files of a partner, newest first, with what became of each',
      inputs: {
        partner: argument('PARTNER', 'the partner, by its name in SEARCH_PARTNERS', text(31)),
        limit: withDefault('N', 'how many', wholeNumber(1, 1_000), 50),
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
          createdAt: 'Since',
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
        ifEmpty: 'No file was exchanged with a partner of this name.',
      }),
    }),
  ],
};

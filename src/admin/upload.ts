import { adoptRestoredUploads, type AdoptedUploads } from '../usecases/uploads';
import { command, type CommandGroup } from './command';

/** `upload …` */
export const uploadCommands: CommandGroup = {
  name: 'upload',
  summary: 'The documents in the object store',
  commands: [
    command({
      name: 'adopt-restored',
      summary:
        'After a restore that wrote the objects anew: take their times, so that nobody is reviewed again',
      inputs: {},
      examples: ['upload adopt-restored'],
      run: async ({ change, openFiles, terminal }) => {
        const files = openFiles();
        let seen: AdoptedUploads = { objects: 0, documents: 0 };
        try {
          for await (seen of adoptRestoredUploads(work => change('upload.adoptRestored', work), files))
            terminal.stderr.write(`Objects looked at: ${seen.objects}.\n`);
        } finally {
          files.close();
        }
        return {
          kind: 'done',
          sentence:
            `Documents whose time was another: ${seen.documents}. Nothing else of a patient has ` +
            'changed.',
          facts: { ...seen },
        };
      },
    }),
  ],
};

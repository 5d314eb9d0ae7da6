import { adoptRestoredUploads, type AdoptedUploads } from '../usecases/uploads';
import { command, type CommandGroup } from './command';

/** `upload …` */
export const uploadCommands: CommandGroup = {
  name: 'upload',
  summary: 'Manage documents in the object store',
  commands: [
    command({
      name: 'adopt-restored',
      summary: 'Adopt the new object times after a restore, so that no document is reviewed twice',
      inputs: {},
      examples: ['upload adopt-restored'],
      run: async ({ change, openFiles, terminal }) => {
        const files = openFiles();
        let progress: AdoptedUploads = { objects: 0, documents: 0 };
        try {
          for await (progress of adoptRestoredUploads(work => change('upload.adoptRestored', work), files))
            terminal.stderr.write(`Objects checked: ${progress.objects}.\n`);
        } finally {
          files.close();
        }
        return {
          kind: 'done',
          sentence: `Documents with a new time: ${progress.documents}. No other patient data was changed.`,
          facts: { ...progress },
        };
      },
    }),
  ],
};

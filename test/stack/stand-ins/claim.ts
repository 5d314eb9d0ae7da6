/** Claims a state folder when it reads a line, prints the result, and runs until it is killed. */
import { createInterface } from 'node:readline';
import { claimStateFolder } from '../../../stack/run/folder-claim';
import { identify } from '../../../stack/run/process-identity';
import { stateFolderAt } from '../../../stack/run/state-folder';

console.log('here');
createInterface({ input: process.stdin }).on('line', () => {
  try {
    const self = identify(process.pid);
    if (self === undefined) throw new Error('This process is unknown.');
    claimStateFolder(stateFolderAt(process.argv[2] ?? ''), self);
    console.log('claimed');
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error));
  }
});

/**
 * A separate process that surveys a generated file with so many rows, and prints the process's peak memory
 * (bytes, resident). The file is generated as it is read, so it never exists as a whole.
 */
import { Readable } from 'node:stream';
import { surveyed } from './surveyed';

const header = 'id,firstName,lastNames,dateOfBirth,city,notes\n';

/** Returns a file of rows of about 450 bytes, in pieces of 64 KiB like the object store's. */
function file(rowCount: number, onBytes: (bytes: number) => void): Readable {
  function* pieces(): Generator<Buffer> {
    let piece = header;
    for (let row = 0; row < rowCount; row += 1) {
      piece += `p-${row},Jane,"Doe; Smith",1984-02-29,Salem,"${'n'.repeat(400)}"\n`;
      if (piece.length < 65_536) continue;
      onBytes(piece.length);
      yield Buffer.from(piece);
      piece = '';
    }
    onBytes(piece.length);
    yield Buffer.from(piece);
  }
  return Readable.from(pieces(), { objectMode: true });
}

async function main(rowCount: number): Promise<void> {
  let bytes = 0;
  const survey = await surveyed(
    'patients',
    file(rowCount, length => {
      bytes += length;
    }),
  );
  if (survey.kind === 'unreadable') throw new Error(survey.failure);
  const peak = process.resourceUsage().maxRSS * 1024;
  process.stdout.write(JSON.stringify({ rowCount: survey.rowCount, bytes, peak }));
}

void main(Number(process.argv[2]));

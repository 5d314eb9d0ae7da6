/** Signs a PDF as signing services do: PKCS #7, detached, over all bytes except the signature itself. */
import type { CalendarDate } from '../../src/domain/clinical/calendar-date';
import { askWorker } from './ask-worker';
import { signatureRoom } from './draw-form';
import type { Person } from './people';

/**
 * Fills in the signature that `drawForm` reserved space for. The key is created for this signature and
 * discarded, so only these files' bytes differ from run to run.
 */
export async function signDocument(
  pdf: Uint8Array,
  { firstName, lastName }: Person,
  on: CalendarDate,
): Promise<Uint8Array> {
  const bytes = Buffer.from(pdf);
  const contents = bytes.indexOf(`<${'0'.repeat(64)}`);
  const end = contents + 2 + signatureRoom * 2;
  const range = bytes.indexOf('/ByteRange [ 0 9999999999');
  const rangeEnd = bytes.indexOf(']', range) + 1;
  if (contents < 0 || range < 0) throw new Error('the form has no space for a signature');
  const words = `/ByteRange [ 0 ${contents} ${end} ${bytes.length - end} ]`;
  bytes.write(words.padEnd(rangeEnd - range), range, 'latin1');
  const content = new Uint8Array(Buffer.concat([bytes.subarray(0, contents), bytes.subarray(end)]));
  const signature = await askWorker<Uint8Array>('sign-worker.mts', {
    content,
    name: `${firstName} ${lastName}`,
    at: new Date(`${on}T15:00:00Z`),
  });
  bytes.write(Buffer.from(signature).toString('hex'), contents + 1, 'latin1');
  return new Uint8Array(bytes);
}

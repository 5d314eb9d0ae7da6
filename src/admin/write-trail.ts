import { open, rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { AuditEvent } from '../store/audit';
import { OperatorError } from '../usecases/operator-error';

/** How rows become text. */
export type TrailFormat = 'ndjson' | 'csv';

const columns: ReadonlyArray<keyof AuditEvent> = [
  'uid',
  'occurredAt',
  'companyUid',
  'actorKind',
  'actorUid',
  'actorName',
  'keyUid',
  'event',
  'resourceKind',
  'resourceUid',
  'outcome',
  'problem',
  'reason',
  'requestId',
];

async function* jsonLines(events: AsyncIterable<AuditEvent>): AsyncGenerator<string> {
  for await (const event of events) yield `${JSON.stringify(event)}\n`;
}

async function stream(
  events: AsyncIterable<AuditEvent>,
  format: TrailFormat,
  target: Writable,
  options: { readonly end: boolean },
): Promise<void> {
  if (format === 'ndjson') {
    await pipeline(Readable.from(jsonLines(events)), target, options);
    return;
  }
  // A request id is the caller's to choose: a cell that a spreadsheet would run as a formula gets a quote mark.
  const toCsv = stringify({
    header: true,
    columns: [...columns],
    escape_formulas: true,
    cast: { date: value => value.toISOString() },
  });
  await pipeline(Readable.from(events), toCsv, target, options);
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

/**
 * Writes rows to a new file (mode 0600), or to standard output, which stays open. A file whose writing failed is
 * removed: half a trail must not be taken for the whole.
 * @returns how many rows there were
 * @throws OperatorError when the file is there already or cannot be made
 */
export async function writeTrail(
  events: AsyncIterable<AuditEvent>,
  format: TrailFormat,
  file: string | undefined,
  standardOutput: Writable,
): Promise<number> {
  let rowCount = 0;
  const counted = async function* (): AsyncGenerator<AuditEvent> {
    for await (const event of events) {
      rowCount += 1;
      yield event;
    }
  };
  if (file === undefined) {
    await stream(counted(), format, standardOutput, { end: false });
    return rowCount;
  }
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw new OperatorError(
      hasCode(error, 'EEXIST')
        ? 'That file is there already: choose another name.'
        : 'That file cannot be made: look at the folder and its permissions.',
      { cause: error },
    );
  });
  try {
    await stream(counted(), format, handle.createWriteStream(), { end: true });
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return rowCount;
}

import pino from 'pino';
import { describeError } from './describe-error';

/** The text fields of a log line: our own ids, or words of a fixed set. */
const textFields = [
  'requestId',
  'errorId',
  'operation',
  'problem',
  'method',
  'companyUid',
  'keyUid',
  'workflowId',
  'workflowType',
  'runId',
  'activity',
  'taskQueue',
  'commandUid',
  'eventUid',
  'eventType',
  'deliveryUid',
  'endpointUid',
  'outcome',
  'reason',
  'operator',
  'namespace',
  'signal',
  'step',
  'version',
] as const;
const numberFields = ['status', 'durationMs', 'attempt', 'count', 'port'] as const;
const logFields = [...textFields, ...numberFields, 'error'] as const;

/**
 * Every field that a log line may have. Fields not listed here are dropped at run time as well, so that a
 * spread object can't bring a patient into the log. No field may contain a URL, a body, a header, or a name.
 */
type LogFields = {
  readonly [Name in (typeof logFields)[number]]?: Name extends (typeof numberFields)[number]
    ? number
    : Name extends (typeof textFields)[number]
      ? string
      : unknown;
};

const allowed: ReadonlySet<string> = new Set(logFields);

/** A structured log. Messages are fixed sentences; what varies goes into fields. */
export interface Log {
  readonly debug: (message: string, fields?: LogFields) => void;
  readonly info: (message: string, fields?: LogFields) => void;
  readonly warn: (message: string, fields?: LogFields) => void;
  readonly error: (message: string, fields?: LogFields) => void;
}

/** Keeps the allowed fields; of an error its type, code, and frames, no quoted value. */
function allowFields(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => allowed.has(name))
      .map(([name, value]: [string, unknown]) => [name, name === 'error' ? describeError(value) : value]),
  );
}

/** Creates the log of a process: JSON lines on standard output, or to `destination`. */
export function createLog(
  options: { readonly level: string; readonly process: string },
  destination?: { write: (line: string) => void },
): Log {
  const base = { process: options.process };
  const settings: pino.LoggerOptions = {
    level: options.level,
    base,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: label => ({ level: label }) },
  };
  const logger = destination === undefined ? pino(settings) : pino(settings, destination);
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields: LogFields = {}): void => {
      if (logger.isLevelEnabled(level)) logger[level](allowFields(fields), message);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

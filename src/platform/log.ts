import pino from 'pino';
import { describeError } from './describe-error';

/**
 * Every field a log line may have. A field that is not on this list is dropped at run time as well, so that a
 * patient cannot enter the log by a spread object. No field may hold a URL, a body, a header or a name.
 */
export interface LogFields {
  readonly requestId?: string;
  readonly errorId?: string;
  readonly operation?: string;
  readonly problem?: string;
  readonly method?: string;
  readonly status?: number;
  readonly durationMs?: number;
  readonly companyUid?: string;
  readonly keyUid?: string;
  readonly workflowId?: string;
  readonly workflowType?: string;
  readonly runId?: string;
  readonly activity?: string;
  readonly attempt?: number;
  readonly taskQueue?: string;
  readonly commandUid?: string;
  readonly eventUid?: string;
  readonly eventType?: string;
  readonly deliveryUid?: string;
  readonly endpointUid?: string;
  readonly outcome?: string;
  readonly reason?: string;
  readonly count?: number;
  readonly operator?: string;
  readonly namespace?: string;
  readonly port?: number;
  readonly signal?: string;
  readonly step?: string;
  readonly version?: string;
  /** Described by `describeError`: type, code and frames, no quoted value. */
  readonly error?: unknown;
}

const allowed: ReadonlySet<string> = new Set<keyof LogFields>([
  'requestId',
  'errorId',
  'operation',
  'problem',
  'method',
  'status',
  'durationMs',
  'companyUid',
  'keyUid',
  'workflowId',
  'workflowType',
  'runId',
  'activity',
  'attempt',
  'taskQueue',
  'commandUid',
  'eventUid',
  'eventType',
  'deliveryUid',
  'endpointUid',
  'outcome',
  'reason',
  'count',
  'operator',
  'namespace',
  'port',
  'signal',
  'step',
  'version',
  'error',
]);

/** A structured log; messages are fixed sentences, what varies goes into fields. */
export interface Log {
  readonly debug: (message: string, fields?: LogFields) => void;
  readonly info: (message: string, fields?: LogFields) => void;
  readonly warn: (message: string, fields?: LogFields) => void;
  readonly error: (message: string, fields?: LogFields) => void;
}

/** Keeps the fields that may be logged and describes an error. */
export function allowFields(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => allowed.has(name))
      .map(([name, value]: [string, unknown]) => [name, name === 'error' ? describeError(value) : value]),
  );
}

/** Creates the log of a process: JSON lines on standard output, or into `destination`. */
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

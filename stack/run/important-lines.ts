/** Selects and formats the lines of a child process that the terminal shows. Its log has all of them. */

/** pino's level numbers. */
const levels: Readonly<Record<number, string>> = { 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };
const standardFields: ReadonlySet<string> = new Set([
  'level',
  'time',
  'msg',
  'pid',
  'hostname',
  'name',
  'process',
]);

/** Formats a field. Errors are shortened to type, code, and message; their frames are in the log. */
function brief(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || !('type' in value)) return JSON.stringify(value);
  const texts = ['type', 'code', 'message'].map((name): unknown => Reflect.get(value, name));
  return JSON.stringify(texts.filter(text => typeof text === 'string').join(' '));
}

function structured(line: string): { shown: string | undefined } | undefined {
  if (!line.startsWith('{')) return undefined;
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof entry !== 'object' || entry === null || !('level' in entry)) return undefined;
  const level = typeof entry.level === 'number' ? levels[entry.level] : String(entry.level);
  if (level === undefined || level === 'debug' || level === 'trace') return { shown: undefined };
  const message = 'msg' in entry ? String(entry.msg) : '';
  const fields = Object.entries(entry)
    .filter(([name]) => !standardFields.has(name))
    .map(([name, value]) => `${name}=${brief(value)}`);
  return { shown: [level === 'info' ? '' : `${level}:`, message, ...fields].filter(Boolean).join(' ') };
}

/** The lines of services that are shown. Our own processes are shown completely. */
const notable: Readonly<Record<string, RegExp>> = {
  // Every readiness check makes it log that it's still starting up.
  postgres: /\b(WARNING|ERROR|FATAL|PANIC): (?!.*the database system is (starting up|not yet accepting))/,
  temporal: /\blevel=(WARN|ERROR|FATAL)\b|\b(panic|error):/i,
  // A client that disconnects and an API that restarts aren't problems of the store.
  seaweedfs: /^([EF]\d{4} (?!.*(truncated request body|client aborted|webhook))|panic:|fatal error:)/,
};

/** Returns the line to show; undefined if it isn't important. */
export function importantLine(child: string, line: string): string | undefined {
  const entry = structured(line);
  if (entry !== undefined) return entry.shown;
  const pattern = notable[child];
  return line.trim() === '' || (pattern !== undefined && !pattern.test(line)) ? undefined : line;
}

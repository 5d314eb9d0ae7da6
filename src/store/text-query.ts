import type pg from 'pg';

/** A row as PostgreSQL writes it: the text of each value, in their order. */
export type TextRow = ReadonlyArray<string | null>;

/** A statement with its values, in PostgreSQL’s own placeholders. */
export interface TextStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The plan that a connection keeps of a statement. */
interface KeptPlan {
  readonly name: string;
  /** Whether the connection has it; else it is made first. */
  readonly isMade: boolean;
}

function elementText(value: unknown): string {
  const text = valueText(value);
  return text === null ? 'NULL' : `"${text.replaceAll(/["\\]/g, escaped => `\\${escaped}`)}"`;
}

/** A value as PostgreSQL reads it, whatever its type. @throws TypeError for what is no text, number, boolean or list of them */
function valueText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return `{${value.map(elementText).join(',')}}`;
  throw new TypeError('a statement has a value that is neither a text nor a number nor a list');
}

/** The elements of a list of uids, as PostgreSQL writes it. */
export function uidsIn(text: string): readonly string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',');
}

/** Called once: with the rows, or with what went wrong. */
type Callback = (error: Error | null) => void;

/**
 * A statement whose answer is read as texts, in pg’s form of a query of one’s own (https://node-postgres.com, Submittable;
 * the methods are called by its client). Nothing is asked about the columns: whoever compiled the statement knows them, and
 * to describe and parse them takes a sixth of the processor time that a small answer takes here.
 */
export class TextQuery implements pg.Submittable {
  readonly rows: TextRow[] = [];
  /** By these two the client remembers which plans its connection has. */
  readonly name: string | undefined;
  readonly text: string;
  private readonly values: Array<string | null>;
  private readonly isMade: boolean;

  constructor(
    { text, values }: TextStatement,
    plan: KeptPlan | undefined,
    /** The client puts its time limit around it. */
    public callback: Callback,
  ) {
    this.text = text;
    this.values = values.map(valueText);
    this.name = plan?.name;
    this.isMade = plan?.isMade ?? false;
  }

  /** Sends everything at once. */
  submit(connection: pg.Connection): void {
    const { name = '', text, values, isMade } = this;
    connection.stream.cork();
    try {
      if (!isMade) connection.parse({ name, text, types: [] }, true);
      connection.bind({ statement: name, values }, true);
      connection.execute({}, true);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  handleDataRow({ fields }: { readonly fields: TextRow }): void {
    this.rows.push(fields);
  }

  handleCommandComplete(): void {
    // That the connection is ready again follows, and tells the same.
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleError(error: Error): void {
    this.callback(error);
  }
}

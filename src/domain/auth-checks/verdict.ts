import type { Box, ReadValue, HowRead } from './extraction';

/** How a check came out. */
export type VerdictStatus = 'passed' | 'warning' | 'failed';

/** Where on the document a verdict rests, in the document's own words. */
export interface Evidence extends Partial<HowRead> {
  /** From 1. */
  readonly page: number;
  readonly box: Box;
  readonly text: string;
  /** The supporting document that it stands on; absent: the authorization itself. */
  readonly document?: string;
}

/** A place on the authorization, or on the supporting document that is named. */
export type Placed = ReadValue & Pick<Evidence, 'document'>;

/** What one check found. */
export interface Verdict<Code extends string = string> {
  readonly status: VerdictStatus;
  /** Stable, for programs. */
  readonly code: Code;
  /** For people; never a value of the patient's. */
  readonly message: string;
  /** The paragraph that asks for it; on every failure. */
  readonly rule: string | null;
  /** What to do; on every failure. */
  readonly remedy: string | null;
  readonly evidence: readonly Evidence[];
}

/** What is said of one outcome of a check. */
export interface Outcome {
  readonly status: VerdictStatus;
  readonly message: string;
  readonly rule?: string;
  readonly remedy?: string;
}

/** The evidence that places on a document make; those that are not there make none. */
export function evidenceOf(...found: ReadonlyArray<Placed | null>): Evidence[] {
  return found.flatMap(entry =>
    entry === null
      ? []
      : [
          {
            page: entry.page,
            box: entry.box,
            text: entry.text,
            ...(entry.how === undefined ? {} : { how: entry.how, confidence: entry.confidence ?? null }),
            ...(entry.document === undefined ? {} : { document: entry.document }),
          },
        ],
  );
}

/** Makes verdicts of a table of outcomes. */
export function verdicts<Code extends string>(outcomes: Readonly<Record<Code, Outcome>>) {
  return (code: Code, ...found: ReadonlyArray<Placed | null>): Verdict<Code> => {
    const { status, message, rule, remedy } = outcomes[code];
    return {
      status,
      code,
      message,
      rule: rule ?? null,
      remedy: remedy ?? null,
      evidence: evidenceOf(...found),
    };
  };
}

import type { Box, ReadValue, HowRead } from './extraction';

/** The result of a check. */
export type VerdictStatus = 'passed' | 'warning' | 'failed';

/** Where on the document a verdict is based, in the document's own words. */
export interface Evidence extends Partial<HowRead> {
  /** From 1. */
  readonly page: number;
  readonly box: Box;
  readonly text: string;
  /** The supporting document that it is on; absent for the authorization itself. */
  readonly document?: string;
}

/** A place on the authorization, or on the named supporting document. */
export type Placed = ReadValue & Pick<Evidence, 'document'>;

/** The finding of one check. */
export interface Verdict<Code extends string = string> {
  readonly status: VerdictStatus;
  /** Stable, for programs. */
  readonly code: Code;
  /** For people; never a value of the patient's. */
  readonly message: string;
  /** The regulation that requires it; set on every failure. */
  readonly rule: string | null;
  /** What to do; set on every failure. */
  readonly remedy: string | null;
  readonly evidence: readonly Evidence[];
}

/** The texts for one outcome of a check. */
export interface Outcome {
  readonly status: VerdictStatus;
  readonly message: string;
  readonly rule?: string;
  readonly remedy?: string;
}

/** Returns the evidence for places on a document, skipping missing ones. */
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

/** The outcomes of a check, by code. */
export type Outcomes = Readonly<Record<string, Outcome>>;

/** The codes of a check's outcomes that didn't pass. */
export type FindingCode<Own extends Outcomes> = {
  [Code in keyof Own & string]: Own[Code]['status'] extends 'passed' ? never : Code;
}[keyof Own & string];

/** Returns a maker of verdicts from a table of outcomes, with the table. */
export function verdicts<const Own extends Outcomes>(outcomes: Own) {
  type Code = keyof Own & string;
  const table: Readonly<Record<Code, Outcome>> = outcomes;
  const make = (code: Code, ...found: ReadonlyArray<Placed | null>): Verdict<Code> => {
    const { status, message, rule, remedy } = table[code];
    return {
      status,
      code,
      message,
      rule: rule ?? null,
      remedy: remedy ?? null,
      evidence: evidenceOf(...found),
    };
  };
  return Object.assign(make, { outcomes });
}

import { InvalidArgumentError } from 'commander';
import { isRealDate } from '../domain/clinical/calendar-date';
import { isUuid } from '../domain/text';

/** An input of a command: a positional argument, an option with a value, or a switch. */
export interface Input<T> {
  readonly place: 'argument' | 'option' | 'switch';
  /** The value's placeholder in the help; empty for a switch. */
  readonly placeholder: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** The allowed values, if there is a fixed set. */
  readonly choices?: readonly string[] | undefined;
  /**
   * Parses one argument. If an option is repeated, `previous` is the result so far.
   * @throws InvalidArgumentError with the rule
   */
  read(this: void, text: string, previous: T | undefined): T;
  /** The default. */
  readonly absent: T | undefined;
}

/** The inputs of a command by name; `allProjects` is typed `--all-projects`. */
export type Inputs = Readonly<Record<string, Input<unknown>>>;

/** The values that a command's `run` receives. */
export type ValuesOf<I extends Inputs> = { readonly [K in keyof I]: I[K] extends Input<infer T> ? T : never };

/** Parses an argument. @throws InvalidArgumentError with the rule */
export interface Reader<T> {
  (text: string): T;
  /** The allowed values, for the help. */
  readonly choices?: readonly string[];
}

function described(description: string, reader: Reader<unknown>): string {
  return reader.choices === undefined ? description : `${description} (${reader.choices.join(', ')})`;
}

function input<T>(
  place: Input<T>['place'],
  placeholder: string,
  description: string,
  reader: Reader<T>,
  isRequired: boolean,
): Input<T> {
  const read = (text: string): T => reader(text);
  return {
    place,
    placeholder,
    description: described(description, reader),
    isRequired,
    choices: reader.choices,
    read,
    absent: undefined,
  };
}

/** Defines the positional subject of a command. */
export function argument<T>(placeholder: string, description: string, reader: Reader<T>): Input<T> {
  return input('argument', placeholder, description, reader, true);
}

/** Defines a required option. */
export function required<T>(placeholder: string, description: string, reader: Reader<T>): Input<T> {
  return input('option', placeholder, description, reader, true);
}

/** Defines an optional option. */
export function optional<T>(
  placeholder: string,
  description: string,
  reader: Reader<T>,
): Input<T | undefined> {
  return input<T | undefined>('option', placeholder, description, reader, false);
}

/** Defines an optional option with a default. */
export function withDefault<T extends string | number>(
  placeholder: string,
  description: string,
  reader: Reader<T>,
  absent: T,
): Input<T> {
  const option = input('option', placeholder, description, reader, false);
  return { ...option, description: `${option.description} (default: ${absent})`, absent };
}

/** Defines a repeatable option. */
export function repeated<T>(
  placeholder: string,
  description: string,
  reader: Reader<T>,
): Input<readonly T[]> {
  return {
    place: 'option',
    placeholder,
    description: `${described(description, reader)}; repeatable`,
    isRequired: false,
    choices: reader.choices,
    read: (text, previous) => [...(previous ?? []), reader(text)],
    absent: [],
  };
}

/** Defines an option without a value. */
export function toggle(description: string): Input<boolean> {
  return {
    place: 'switch',
    placeholder: '',
    description,
    isRequired: false,
    read: () => true,
    absent: false,
  };
}

/** Returns a reader of texts of 1 to `lengthMax` characters without control characters. */
export function text(lengthMax: number): Reader<string> {
  return typed => {
    const trimmed = typed.trim();
    if (trimmed === '' || trimmed.length > lengthMax || /\p{Cc}/u.test(trimmed) || !trimmed.isWellFormed())
      throw new InvalidArgumentError(`It must be 1 to ${lengthMax} characters, without control characters.`);
    return trimmed;
  };
}

/** Reads an ID that the service assigned. */
export const uuid: Reader<string> = typed => {
  if (!isUuid(typed))
    throw new InvalidArgumentError('It must be an ID such as 01a1fa97-cbfd-72da-9b40-09c034bab473.');
  return typed.toLowerCase();
};

/** Returns a reader of one of these choices. */
export function oneOf<const T extends string>(choices: readonly T[]): Reader<T> {
  const read = (typed: string): T => {
    const found = choices.find(choice => choice === typed);
    if (found === undefined) throw new InvalidArgumentError(`It must be one of ${choices.join(', ')}.`);
    return found;
  };
  return Object.assign(read, { choices });
}

/** Returns a reader of whole numbers from `min` to `max`. */
export function wholeNumber(min: number, max: number): Reader<number> {
  return typed => {
    const value = /^\d{1,9}$/.test(typed) ? Number(typed) : NaN;
    if (!(value >= min && value <= max))
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return value;
  };
}

const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Reads a time with an offset (`2026-11-01T00:00:00Z`), or a date, which means midnight UTC. */
export const instant: Reader<Date> = typed => {
  const at = datePattern.test(typed)
    ? new Date(`${typed}T00:00:00Z`)
    : instantPattern.test(typed)
      ? new Date(typed)
      : new Date(NaN);
  if (Number.isNaN(at.getTime()) || !isRealDate(typed.slice(0, 10)))
    throw new InvalidArgumentError(
      'It must be a date (2026-11-01) or a time with an offset (2026-11-01T08:30:00Z).',
    );
  return at;
};

/** Reads a calendar date that exists. */
export const calendarDate: Reader<string> = typed => {
  if (!isRealDate(typed))
    throw new InvalidArgumentError('It must be a date that exists, such as 2014-05-01.');
  return typed;
};

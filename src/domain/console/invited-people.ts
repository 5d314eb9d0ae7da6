/** The people that a member invites with one form, as typed or pasted: one per line. */
import { isEmailAddress } from './session';

/** The most people that one form invites. */
export const invitedAtOnceMax = 50;
/** The most characters of an invited person's name. */
export const invitedNameMax = 200;

/** A person in such a list. */
export interface ListedPerson {
  /** The line, without white space around it. */
  readonly line: string;
  readonly email: string;
  readonly name: string;
  /** What is wrong with the line; `undefined` if the person can be invited. */
  readonly fault: string | undefined;
}

// As a mail client copies it, and as people type it.
const patterns = [/^(?<name>[^<>]*)<(?<email>[^<>]*)>[\s,;]*$/u, /^(?<email>\S*?)[\s,;]+(?<name>.*)$/u];

function personIn(line: string): Omit<ListedPerson, 'fault'> {
  const found = patterns.map(pattern => pattern.exec(line)?.groups).find(groups => groups !== undefined);
  const { email = line, name = '' } = found ?? {};
  const bare = name.replaceAll(/\s+/gu, ' ').replaceAll(/^[\s"',;]+|[\s"',;]+$/gu, '');
  return { line, email: email.trim(), name: bare };
}

function faultOf(
  { email, name }: Omit<ListedPerson, 'fault'>,
  before: ReadonlySet<string>,
): string | undefined {
  if (!isEmailAddress(email)) return "This isn't an e-mail address.";
  if (before.has(email.toLowerCase())) return 'This address is in the list twice.';
  if (name === '') return 'Enter a name after the address.';
  if (name.length > invitedNameMax) return `Enter a name with at most ${invitedNameMax} characters.`;
  return undefined;
}

/** Returns the people of a list, in order. Empty lines don't count. */
export function peopleIn(text: string): readonly ListedPerson[] {
  const before = new Set<string>();
  return text
    .split(/\r\n|\r|\n/u)
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(line => {
      const person = personIn(line);
      const fault = faultOf(person, before);
      before.add(person.email.toLowerCase());
      return { ...person, fault };
    });
}

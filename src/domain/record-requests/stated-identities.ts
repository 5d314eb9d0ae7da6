/**
 * Finds whose pages a returned file has: the names and birth dates that its pages state as the patient's
 * (REQUEST-34).
 */
import { birthDatesIn } from './written-birth-date';

/** A page of a returned file as text. Cells of a line are two spaces or more apart. */
export interface ChartPage {
  /** From 1. */
  readonly number: number;
  readonly lines: readonly string[];
  /** Whether it was recognized in an image, where single letters may be wrong. */
  readonly isRecognized: boolean;
}

/** A person whom a page states as the patient. */
export interface StatedIdentity {
  readonly page: number;
  readonly isRecognized: boolean;
  /** As written; `null` if only a birth date is stated. */
  readonly name: string | null;
  /** A two-digit year leaves two possible dates; empty if none is stated. */
  readonly birthDates: readonly string[];
  /** Whether a label says that it is the patient's name, rather than its place on the page. */
  readonly isLabeled: boolean;
}

type FieldKind = 'patient' | 'name' | 'birthDate' | 'end';

interface Field {
  readonly kind: FieldKind;
  readonly line: number;
  readonly from: number;
  readonly text: string;
  readonly isOthers: boolean;
}

// cspell:disable
const labels: ReadonlyArray<readonly [FieldKind, string]> = [
  [
    'patient',
    String.raw`patient(?:['’]?s)? +(?:full +|legal +)?name|name +of +(?:the +)?patient|pt\.? +name|resident(?:['’]?s)? +name|client +name|nombre +del +paciente`,
  ],
  ['patient', String.raw`(?:patient|pt|resident|paciente)(?= *: | {2,}|$| *:$)`],
  [
    'birthDate',
    String.raw`date +of +birth|birth ?date|d\. ?o\. ?b\.?|dob|born(?: +on)?|fecha +de +nacimiento`,
  ],
  ['name', String.raw`(?:full +|legal +)?name(?= *: | {2,}|$| *:$)|nombre(?= *: | {2,}|$| *:$)`],
  [
    'end',
    String.raw`mrn|medical +record|account|acct|sex|gender|age|phone|address|ssn|visit|admi(?:t|ssion)|encounter|discharged?|date|page|room|provider|physician|attending|pcp|location|dept|department|race|language|marital|insurance|id|csn|fin|printed|report|status|service|specimen|collected|ordered|chart|facility|patient +id`,
  ],
];
const labelPattern = new RegExp(
  labels
    .map(([, source], index) => String.raw`(?<k${index}>(?<![\p{L}\d])(?:${source})(?![\p{L}\d]))`)
    .join('|'),
  'giu',
);

/** People and places that a page names besides the patient. */
const others =
  /\b(?:guarantor|subscriber|insured|policy ?holder|emergency|contact|mother|father|parent|guardian|spouse|husband|wife|partner|son|daughter|sibling|brother|sister|child|baby|newborn|infant|next of kin|kin|relative|relation|employer|responsible|provider|physician|doctor|attending|referring|ordering|surgeon|nurse|technician|facility|hospital|pharmacy|clinic|practice|insurance|plan|payer|payor|company|representative|agent|witness|recipient|requester|requested|user|author|signed|signature|interpreter|donor|proxy|attorney|caregiver|staff|drug|medication|test|procedure|file|madre|padre|garante|contacto|m[eé]dico|file)\b/iu;
// cspell:enable
const titles =
  /\b(?:M\.?D|D\.?O|R\.?N|N\.?P|P\.?A(?:-C)?|L\.?P\.?N|Ph\.?D|D\.?D\.?S|APRN|FNP|PharmD|Dr)\b\.?/u;
const notNames =
  /^(?:a|an|and|are|as|at|be|been|by|can|care|complains|consent|copy|date|denies|does|education|encounter|for|from|given|had|has|have|he|health|here|history|if|in|information|instructions|is|label|may|medical|name|no|not|notes?|of|on|or|patient|portal|presents|record|records|refused|report|reports|requests?|response|rights|said|seen|services?|she|signature|states?|status|summary|that|the|this|to|tolerated|unknown|verbalized|was|were|who|will|with|you|your|identification|identifier|access|type|account|number|confidential|demographics|center|hospital|clinic|inc|llc|department|visit|chart|discharge|admission|relationship)$/iu;
const stateCode =
  /^(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])$/u;
const word = String.raw`[\p{Lu}][\p{L}'’-]*\.?`;
const nameShape = new RegExp(
  String.raw`^${word}(?: ${word}){0,5}$|^${word}(?: ${word}){0,2}, ?${word}(?: ${word}){0,3}$`,
  'u',
);
/** A section about someone else ends at the latest after so many lines. */
const sectionLines = 8;
/** How far from a name its birth date may be. */
const linesBelow = 3;

/** Returns a name that a value starts with; `undefined` if it starts with something else. */
function nameIn(value: string): string | undefined {
  const [cell = ''] = value.replace(/^[\s:#.–-]+/u, '').split(/ {2,}|[\d(|;·•/\\[]/u);
  const name = cell
    .replaceAll('^', ' ')
    .replaceAll(/ +/gu, ' ')
    .replace(/[\s,:.–-]+$/u, '');
  const words = name.split(/[ ,]+/u);
  if (words.length < 2 || name.length > 80 || !nameShape.test(name)) return undefined;
  if (words.some(each => notNames.test(each)) || others.test(name) || titles.test(name)) return undefined;
  const given = /, ?(\S+)$/u.exec(name)?.[1];
  return given !== undefined && stateCode.test(given) ? undefined : name;
}

/** Returns which lines belong to a section about someone else. */
function othersLines(lines: readonly string[]): ReadonlySet<number> {
  const marked = new Set<number>();
  lines.forEach((line, at) => {
    const isHeading = !line.includes(':') && line.trim().split(/\s+/u).length <= 5 && !/\d/u.test(line);
    if (!isHeading || !others.test(line) || /\bpatient\b/iu.test(line)) return;
    for (let below = at + 1; below <= at + sectionLines && below < lines.length; below += 1) {
      if (/\bpatient\b|\bdemographics\b/iu.test(lines[below] ?? '')) break;
      marked.add(below);
    }
  });
  return marked;
}

/** Returns the labeled fields of a line. A field's text reaches to the next label. */
function fieldsOf(line: string, at: number, isOthersSection: boolean): Field[] {
  const found = [...line.matchAll(labelPattern)];
  return found.flatMap((match, index): Field[] => {
    const groups = match.groups ?? {};
    const own = labels.findIndex((_, number) => groups[`k${number}`] !== undefined);
    const kind = labels[own]?.[0] ?? 'end';
    const from = match.index;
    const text = line.slice(from + match[0].length, found[index + 1]?.index ?? line.length);
    // "Emergency Contact Name" and "Mother's date of birth" have their owner in front, in the same cell.
    const before =
      line
        .slice(0, from)
        .split(/ {2,}|[:;|]/u)
        .at(-1) ?? '';
    const isOthers = others.test(before) || (isOthersSection && kind !== 'patient');
    return [{ kind, line: at, from, text, isOthers }];
  });
}

/** Returns the fields of a row of labels from the row of values below it. */
function fieldsBelow(line: string, next: string | undefined, at: number): Field[] {
  const cells = line.trim().split(/ {2,}/u);
  const values = next?.trim().split(/ {2,}/u) ?? [];
  if (cells.length < 2 || cells.length !== values.length) return [];
  const kinds = cells.map(cell => {
    const [match] = cell.matchAll(labelPattern);
    if (match?.index !== 0 || match[0].length < cell.replace(/ *:$/u, '').length) return undefined;
    return labels.find((_, number) => match.groups?.[`k${number}`] !== undefined)?.[0];
  });
  return kinds.flatMap((kind, index) =>
    kind === undefined
      ? []
      : [{ kind, line: at, from: index, text: ` ${values[index] ?? ''}`, isOthers: false }],
  );
}

interface Named {
  readonly line: number;
  readonly from: number;
  readonly name: string;
  readonly isLabeled: boolean;
}

/** Returns the names in front of a birth date, or in the line above it, as page headers have them. */
function headerNames(lines: readonly string[], births: readonly Field[]): Named[] {
  return births.flatMap(({ line, from }) => {
    const before = (lines[line] ?? '').slice(0, from).replace(/[\s·|,(-]+$/u, '');
    const inLine = before.split(/ {2,}| [|·] /u).map(cell => [line, cell] as const);
    const above = (lines[line - 1] ?? '').split(/ {2,}| [|·] /u).map(cell => [line - 1, cell] as const);
    const isHeader = (name: string, at: number): boolean => at === line || name.includes(',');
    return [...inLine, ...above].flatMap(([at, cell]) => {
      const name = nameIn(cell);
      return name === undefined || others.test(lines[at] ?? '') || !isHeader(name, at)
        ? []
        : [{ line: at, from: 0, name, isLabeled: false }];
    });
  });
}

function namesOf(lines: readonly string[], fields: readonly Field[], births: readonly Field[]): Named[] {
  const labeled = fields.flatMap(({ kind, line, from, text, isOthers }): Named[] => {
    if (isOthers || (kind !== 'patient' && kind !== 'name')) return [];
    const isEmpty = text.replaceAll(/[\s:_.]/gu, '') === '';
    const name = nameIn(text) ?? (isEmpty ? nameIn(lines[line + 1] ?? '') : undefined);
    if (name === undefined) return [];
    // A bare "Name:" is the patient's only next to a birth date.
    const isNearBirth = births.some(birth => Math.abs(birth.line - line) <= linesBelow);
    return kind === 'patient' || isNearBirth ? [{ line, from, name, isLabeled: kind === 'patient' }] : [];
  });
  const seen = new Set(labeled.map(({ name }) => name));
  return [...labeled, ...headerNames(lines, births).filter(({ name }) => !seen.has(name))];
}

/** Returns the birth date of a name: behind it in its line, otherwise the nearest below or above. */
function birthOf(
  { line, from }: Named,
  births: readonly Field[],
  names: readonly Named[],
): Field | undefined {
  const distance = (field: Field): number =>
    field.line === line
      ? field.from >= from
        ? 0
        : 0.5
      : Math.abs(field.line - line) + (field.line < line ? 1 : 0);
  const [nearest] = births
    .filter(field => distance(field) <= linesBelow)
    .toSorted((a, b) => distance(a) - distance(b));
  // Another name is nearer: a table of several people.
  const isOfAnother =
    nearest !== undefined &&
    names.some(other => other.line !== line && nearest.line !== line && other.line === nearest.line);
  return isOfAnother ? undefined : nearest;
}

/** Returns whom a page states as the patient. Providers, guarantors, and relatives don't count. */
export function statedOnPage({ number: page, lines, isRecognized }: ChartPage): StatedIdentity[] {
  const sections = othersLines(lines);
  const fields = lines.flatMap((line, at) => {
    const below = fieldsBelow(line, lines[at + 1], at);
    return below.length > 0 ? below : fieldsOf(line, at, sections.has(at));
  });
  const dated = (field: Field): readonly string[] => {
    const own = birthDatesIn(field.text.slice(0, 40), isRecognized);
    const isEmpty = field.text.replaceAll(/[\s:_./]/gu, '') === '';
    return own.length === 0 && isEmpty
      ? birthDatesIn((lines[field.line + 1] ?? '').slice(0, 40), isRecognized)
      : own;
  };
  const births = fields.filter(
    field => field.kind === 'birthDate' && !field.isOthers && dated(field).length > 0,
  );
  const names = namesOf(lines, fields, births);
  const used = new Set<Field>();
  const identities = names.map((named): StatedIdentity => {
    const birth = birthOf(named, births, names);
    if (birth !== undefined) used.add(birth);
    const birthDates = birth === undefined ? [] : dated(birth);
    return { page, isRecognized, name: named.name, birthDates, isLabeled: named.isLabeled };
  });
  const alone = births
    .filter(birth => !used.has(birth))
    .map(birth => ({ page, isRecognized, name: null, birthDates: dated(birth), isLabeled: false }));
  return [...identities, ...alone];
}

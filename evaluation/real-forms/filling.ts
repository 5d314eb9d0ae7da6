/** What someone writes, marks, and signs on a described form, and what is then true of it. */
import type { SensitiveCategory } from '../../src/domain/auth-checks/extraction';
import type { CalendarDate } from '../../src/domain/clinical/calendar-date';
import type { RandomStream } from '../../src/sandbox/random-stream';
import { valueNames, type ValueName } from '../forms/make-case';
import { facilities, inventPerson, purposes, recipients, streets, towns, type Person } from '../forms/people';
import type { Description, Place } from './description';
import { anotherFiller } from './fills';
import { pickDateStyle, signedOnFor, writeDate, type DateStyle } from './typed-dates';

/** How a form is filled in. */
export const realStates = ['signed', 'unsigned', 'expired', 'missing', 'blank'] as const;

/** How a form is filled in. */
export type RealState = (typeof realStates)[number];

/** An element that a form without it must not pass. */
export type MissingElement = 'patientName' | 'patientDateOfBirth' | 'signatureDate';

/** Something written on a form. */
export interface Writing {
  readonly place: Place;
  readonly kind: 'text' | 'mark' | 'signature' | 'initials';
  /** The words; empty for a mark and a signature. */
  readonly text: string;
  /** Shorter ways of writing the same. */
  readonly shorter: readonly string[];
}

type Values = Readonly<Record<ValueName, { readonly text: string; readonly isPrinted: boolean } | null>>;

/** A filled form before it's drawn. */
export interface RealFilling {
  readonly person: Person;
  readonly signedOn: CalendarDate;
  readonly writings: readonly Writing[];
  readonly values: Values;
  readonly missing: MissingElement | null;
  /** The sensitive categories that the signer releases, by marks or by a printed sentence. */
  readonly released: readonly SensitiveCategory[];
}

type Elements = Description['elements'];
type NameElement = NonNullable<Elements['patientName']>[number];
type DateElement = NonNullable<Elements['birthDate']>[number];

class FormWriter {
  readonly writings: Writing[] = [];
  readonly values = new Map<ValueName, { text: string; isPrinted: boolean }>();

  constructor(
    private readonly stream: RandomStream,
    private readonly style: DateStyle,
    private readonly isLoud = false,
  ) {}

  text(place: Place | null | undefined, text: string, shorter: readonly string[] = []): boolean {
    if (place === null || place === undefined || text === '') return false;
    const written = this.isLoud ? text.toUpperCase() : text;
    this.writings.push({ place, kind: 'text', text: written, shorter });
    return true;
  }

  mark(place: Place): void {
    const kind = place.mark === 'initials' ? 'initials' : 'mark';
    this.writings.push({ place, kind, text: '', shorter: [] });
  }

  sign(place: Place): void {
    this.writings.push({ place, kind: 'signature', text: '', shorter: [] });
  }

  name(element: NameElement, { firstName, middleInitial, lastName }: Person, hasMiddle: boolean): void {
    const { whole, order, first, middle, last } = element;
    const initial = hasMiddle ? middleInitial : '';
    this.text(first, firstName);
    this.text(middle, initial);
    this.text(last, lastName);
    const full =
      order === 'last-first'
        ? `${lastName}, ${firstName}${initial === '' ? '' : ` ${initial}`}`
        : [firstName, ...(initial === '' ? [] : [initial]), lastName].join(' ');
    this.text(whole, full);
  }

  date({ whole, month, day, year }: DateElement, date: CalendarDate): string {
    const { text, shorter, parts } = writeDate(date, this.style);
    this.text(whole, text, shorter);
    this.text(month, parts.month);
    this.text(day, parts.day);
    this.text(year, year?.digits === 2 ? parts.year.slice(2) : parts.year, [parts.year.slice(2)]);
    return text;
  }

  value(name: ValueName, text: string, isPrinted = false): void {
    this.values.set(name, { text, isPrinted });
  }

  party(name: 'disclosingParty' | 'recipient', party: Elements['discloser'], names: readonly string[]): void {
    if (party === null) return;
    const { printed, options } = party;
    const option = options === null ? undefined : this.stream.pick(options);
    if (option !== undefined) this.mark(option);
    const isWritten = option === undefined && party.name !== null;
    const text = this.stream.pick(names);
    if (isWritten) {
      const [street, town] = [this.stream.pick(streets), this.stream.pick(towns)];
      this.text(party.name, text);
      this.text(party.address, party.cityStateZip === null ? `${street}, ${town}` : street, [street]);
      this.text(party.cityStateZip, town);
      this.text(party.phone, this.phone());
      this.text(party.fax, this.phone());
    }
    const value = isWritten ? text : (option?.label ?? printed);
    if (value !== null) this.value(name, value, !isWritten && option === undefined);
  }

  phone(): string {
    return `617-555-${this.stream.int(1000, 9999)}`;
  }
}

function fillTerms(
  { elements: { datesOfService, expiration, purpose } }: Description,
  writer: FormWriter,
  stream: RandomStream,
  expiresOn: CalendarDate | null,
): void {
  if (purpose !== null) {
    const options = (purpose.options ?? []).filter(({ means }) => means !== 'other');
    const text = stream.pick(purposes.en);
    if (options.length > 0) {
      const option = stream.pick(options);
      writer.mark(option);
      writer.value('purpose', option.label);
    } else if (writer.text(purpose.text, text)) writer.value('purpose', text);
    else if (purpose.printed !== null) writer.value('purpose', purpose.printed, true);
  }
  if (datesOfService !== null) {
    const { whole, from, to, options } = datesOfService;
    const all = options?.find(({ means }) => means === 'all');
    const dates = options?.find(({ means }) => means === 'dates');
    const text = stream.pick(['01/01/2019 - 06/30/2025', '2015 to present', 'All dates']);
    if (all !== undefined && (stream.chance(0.5) || (from === null && whole === null))) {
      writer.mark(all);
      writer.value('datesOfService', all.label);
    } else if (from !== null) {
      if (dates !== undefined) writer.mark(dates);
      const texts = [
        writer.date(from, `2019-0${stream.int(1, 9)}-11`),
        ...(to === null ? [] : [writer.date(to, `2025-0${stream.int(1, 9)}-24`)]),
      ];
      writer.value('datesOfService', texts.join(' '));
    } else if (writer.text(whole, text)) {
      if (dates !== undefined) writer.mark(dates);
      writer.value('datesOfService', text);
    }
  }
  if (expiration === null) return;
  const { date, event, options, printed } = expiration;
  const option = (means: string) => options?.find(mark => mark.means === means);
  const isEvent = event !== null && expiresOn === null && (date === null || stream.chance(0.4));
  const term = option('term');
  if (isEvent) {
    const text = stream.pick([
      'End of treatment',
      'When my case is closed',
      'One year from date of signature',
    ]);
    if (writer.text(event, text, ['One year'])) writer.value('expiration', text);
    const mark = option('event');
    if (mark !== undefined) writer.mark(mark);
  } else if (date !== null) {
    writer.value('expiration', writer.date(date, expiresOn ?? `2027-0${stream.int(1, 9)}-15`));
    const mark = option('date');
    if (mark !== undefined) writer.mark(mark);
  } else if (term !== undefined) {
    writer.mark(term);
    writer.value('expiration', term.label);
  } else if (printed !== null) writer.value('expiration', printed, true);
}

function fillRecords(
  { elements: { records, sensitive, direction }, printed }: Description,
  writer: FormWriter,
  stream: RandomStream,
): SensitiveCategory[] {
  const way =
    direction?.find(({ means }) => means === 'release') ?? direction?.find(({ means }) => means === 'both');
  if (way !== undefined) writer.mark(way);
  const options = records?.options ?? [];
  const everything = options.find(({ means }) => means === 'everything');
  const kinds = options.filter(({ means }) => means === 'kind');
  if (everything !== undefined && (stream.chance(0.4) || kinds.length === 0)) writer.mark(everything);
  else kinds.filter((_kind, index) => index === 0 || stream.chance(0.3)).forEach(kind => writer.mark(kind));
  if (options.length === 0) writer.text(records?.text, 'All office notes, laboratory and imaging reports');
  const released = new Set<SensitiveCategory>(printed.releases);
  for (const category of new Set((sensitive ?? []).map(mark => mark.category))) {
    const own = (sensitive ?? []).filter(mark => mark.category === category);
    const isReleased = stream.chance(0.5);
    const mark = own.find(({ effect }) => effect === (isReleased ? 'release' : 'withhold'));
    if (mark !== undefined) writer.mark(mark);
    if (mark !== undefined && isReleased) released.add(category);
    if (mark !== undefined && !isReleased) released.delete(category);
  }
  return [...released];
}

function fillDetails(
  { elements: { patientDetails } }: Description,
  writer: FormWriter,
  stream: RandomStream,
) {
  const [street, town] = [stream.pick(streets), stream.pick(towns)];
  const [city = '', state = '', zip = ''] = town.split(/,? (?=[A-Z]{2}\b|\d)/);
  for (const detail of patientDetails ?? []) {
    const texts: Partial<Record<(typeof detail)['what'], string>> = {
      address: street,
      city,
      state,
      zip,
      'city-state-zip': town,
      'full-address': `${street}, ${town}`,
      phone: writer.phone(),
      email: 'patient@example.com',
      ssn: `900-55-${stream.int(1000, 9999)}`,
      'ssn-last-4': String(stream.int(1000, 9999)),
      'record-number': String(stream.int(100_000, 999_999)),
    };
    writer.text(detail, texts[detail.what] ?? '');
  }
}

/**
 * Returns what a person fills in, or `null` if the state makes no sense for the form: nothing expires on it,
 * or it has no element to leave out.
 */
export function fillReal(
  description: Description,
  state: RealState,
  stream: RandomStream,
  fill = 0,
): RealFilling | null {
  const { elements, language } = description;
  const words = language === 'es' ? 'es' : 'en';
  const filler = fill === 0 ? undefined : anotherFiller(stream, words);
  const person = filler?.person ?? inventPerson(stream, words);
  const { signedOn, expiresOn } = signedOnFor(elements.expiration, state, stream);
  if (state === 'expired' && expiresOn === undefined) return null;
  const blanks: readonly MissingElement[] = [
    ...(elements.patientName === null ? [] : (['patientName'] as const)),
    ...(elements.birthDate === null ? [] : (['patientDateOfBirth'] as const)),
    ...(elements.signatureDate === null ? [] : (['signatureDate'] as const)),
  ];
  const picked = stream.int(0, Math.max(0, blanks.length - 1));
  const missing = state === 'missing' ? (blanks[picked] ?? null) : null;
  if (state === 'missing' && missing === null) return null;
  const writer = new FormWriter(stream, filler?.dateStyle ?? pickDateStyle(stream), filler?.isLoud);
  const hasMiddle = stream.chance(0.3);
  let released: readonly SensitiveCategory[] = description.printed.releases;
  if (state !== 'blank') {
    if (missing !== 'patientName') {
      for (const name of elements.patientName ?? []) writer.name(name, person, hasMiddle);
      for (const name of elements.signerName ?? []) writer.name(name, person, hasMiddle);
      if (elements.patientName !== null)
        writer.value('patientName', `${person.firstName} ${person.lastName}`);
      if (elements.signerName !== null) writer.value('signerName', `${person.firstName} ${person.lastName}`);
    }
    if (missing !== 'patientDateOfBirth' && elements.birthDate !== null) {
      for (const date of elements.birthDate) writer.date(date, person.dateOfBirth);
      writer.value('patientDateOfBirth', person.dateOfBirth);
    }
    fillDetails(description, writer, stream);
    writer.party('disclosingParty', elements.discloser, facilities[words]);
    writer.party('recipient', elements.recipient, recipients[words]);
    released = fillRecords(description, writer, stream);
    fillTerms(description, writer, stream, expiresOn ?? null);
    const self = elements.signerCapacity?.find(({ means }) => means === 'patient');
    if (self !== undefined) writer.mark(self);
    for (const place of elements.initials ?? [])
      writer.writings.push({ place, kind: 'initials', text: '', shorter: [] });
    // Some people date a form and forget to sign it.
    const isDated = missing !== 'signatureDate' && !(state === 'unsigned' && stream.chance(0.5));
    if (isDated && elements.signatureDate !== null) {
      for (const date of elements.signatureDate) writer.date(date, signedOn);
      writer.value('signatureDate', signedOn);
    }
    if (state !== 'unsigned') for (const place of elements.patientSignature ?? []) writer.sign(place);
  } else printedValues(elements, writer);
  const values = Object.fromEntries(
    valueNames.map(name => [name, writer.values.get(name) ?? null]),
  ) as Values;
  return { person, signedOn, writings: writer.writings, values, missing, released };
}

/** A blank form has only what is printed on it. */
function printedValues(elements: Elements, writer: FormWriter): void {
  const { discloser, recipient, purpose, expiration } = elements;
  const printed = { disclosingParty: discloser, recipient, purpose, expiration } as const;
  for (const name of ['disclosingParty', 'recipient', 'purpose', 'expiration'] as const) {
    const text = printed[name]?.printed ?? null;
    if (text !== null) writer.value(name, text, true);
  }
}

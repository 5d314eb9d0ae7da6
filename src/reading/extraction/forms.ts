/**
 * The forms in a file. A file can contain the forms of several people, in any order, with other papers
 * between them. What one form says never completes another.
 */
import type { AuthorizationData, FormReading } from '../../domain/auth-checks/extraction';
import { flatten } from '../../domain/auth-checks/flat-text';
import { isSamePerson, personOf, type NamedPerson } from '../../domain/auth-checks/named-person';
import type { DocumentLayout, PageLayout } from '../document-layout';
import { classify } from './classify';
import { findLabels } from './find-field';
import { fieldRules } from './form-fields';
import { findRevokingSentences } from './revoked';
import { findSignatureRows, isCounting, pageLinesOf } from './signature-rows';
import { segmentsOf, type Segment } from './text-segments';

/** Reads the form on some pages. */
export type ReadForm = (layout: DocumentLayout) => AuthorizationData;

/** What a page says about the form that it belongs to. */
interface FormPage {
  readonly page: PageLayout;
  /** The page, read alone. */
  readonly data: AuthorizationData;
  readonly person: NamedPerson;
  /** Its own words, to recognize another copy of the same printed page. */
  readonly words: ReadonlySet<string>;
  readonly asksWho: boolean;
  readonly asksForSignature: boolean;
  /** Whether it begins a form: a title, and words that authorize. */
  readonly opens: boolean;
  /** Whether it has all the parts of a form. */
  readonly isWhole: boolean;
  /** Whether its printed number says that it continues the page before. */
  readonly continues: boolean;
  /** Whether it is another kind of paper, such as a power of attorney. */
  readonly isOtherPaper: boolean;
  /** Whether it only revokes a form, which may be anywhere in the file. */
  readonly isRevocation: boolean;
}

/** The pages of a form that is being put together. */
interface OpenForm {
  readonly pages: FormPage[];
}

const titleWords =
  /\b(?:authori[sz]ation|authori[sz]e|release of|permission to|consent (?:to|for)|request for|hipaa|autorizaci[óo]n|revocation|revocaci[óo]n)\b/i;
const authorizingWords =
  /\b(?:authori[sz](?:e|es)|give (?:my )?permission|request that|i direct|hereby consent|revoke|autorizo|doy permiso)\b/i;
const revocationTitle =
  /^\W*(?:(?:notice|request) (?:of|for) )?(?:revocation|revocaci[óo]n|cancellation|withdrawal)\b/i;
const continuation = /\b(?:page|p[áa]gina) ?([2-9]|1\d|2[0-5]) ?(?:of|de|\/) ?\d{1,2}\b/i;
/** How many of a page's first lines can be its title. */
const titleLines = 10;
/** Two copies of one printed page share at least this much of their words. */
const copyShare = 0.75;

function alone(layout: DocumentLayout, page: PageLayout): DocumentLayout {
  return { ...layout, pages: [page] };
}

function wordsOf(segments: readonly Segment[]): ReadonlySet<string> {
  return new Set(segments.flatMap(({ text }) => flatten(text).match(/\p{L}{3,}/gu) ?? []));
}

/** Whether a page is another kind of paper: by its title, or by its words if it doesn't ask for a patient. */
function isPaper(segments: readonly Segment[], asksForPatient: boolean): boolean {
  const own = asksForPatient ? segments.slice(0, titleLines) : segments;
  return classify(own.map(({ text }) => text).join('\n')) !== null;
}

function describe(layout: DocumentLayout, page: PageLayout, read: ReadForm): FormPage {
  const segments = segmentsOf(page);
  const text = segments.map(segment => segment.text).join('\n');
  const plain = segments.map(segment => ({ ...segment, text: segment.text.replaceAll(/_{2,}/g, ' ') }));
  const has = (name: 'patientName' | 'patientDateOfBirth' | 'recipient'): boolean =>
    findLabels(plain, fieldRules[name]).length > 0;
  const asksWho = has('patientName') || has('patientDateOfBirth');
  const asksForSignature = findSignatureRows(pageLinesOf(alone(layout, page), segments)).some(isCounting);
  const hasTitle = segments.slice(0, titleLines).some(segment => titleWords.test(segment.text));
  const opens = hasTitle && authorizingWords.test(text);
  const data = read(alone(layout, page));
  return {
    page,
    data,
    person: personOf(data),
    words: wordsOf(segments),
    asksWho,
    asksForSignature,
    opens,
    isWhole: opens && asksWho && asksForSignature && has('recipient'),
    continues: continuation.test(text),
    isOtherPaper: isPaper(segments, has('patientName') && has('patientDateOfBirth')),
    isRevocation:
      segments.slice(0, titleLines).some(segment => revocationTitle.test(segment.text)) &&
      findRevokingSentences(alone(layout, page), segments).length > 0,
  };
}

function isCopy(a: FormPage, b: FormPage): boolean {
  const common = [...a.words].filter(word => b.words.has(word)).length;
  return a.words.size > 30 && common / Math.max(a.words.size, b.words.size) >= copyShare;
}

function asks(form: OpenForm, part: 'asksWho' | 'asksForSignature' | 'opens'): boolean {
  return form.pages.some(page => page[part]);
}

/** Whether a page names a different person than a form does. */
function isOfAnother(form: OpenForm, { person }: FormPage): boolean {
  return form.pages.some(page => isSamePerson(page.person, person) === false);
}

function namesSame(form: OpenForm, { person }: FormPage): boolean {
  return form.pages.some(page => isSamePerson(page.person, person) === true);
}

/** Whether a page begins another form, although it doesn't name another person. */
function beginsAnother(form: OpenForm, page: FormPage): boolean {
  if (page.continues) return false;
  if (form.pages.some(earlier => isCopy(earlier, page))) return true;
  const isComplete = asks(form, 'opens') && asks(form, 'asksWho') && asks(form, 'asksForSignature');
  if (isComplete) return page.isWhole;
  // The second page of a form repeats the name. A whole form without a name could be anyone's.
  return page.isWhole && asks(form, 'asksWho') && !namesSame(form, page);
}

function isNameOnly({ opens, asksForSignature }: FormPage): boolean {
  return !opens && !asksForSignature;
}

function layoutOf(layout: DocumentLayout, pages: readonly FormPage[]): DocumentLayout {
  return { ...layout, pages: pages.map(({ page }) => page) };
}

/** Puts a revocation to the form of the person that it names, or else to the form before it. */
function addRevocation(forms: OpenForm[], page: FormPage): void {
  const before = forms.findLast(form => (form.pages[0]?.page.number ?? 0) < page.page.number) ?? forms[0];
  const own = forms.find(form => namesSame(form, page)) ?? before;
  if (own === undefined || isOfAnother(own, page)) forms.push({ pages: [page] });
  else own.pages.push(page);
}

/** Puts each page to the form that it belongs to, in the order of the file. */
function gather(pages: readonly FormPage[]): readonly OpenForm[] {
  const forms: OpenForm[] = [];
  const open = (page: FormPage): void => {
    forms.push({ pages: [page] });
  };
  for (const page of pages) {
    const last = forms.at(-1);
    // A page that only shows a name, such as an identity card, belongs to no form.
    if (isNameOnly(page) && last !== undefined && isOfAnother(last, page)) continue;
    if (last === undefined) open(page);
    else if (isOfAnother(last, page)) {
      const own = forms.find(form => namesSame(form, page) && !isOfAnother(form, page));
      if (own === undefined || page.isWhole) open(page);
      else own.pages.push(page);
    } else if (beginsAnother(last, page)) open(page);
    else last.pages.push(page);
  }
  return forms;
}

/**
 * Returns the forms in a document, each read separately, in the order of their first pages. Pages of other
 * papers (a power of attorney, an identity card) belong to none of them; without any form, all pages are one.
 */
export function formsOf(layout: DocumentLayout, read: ReadForm): readonly [FormReading, ...FormReading[]] {
  const whole = (): FormReading => ({ pages: layout.pages.map(({ number }) => number), data: read(layout) });
  if (layout.pages.length < 2) return [whole()];
  const pages = layout.pages.map(page => describe(layout, page, read));
  const papers = pages.filter(({ isOtherPaper }) => !isOtherPaper);
  const forms = [...gather(papers.filter(({ isRevocation }) => !isRevocation))];
  for (const page of papers.filter(({ isRevocation }) => isRevocation)) addRevocation(forms, page);
  const [first, ...others] = forms.filter(
    form => asks(form, 'opens') || asks(form, 'asksWho') || asks(form, 'asksForSignature'),
  );
  if (first === undefined) return [whole()];
  const reading = ({ pages: own }: OpenForm): FormReading => {
    const inOrder = own.toSorted((a, b) => a.page.number - b.page.number);
    const pages = inOrder.map(({ page }) => page.number);
    const [only] = inOrder;
    const isOne = only !== undefined && inOrder.length === 1;
    return { pages, data: isOne ? only.data : read(layoutOf(layout, inOrder)) };
  };
  return [reading(first), ...others.map(reading)];
}

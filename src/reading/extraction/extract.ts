import type {
  AuthorizationData,
  DocumentType,
  Extraction,
  Found,
  FoundDate,
  ReadValue,
  Revoked,
  SignatureFound,
} from '../../domain/auth-checks/extraction';
import { flatten } from '../../domain/auth-checks/flat-text';
import { findDate } from '../../domain/auth-checks/stated-date';
import type { DocumentLayout } from '../document-layout';
import { findBirthDate } from './birth-date';
import { findDatesOfService } from './dates-of-service';
import { findExpiration } from './expirations';
import { findLabels, findValue } from './find-field';
import { anyLabel, fieldRules, type FieldName } from './form-fields';
import { formsOf } from './forms';
import { withoutGlue } from './glued-words';
import { withHowRead } from './how-read';
import { legibilityOf } from './legibility';
import { mendLabels } from './misread-labels';
import { findDateBeside } from './nearby-values';
import { findParties } from './parties';
import { findPatientName } from './patient-name';
import { findPurpose } from './purposes';
import { findCheckedAnswer } from './questions';
import { findRevokingSentences, findRevokingWords, isBelow, type RevokingWords } from './revoked';
import { findSensitive } from './sensitive-categories';
import { runningText } from './sentences';
import { findSignature, isSigned } from './signature';
import { dateOf, relationshipOf, signerNameOf } from './signature-details';
import { findSignatureRows, isCounting, pageLinesOf, type SignatureRow } from './signature-rows';
import type { PageLines } from './signing-places';
import { sheetsOf } from './sheet';
import { findStatement } from './statements';
import { bottomOf, cut, segmentsOfDocument, textOfDocument, type Segment } from './text-segments';
import { boxState } from './tick-boxes';
import { withTypedLines } from './typed-lines';

const latestBirthYear = 2060;

/** Words about health information, in any kind of form that releases it. */
const healthWords =
  /\b(?:health information|medical (?:record|information)s?|health records?|protected health|health ?care (?:information|records?)|medical (?:history|charts?)|phi|treatment records|authorization to (?:communicate|release|disclose) (?:\w+ )?information|informaci[óo]n (?:m[ée]dica|de salud)|expedientes? m[ée]dicos?)/;
/** What a patient's own request and a consent say instead of "authorization". */
const requestWords =
  /\brequest(?:ing|s)? (?:for |to |a |an |of )*(?:access|cop(?:y|ies)|inspect|obtain|release|transfer|medical records?|health (?:information|records?)|protected health)|\b(?:release|disclosure|exchange|transfer) of (?:\w+ ){0,3}(?:information|records?)|\bconsent (?:for|to) (?:\w+ ){0,3}(?:release|disclos\w+|share|exchange)|\bsolicitud de (?:acceso|copias?|expedientes?)/;

/** @param isSigned whether the patient signs the document, which a bill and a letter don't ask for */
function typeOf(flat: string, isSigned: boolean): DocumentType {
  const isHitech =
    /\bhitech\b.{0,120}\b(?:direct|directive|request)\b|\brequest under .{0,20}164\.524 ?\(c\) ?\(3\)|\bi (?:hereby )?direct (?:you|the)\b.{0,200}(?:\b17935 ?\(e\)|164\.524 ?\(c\) ?\(3\))|(?:\b17935 ?\(e\)|164\.524 ?\(c\) ?\(3\)).{0,200}\bi (?:hereby )?direct\b|third[- ]party directive/.test(
      flat,
    );
  if (isHitech) return 'hitechDirective';
  const isAuthorization =
    /\bauthoriz(?:e|ation|es)\b|\bpermission to (?:share|give|release|disclose)\b|\bautoriz(?:o|a|aci[óo]n)\b|\bpermiso para\b/.test(
      flat,
    ) && healthWords.test(flat);
  if (/\bconsent\b.{0,80}\b(?:substance use|alcohol|part 2)\b/.test(flat.slice(0, 600)) && !isAuthorization)
    return 'part2Consent';
  if (/\bnotice of privacy practices\b/.test(flat.slice(0, 400)) && !/\bi (?:hereby )?authorize\b/.test(flat))
    return 'noticeOfPrivacyPractices';
  const isRequest = isSigned && requestWords.test(flat) && healthWords.test(flat);
  return isAuthorization || isRequest ? 'hipaaAuthorization' : 'unknown';
}

/** A form has fewer boxes. */
const itemsMax = 100;

const describedItems =
  /\b(?:complete (?:medical |health )?records?|entire (?:medical |health )?record|medical records?|billing (?:records?|statements?)|itemized (?:bill|statement)|imaging|x-?rays?|radiology|laborator(?:y|ies)|lab (?:results?|reports?)|progress notes?|discharge summar(?:y|ies)|history and physical|operative reports?|immunizations?|emergency (?:department|room) records?|consultations?|patholog(?:y|ies)|any and all (?:medical |health )?(?:records?|information)|all (?:my )?(?:medical |health )?(?:records|information))\b/i;

function informationOf(
  layout: DocumentLayout,
  segments: readonly Segment[],
): AuthorizationData['information'] {
  const mentions = segments
    .filter(({ text }) => describedItems.test(text))
    .slice(0, itemsMax)
    .map(segment => ({ segment, state: boxState(layout, segments, segment) }));
  const hasBoxes = mentions.some(({ state }) => state !== undefined);
  const isMeant = hasBoxes
    ? mentions.filter(({ state }) => state === true)
    : mentions.filter(
        ({ segment: { text } }) => !/\bauthorization\b.{0,30}\b(?:use|disclosure|release)\b/i.test(text),
      );
  const items = isMeant
    .slice(0, 20)
    .map(({ segment: { text, page, box } }) => withHowRead(layout, { text: cut(text, 200), page, box }));
  return {
    items,
    isUnclear:
      items.length === 0 &&
      mentions.some(({ segment }) =>
        layout.pages.some(({ number, source }) => number === segment.page && source === 'recognition'),
      ),
    isEverything: items.some(({ text }) => /\b(?:complete|entire|any and all|all)\b/i.test(text)),
  };
}

/** Finds what revokes a form: words, a signed revocation, or a crossed-out signature. */
function findRevoked(
  layout: DocumentLayout,
  segments: readonly Segment[],
  pages: readonly PageLines[],
  rows: readonly SignatureRow[],
  { isCrossedOut, place }: SignatureFound,
): Revoked | null {
  if (isCrossedOut === true && place !== null) return { by: 'crossedOut', ...place };
  const rowsBelow = (words: RevokingWords): SignatureRow[] =>
    rows.filter(({ label }) => isBelow(words, label));
  const signed = findRevokingSentences(layout, segments)
    .flatMap(rowsBelow)
    .find(row => isSigned(pages, row));
  if (signed !== undefined) return { by: 'signedRevocation', page: signed.label.page, box: signed.label.box };
  return findRevokingWords(layout, segments, words => rowsBelow(words).length > 0);
}

/** Reads one form from the pages that belong to it. */
function readForm(layout: DocumentLayout): AuthorizationData {
  const printed = segmentsOfDocument(layout);
  const text = textOfDocument(printed);
  const segments = mendLabels(layout, printed);
  const flat = flatten(text);
  const pages = pageLinesOf(layout, segments);
  const rows = findSignatureRows(pages);
  const { signature, row } = findSignature(layout, segments, pages, rows);
  const onRow = row === undefined ? undefined : { layout, segments, pages, rows, row };
  const sheets = sheetsOf(layout);
  const running = runningText(layout, segments);

  const read = (found: Found | null): ReadValue | null =>
    found === null ? null : withHowRead(layout, found);
  const find = (name: FieldName): Found | null => {
    const rule = fieldRules[name];
    for (const label of findLabels(segments, rule)) {
      const value = findValue(layout, segments, label, rule, anyLabel);
      if (value !== undefined) return value;
    }
    return null;
  };
  const dated = (found: Found | null): FoundDate | null => {
    const date = found === null ? undefined : findDate(found.text, latestBirthYear);
    return found === null || date === undefined ? null : { ...withHowRead(layout, found), ...date };
  };

  const dateBeside = (): Found | undefined =>
    row === undefined || signature.place === null || signature.evidence === 'none'
      ? undefined
      : findDateBeside(
          sheets,
          signature.place,
          date =>
            date.text === birth?.text ||
            rows.some(
              other =>
                !isCounting(other) &&
                other.place.page === date.page &&
                Math.abs(other.place.baseline - bottomOf(date.box)) <
                  Math.abs(row.place.baseline - bottomOf(date.box)),
            ),
        );
  const onRowDate = dated((onRow && dateOf(onRow)) ?? null);
  const birth = findBirthDate(sheets, onRowDate?.date ?? null) ?? null;
  const signatureDate = onRowDate ?? dated(dateBeside() ?? null);
  const signerName = (onRow && signerNameOf(onRow)) ?? null;
  const datesOfService = findDatesOfService(sheets);
  const expiration = findExpiration(sheets, running, {
    isTaken: ({ text: date }) => date === birth?.text || datesOfService?.text.includes(date) === true,
    signedOn: signatureDate?.date ?? null,
  });
  const patientName = findPatientName(sheets, running, birth, signerName) ?? null;
  const parties = findParties(
    sheets,
    running,
    text => patientName !== null && flatten(text) === flatten(patientName.text),
  );
  const isParty = (text: string): boolean =>
    Object.values(parties).some(party => party !== null && text.includes(party.text));
  const witnessLabels = findLabels(segments, fieldRules.witness);
  const sensitive = findSensitive(layout, segments, sheets);
  return {
    documentType: typeOf(flat, rows.some(isCounting)),
    patientName: read(patientName),
    patientDateOfBirth: dated(birth),
    disclosingParty: read(parties.disclosingParty),
    recipient: read(parties.recipient),
    information: informationOf(layout, segments),
    datesOfService: read(datesOfService),
    purpose: read(findPurpose(sheets, running, isParty)),
    expiration: read(expiration),
    signature,
    signatureDate,
    signerName: read(signerName),
    relationship: read(
      findCheckedAnswer(sheets, fieldRules.relationship) ?? (onRow && relationshipOf(onRow)) ?? null,
    ),
    witness: {
      isAsked: witnessLabels.length > 0,
      isOptional: witnessLabels.some(({ segment: { text: words } }) =>
        /optional|if (?:required|needed|signed by mark)/i.test(words),
      ),
      name: read(find('witness')),
    },
    statements: {
      revocation: findStatement(flat, 'revocation'),
      redisclosure: findStatement(flat, 'redisclosure'),
      conditioning: findStatement(flat, 'conditioning'),
    },
    sensitive: Object.fromEntries(sensitive.map(({ category, release }) => [category, release])),
    isCompound: /\bconsent (?:to|for) (?:treatment|surgery|medical care)\b|\bassignment of benefits\b/.test(
      flat,
    ),
    revoked: findRevoked(layout, segments, pages, rows, signature),
  };
}

/**
 * Extracts the forms in a layout. Values count only together with those of the same form, since a file may
 * hold the forms of several people.
 */
export function extract(found: DocumentLayout): Extraction {
  const layout = withTypedLines(withoutGlue(found));
  const forms = formsOf(layout, readForm);
  return {
    data: forms[0].data,
    ...(forms.length === 1 ? {} : { forms }),
    text: textOfDocument(segmentsOfDocument(layout)),
    pageCount: layout.pages.length,
    legibility: legibilityOf(layout),
  };
}

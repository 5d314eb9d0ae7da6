/** The reading of an authorization: Jane's, filled in and signed correctly, with changes. */
import type {
  AuthorizationData,
  Extraction,
  FoundDate,
  Found,
} from '../../src/domain/auth-checks/extraction';

/** A place on the page. */
const box = { x: 60, y: 100, width: 100, height: 10 };

/** Returns a finding on the document. */
export function found(text: string): Found {
  return { text, page: 1, box };
}

/** Returns a date on the document. */
export function dated(date: string, isShortYear = false): FoundDate {
  return { ...found(date), date, isShortYear };
}

/** Jane's correct form. */
export const good: AuthorizationData = {
  documentType: 'hipaaAuthorization',
  patientName: found('Jane Doe'),
  patientDateOfBirth: dated('1984-02-29'),
  disclosingParty: found('Harbor General Hospital'),
  recipient: found('Acme Law Group LLC'),
  information: { items: [found('Billing records')], isEverything: false, isUnclear: false },
  datesOfService: found('All dates of service'),
  purpose: found('Legal'),
  expiration: found('11/20/2027'),
  signature: { evidence: 'ink', hasLine: true, place: { page: 1, box } },
  signatureDate: dated('2026-11-20'),
  signerName: found('Jane Doe'),
  relationship: found('Self'),
  witness: { isAsked: false, isOptional: false, name: null },
  statements: {
    revocation: { strength: 'full', words: 'revoke' },
    redisclosure: { strength: 'full', words: 'redisclos' },
    conditioning: { strength: 'full', words: 'condition' },
  },
  sensitive: {},
  isCompound: false,
};

/** Returns the reading of Jane's form. */
export function reading(over: Partial<AuthorizationData> = {}, legibility = {}): Extraction {
  return {
    data: { ...good, ...over },
    text: 'words',
    pageCount: 1,
    legibility: { recognisedPages: 0, confidence: null, ...legibility },
  };
}

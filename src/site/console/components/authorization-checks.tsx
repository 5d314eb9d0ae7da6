/** The findings of the check of an authorization, each with what fixes it. */
import type { ComponentChildren } from 'preact';
import type { VerdictStatus } from '../../../domain/auth-checks/verdict';
import { supportingName } from '../../../domain/supporting-documents/supporting-document';
import type { Fix } from '../authorization-fixes';
import { pathIn } from '../paths';
import type { ShownPlace } from './page';
import { VerdictPill } from './patient-words';

/** A page that a finding is based on. */
export interface FindingPlace {
  /** 0 for the authorization, otherwise the number of the supporting document. */
  readonly document: number;
  /** From 1. */
  readonly page: number;
}

/** A check of the authorization, with what fixes it. */
export interface ShownCheck {
  readonly label: string;
  /** `null` if it didn't run. */
  readonly status: VerdictStatus | null;
  readonly message: string | null;
  readonly remedy: string | null;
  readonly fixes: readonly Fix[];
  /** In order, without repeats; empty if it is based on none. */
  readonly places: readonly FindingPlace[];
}

/** Returns a page as words: `Page 2`, or with the name of the supporting document. */
export function placeWords({ document, page }: FindingPlace): string {
  return document === 0 ? `Page ${page}` : `${supportingName(document)}, page ${page}`;
}

/** Where the fixes lead, as far as this page has it. */
export interface FixPlace {
  readonly place: ShownPlace;
  readonly patientUid: string;
  readonly hasFormToSign: boolean;
  /** Whether the server can draw the pages. */
  readonly hasPages: boolean;
}

const editFields = {
  editName: ['Edit name', 'lastName'],
  editBirthDate: ['Edit date of birth', 'dateOfBirth'],
  editZipCodes: ['Add ZIP code', 'zipCodes'],
  editSex: ['Set sex', 'sex'],
} as const;

type NamedLink = readonly [words: string, href: string];

function linksOf(fix: Fix, { place, patientUid, hasFormToSign, hasPages }: FixPlace): readonly NamedLink[] {
  const path = (...rest: string[]): string => pathIn(place, 'patients', patientUid, ...rest);
  const upload: NamedLink = ['Upload new', '#upload'];
  switch (fix) {
    case 'newFile':
      return [upload];
    case 'newForm':
      return hasFormToSign ? [upload, ['Form to sign', '#form-to-sign']] : [upload];
    case 'supporting':
      return [['Upload supporting document', '#supporting']];
    case 'viewPages':
      return hasPages ? [['View pages', path('documents', '0')]] : [];
    default: {
      const [words, field] = editFields[fix];
      return [[words, `${path('edit')}#${field}`]];
    }
  }
}

/** Buttons that lead to fixes, each once. */
export function FixLinks({ fixes, at }: { readonly fixes: readonly Fix[]; readonly at: FixPlace }) {
  const links = new Map(fixes.flatMap(fix => linksOf(fix, at)));
  return links.size === 0 ? null : (
    <p class="line noprint">
      {Array.from(links, ([words, href]) => (
        <a class="button" href={href}>
          {words}
        </a>
      ))}
    </p>
  );
}

function Places({ places, at }: { readonly places: readonly FindingPlace[]; readonly at: FixPlace }) {
  const documents = pathIn(at.place, 'patients', at.patientUid, 'documents');
  return places.length === 0 ? null : (
    <p class="small">
      {places.map((found, index) => {
        const isBeside = found.document === 0 && found.page === 1;
        const path = isBeside ? '#page-1' : `${documents}/${found.document}#page-${found.page}`;
        return (
          <>
            {index === 0 ? null : ' · '}
            <a href={path}>{placeWords(found)}</a>
          </>
        );
      })}
    </p>
  );
}

function CheckItem({
  check: { label, status, message, remedy, places },
  at,
  children,
}: {
  readonly check: ShownCheck;
  readonly at: FixPlace;
  readonly children?: ComponentChildren;
}) {
  return (
    <li class="check">
      <p>
        <VerdictPill status={status} /> <strong>{label}</strong>
      </p>
      {message === null ? null : <p>{message}</p>}
      {remedy === null ? null : <p class="muted">{remedy}</p>}
      {at.hasPages ? <Places places={places} at={at} /> : null}
      {children}
    </li>
  );
}

interface ChecksParts {
  /** `null` while the document is being checked. */
  readonly checks: readonly ShownCheck[] | null;
  readonly at: FixPlace;
  /** Whether support refused the authorization, whatever the check found. */
  readonly isRefused: boolean;
  /** Whether this member can fix anything. */
  readonly mayFix: boolean;
}

/** What is to fix, and the other checks. */
export function AuthorizationChecks({ checks, at, isRefused, mayFix }: ChecksParts) {
  const path = (last: string): string => pathIn(at.place, 'patients', at.patientUid, last);
  if (checks === null)
    return (
      <p class="muted" data-again={4_000}>
        The document is being checked. This takes a few seconds. <a href={path('documents')}>Reload page</a>
      </p>
    );
  const open = checks.filter(({ status }) => status === 'failed' || status === 'warning');
  const rest = checks.filter(check => !open.includes(check));
  const nothing = isRefused ? 'Findings' : 'Nothing to fix';
  return (
    <section class="part" aria-labelledby="to-do">
      <div class="head">
        <h2 id="to-do">{open.length === 0 ? nothing : `To fix (${open.length})`}</h2>
        {open.length === 0 && !isRefused ? null : (
          <a class="button aside noprint" href={path('fix-list')}>
            Print fix list
          </a>
        )}
      </div>
      {open.length === 0 ? <p>The check found no problems.</p> : null}
      <ul class="attempts">
        {open.map(check => (
          <CheckItem check={check} at={at}>
            {mayFix ? <FixLinks fixes={check.fixes} at={at} /> : null}
          </CheckItem>
        ))}
      </ul>
      <details class="more">
        <summary>Other checks ({rest.length})</summary>
        <ul class="attempts">
          {rest.map(check => (
            <CheckItem check={check} at={at} />
          ))}
        </ul>
      </details>
    </section>
  );
}

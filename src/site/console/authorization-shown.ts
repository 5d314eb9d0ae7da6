/** What the Authorization tab and the fix list show of the authorization on file and its analysis. */
import type { FailedCheck } from '../../domain/auth-checks/failed-checks';
import type { PastUpload } from '../../domain/authorizations/authorization-history';
import { refusalFacts } from '../../domain/authorizations/refusal-reason';
import { judgeLegibility } from '../../domain/auth-checks/judge-document';
import type { Verdict } from '../../domain/auth-checks/verdict';
import { supportingName } from '../../domain/supporting-documents/supporting-document';
import { categoryLabels, checkLabels } from '../../embeds/auth-check/check-labels';
import { listChecks } from '../../embeds/auth-check/reading';
import type { ViewedDocuments } from '../../usecases/patients/member-documents';
import { fixesOf, fixWords } from './authorization-fixes';
import type { FindingPlace } from './components/authorization-checks';
import type { DocumentsShown } from './pages/documents-page';

/** Returns the pages that a verdict is based on, in order, each once. */
function placesOf(
  { evidence }: Pick<Verdict, 'evidence'>,
  { supportingDocuments }: ViewedDocuments['patient'],
): readonly FindingPlace[] {
  const numbers = new Map(supportingDocuments.map(({ number }) => [supportingName(number), number]));
  const places = evidence.flatMap(({ document: name, page }): FindingPlace[] => {
    const document = name === undefined ? 0 : numbers.get(name);
    return document === undefined ? [] : [{ document, page }];
  });
  return places
    .filter(
      (place, index) =>
        places.findIndex(other => other.document === place.document && other.page === place.page) === index,
    )
    .toSorted((a, b) => a.document - b.document || a.page - b.page);
}

/** Returns the checks with their messages and fixes, but without the values read from the document. */
export function checksOf({ patient, analysis }: ViewedDocuments): Pick<DocumentsShown, 'checks'> {
  if (patient.authorizationEtag === null) return {};
  const verdicts = analysis?.status === 'judged' ? analysis.verdicts : null;
  if (verdicts === null) return { checks: null };
  return {
    checks: listChecks(verdicts).map(({ name, label, verdict }) => {
      if (verdict === null)
        return { label, status: null, message: null, remedy: null, fixes: [], places: [] };
      const { status, message, code } = verdict;
      const places = placesOf(verdict, patient);
      if (status === 'passed') return { label, status, message, remedy: null, fixes: [], places };
      const fixes = fixesOf(name, code);
      return { label, status, message, remedy: verdict.remedy ?? fixWords[fixes[0]], fixes, places };
    }),
  };
}

/** Returns what the picture of the first page depends on. The document itself isn't opened for it. */
export function pagesOf({ patient, analysis }: ViewedDocuments): Pick<DocumentsShown, 'pages'> {
  if (patient.authorizationEtag === null) return {};
  const { refusal = null, extraction = null } = analysis ?? {};
  if (refusal !== null) {
    const { message, remedy } = judgeLegibility(refusal);
    return { pages: { kind: 'refused', message, remedy } };
  }
  if (extraction === null) return { pages: { kind: 'waiting' } };
  return { pages: { kind: 'drawn', count: extraction.pageCount } };
}

const labels: Readonly<Record<string, string>> = {
  ...checkLabels,
  ...Object.fromEntries(
    Object.entries(categoryLabels).map(([category, label]) => [`sensitive.${category}`, label]),
  ),
};

const order = Object.keys(labels);

/** Returns the failed checks in words, in the order of the list of checks. */
function failedWords(failed: readonly FailedCheck[]): string {
  return failed
    .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    .map(name => labels[name] ?? name)
    .join(', ');
}

/** Returns the result of the check in words. */
function checkWords({ check, isOnFile, isTooLarge }: PastUpload): string {
  if (isTooLarge) return "Larger than 25 MB. We didn't keep the file.";
  if (check === null) return isOnFile ? 'Being checked' : 'Replaced before it was checked';
  const { failed, reason, status } = check;
  if (failed.length === 1 && failed[0] === 'documentLegibility' && reason !== null)
    return `${refusalFacts(reason).label}.`;
  if (failed.length > 0) return `Failed: ${failedWords(failed)}.`;
  return status === 'Approved' ? 'No problems found.' : 'Nothing failed. Warnings to review.';
}

/** Returns the uploads with the results of their checks in words. */
export function historyOf({ history: { uploads, isCut } }: ViewedDocuments): Pick<DocumentsShown, 'history'> {
  return {
    history: { isCut, uploads: uploads.map(upload => ({ ...upload, checkWords: checkWords(upload) })) },
  };
}

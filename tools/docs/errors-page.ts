import {
  problemCatalogue,
  problemEntry,
  type ProblemCode,
  type RetryAdvice,
} from '../../src/domain/problem-catalogue';

const retryText: Readonly<Record<RetryAdvice, string>> = {
  no: 'no',
  afterDelay: 'after the `Retry-After` delay',
  backoff: 'with a growing delay',
};

const isProblemCode = (code: string): code is ProblemCode => code in problemCatalogue;

function section(status: number, codes: readonly ProblemCode[]): string[] {
  const rows = codes.map(code => {
    const { sentence, remedy, retry, hasErrorId, publicCode } = problemEntry(code);
    const shown = publicCode === undefined ? '' : ` The answer’s \`code\` is \`${publicCode}\`.`;
    return (
      `| \`${code}\` | ${sentence} | ${remedy}${shown} | ${retryText[retry]} | ` +
      `${hasErrorId ? 'yes' : 'no'} |`
    );
  });
  return [
    `## ${status}`,
    '',
    '| name | `error` | what to do | try again | `errorId` |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ];
}

/** The page `docs/guides/errors.md`, from the catalogue. */
export function errorsPage(): string {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of Object.keys(problemCatalogue).filter(isProblemCode)) {
    const { status } = problemEntry(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const statuses = [...byStatus].toSorted(([a], [b]) => a - b);
  return [
    '# Errors',
    '',
    'Written by `npm run docs:write` from `src/domain/problem-catalogue.ts`: every error that the ' +
      'service answers with.',
    '',
    '## The body',
    '',
    'Every error, also one that the HTTP parser finds, has this body and no other:',
    '',
    '| field | presence | meaning |',
    '|---|---|---|',
    '| `error` | always | A sentence for a person. Its wording may change: decide by the status, ' +
      'never by the text. It names fields and rules, never a value that was sent. |',
    '| `code` | rarely | Set only to `roleNotAssigned`: the key is good, its user has no role. |',
    '| `errorId` | every 5xx, and 4xx of rules that support may be asked about | The reference to ' +
      'give to support; our log line with it holds the cause. |',
    '',
    '```json',
    JSON.stringify(
      {
        error: problemCatalogue['role.notAssigned'].sentence,
        code: 'roleNotAssigned',
        errorId: '0199c3c2-5f0e-7cc1-8f6e-0d4b8c1f2a77',
      },
      null,
      2,
    ),
    '```',
    '',
    'Pages for frames show an error as HTML to whoever asks for HTML (`Accept: text/html`, as ' +
      'browsers send it), and to everyone else this body.',
    '',
    'Every answer to a request that could be read carries `X-Request-Id`, errors included. ' +
      '`Retry-After` is in whole seconds, at least 1.',
    '',
    '## 400 or 422',
    '',
    '**400**: the request is not of the form that the operation takes, or breaks a rule of the ' +
      'business. Not JSON, a wrong JSON type, an unknown value of an enumeration, an unknown ' +
      'operator, a bad path or query parameter.',
    '',
    '**422**: the form is right, but the value of a field breaks the rule of that field: an empty ' +
      'name, a date that does not exist, a malformed ZIP code, a required field that is missing.',
    '',
    'Either way all issues are told at once, by field and rule. One of each kind makes the answer ' +
      '400. Fields that the operation does not know are ignored and named in the answer’s ' +
      '`X-Ignored-Fields`, with the nearest known name where it differs in a few letters ' +
      '(`siteSonnar;near=siteSonar`); a browse request with one is 400, since a filter that is ' +
      'ignored shows too much.',
    '',
    '## 404 or 403',
    '',
    'What a key cannot see is answered 404 with the same bytes as what does not exist: another ' +
      'company, another environment, a project its user may not see. 403 is for what the key sees and ' +
      'its role does not permit.',
    '',
    ...statuses.flatMap(([status, codes]) => section(status, codes)),
  ].join('\n');
}

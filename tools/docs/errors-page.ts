import {
  problemCatalogue,
  problemEntry,
  type ProblemCode,
  type RetryAdvice,
} from '../../src/domain/problem-catalogue';

const retryText: Readonly<Record<RetryAdvice, string>> = {
  no: 'no',
  afterDelay: 'after the `Retry-After` delay',
  backoff: 'with exponential backoff',
};

/** The rule about each status that isn't an HTTP matter. */
const ruleOfStatus: Readonly<Record<number, string>> = {
  400: 'ERROR-5',
  401: 'ERROR-6',
  403: 'ERROR-7',
  404: 'ERROR-8',
  409: 'DECISION-5',
  412: 'DECISION-5',
  422: 'ERROR-9',
  429: 'ERROR-10',
  500: 'ERROR-11',
  502: 'ERROR-12',
  503: 'ERROR-13',
  504: 'ERROR-14',
};

function ruleLink(id: string): string {
  const [chapter = ''] = id.toLowerCase().split('-');
  return `[${id}](../rules/${chapter}.md#${id})`;
}

const isProblemCode = (code: string): code is ProblemCode => code in problemCatalogue;

function section(status: number, codes: readonly ProblemCode[]): string[] {
  const rows = codes.map(code => {
    const { sentence, remedy, retry, hasErrorId, publicCode, rules = [] } = problemEntry(code);
    const shown = publicCode === undefined ? '' : ` The answer's \`code\` is \`${publicCode}\`.`;
    const links = [...new Set([ruleOfStatus[status] ?? [], rules].flat())].map(ruleLink).join(', ');
    return (
      `| \`${code}\` | ${sentence} | ${remedy}${shown} | ${retryText[retry]} | ` +
      `${hasErrorId ? 'yes' : 'no'} | ${links} |`
    );
  });
  return [
    `## ${status}`,
    '',
    '| `problem` | `error` | What to do | Retry | `errorId` | Rules |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ];
}

/** Returns the page `docs/guides/errors.md`, which lists every problem of the catalog. */
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
    'Every error has the same JSON body. Match `problem`, which never changes; show `error` to a person.',
    '',
    '```json',
    JSON.stringify(
      {
        error: problemCatalogue['role.notAssigned'].sentence,
        problem: 'role.notAssigned',
        code: 'roleNotAssigned',
        errorId: '0199c3c2-5f0e-7cc1-8f6e-0d4b8c1f2a77',
      },
      null,
      2,
    ),
    '```',
    '',
    '| Field | When | What it is |',
    '|---|---|---|',
    '| `error` | always | A sentence for a person. It names fields and rules, never a value you sent. Its ' +
      'wording may change. |',
    '| `problem` | always | Identifies the problem. The tables below list every identifier. New ones may be ' +
      "added, so treat one you don't know by its status. |",
    '| `code` | rarely | Set only to `roleNotAssigned`: the API key is valid, but its owner has no role. |',
    '| `errorId` | every 5xx, and 4xx that support can help with | Give it to support. Our log has the cause ' +
      'under it. |',
    '',
    'Every answer also has an `X-Request-Id` header. `Retry-After` is in whole seconds, at least 1. Embed ' +
      'pages show an error as HTML if the request accepts `text/html`.',
    '',
    '## 400 or 422',
    '',
    "- **400**: the request has the wrong form, or a business rule doesn't allow it. Examples: not JSON, a " +
      'wrong JSON type, an unknown operator, an invalid path or query parameter.',
    '- **422**: the form is right, but a value breaks the rule of its field. Examples: an empty name, a date ' +
      "that doesn't exist, a malformed ZIP code, a missing required field.",
    '',
    'One answer lists every field that failed, with its rule. If there is one of each kind, the status is 400.',
    '',
    "Fields that an operation doesn't know are ignored and listed in the `X-Ignored-Fields` header of the " +
      'answer, with the closest known name if there is one: `siteSonnar;near=siteSonar`. A browse request ' +
      'with an unknown field is 400 instead, because ignoring a filter would return too many rows.',
    '',
    '## 403 or 404',
    '',
    "- **404**: your API key can't see the resource: it belongs to another company, another environment, or a " +
      "project its owner can't access, or it doesn't exist. The answers are identical.",
    "- **403**: your API key can see the resource, but its role doesn't allow the action.",
    '',
    ...statuses.flatMap(([status, codes]) => section(status, codes)),
  ].join('\n');
}

import { checkedDocumentsMax } from './auth-checks/limits';
import { openImportsMax } from './bulk-imports/bulk-import';
import { filesMax, notesMax } from './record-requests/limits';
import { runningResearchesMax } from './research/limits';

/** How a client may try again: not at all, after the `Retry-After` delay, or with a growing delay. */
export type RetryAdvice = 'no' | 'afterDelay' | 'backoff';

interface ProblemEntry {
  readonly status: number;
  /** The public sentence; it never holds a value from a request. */
  readonly sentence: string;
  /** What the caller can do about it. */
  readonly remedy: string;
  readonly retry: RetryAdvice;
  /** Whether the answer carries an `errorId` (every 5xx; 4xx of rules that support may be asked about). */
  readonly hasErrorId: boolean;
  /** The `code` of the answer; only `roleNotAssigned` has one. */
  readonly publicCode?: 'roleNotAssigned';
}

/**
 * Every error the service can answer with. Answers, the OpenAPI document and `docs/guides/errors.md` derive
 * from this list. Of the API, 409 and 412 are for callers who sent `Idempotency-Key` or `If-Match`; a rule of
 * the product that says no is 400. 404 has no `errorId`: the answer for what a key cannot see must be, byte
 * for byte, the answer for what does not exist.
 */
export const problemCatalogue = {
  'request.malformed': {
    status: 400,
    sentence: 'The request body is not valid JSON.',
    remedy: 'Send one JSON value in UTF-8, nested at most 32 deep.',
    retry: 'no',
    hasErrorId: false,
  },
  'request.notJson': {
    status: 400,
    sentence: 'The body must be sent with `Content-Type: application/json` and without `Content-Encoding`.',
    remedy: 'Set the header, and do not compress the body.',
    retry: 'no',
    hasErrorId: false,
  },
  'request.ambiguous': {
    status: 400,
    sentence: 'The request carries a header twice that may stand only once.',
    remedy: 'Send one `Host` and one `Authorization` header.',
    retry: 'no',
    hasErrorId: false,
  },
  'request.unreadable': {
    status: 400,
    sentence: 'The request is not valid HTTP.',
    remedy: 'Check the client or the proxy that wrote the request.',
    retry: 'no',
    hasErrorId: false,
  },
  'request.invalid': {
    status: 400,
    sentence: 'The request is not valid.',
    remedy:
      'Correct the named fields: a wrong JSON type, an unknown value of an enumeration, a bad path ' +
      'or query parameter.',
    retry: 'no',
    hasErrorId: false,
  },
  'request.unprocessable': {
    status: 422,
    sentence: 'A field failed validation.',
    remedy: 'Correct the named fields; the message names each field and its rule.',
    retry: 'no',
    hasErrorId: false,
  },
  'request.timedOut': {
    status: 408,
    sentence: 'The request did not arrive in time.',
    remedy: 'Send the whole request within 10 seconds.',
    retry: 'backoff',
    hasErrorId: false,
  },
  'request.tooLarge': {
    status: 413,
    sentence: 'The request body is too large.',
    remedy: 'Send at most 1 MiB; files go to the presigned upload URL, not through the API.',
    retry: 'no',
    hasErrorId: false,
  },
  'request.headersTooLarge': {
    status: 431,
    sentence: 'The request headers are too large.',
    remedy: 'Send at most 16 KiB of headers.',
    retry: 'no',
    hasErrorId: false,
  },
  'request.methodNotAllowed': {
    status: 405,
    sentence: 'This path does not take that method.',
    remedy: 'The `Allow` header lists the methods of this path.',
    retry: 'no',
    hasErrorId: false,
  },
  'credentials.missing': {
    status: 401,
    sentence: 'Credentials are missing or not valid.',
    remedy: 'Send `Authorization: Bearer <API_KEY>` with a key that is in force.',
    retry: 'no',
    hasErrorId: false,
  },
  'embed.tokenInvalid': {
    status: 401,
    sentence: 'The embed token is missing, not valid or no longer in force.',
    remedy:
      'Fetch the record again, or mint a token anew: each answer carries a new one, which is good ' +
      'for an hour.',
    retry: 'no',
    hasErrorId: false,
  },
  'embed.parentOriginNotApproved': {
    status: 400,
    sentence: '`parentOrigin` is not on the list of the pages that may frame embeds.',
    remedy: 'Send the origin of your page as it was approved, or ask the provider to approve it.',
    retry: 'no',
    hasErrorId: true,
  },
  'embed.parentOriginMissing': {
    status: 400,
    sentence: '`parentOrigin` is required: tokens for any framing page are not minted here.',
    remedy: 'Send `parentOrigin`, the origin of the page that frames the embed.',
    retry: 'no',
    hasErrorId: true,
  },
  'console.signedOut': {
    status: 401,
    sentence: 'You are not signed in, or your session has ended.',
    remedy: 'Sign in to the console, and do it again.',
    retry: 'no',
    hasErrorId: false,
  },
  'console.linkInvalid': {
    status: 400,
    sentence: 'This link signs in no more.',
    remedy: 'A link signs in once, within 15 minutes. Ask for another one.',
    retry: 'no',
    hasErrorId: false,
  },
  'console.invitationInvalid': {
    status: 400,
    sentence: 'This invitation is good no more.',
    remedy: 'An invitation is good once, within 24 hours. Ask whoever invited you to send it again.',
    retry: 'no',
    hasErrorId: false,
  },
  'console.passkeyInvalid': {
    status: 400,
    sentence: 'This passkey was not taken.',
    remedy: 'A page takes a passkey once, within 5 minutes. Begin again, or sign in by a link.',
    retry: 'no',
    hasErrorId: false,
  },
  'console.signOnInvalid': {
    status: 400,
    sentence: 'This sign-in was not finished here.',
    remedy: 'Begin again, in this browser, and finish within 10 minutes.',
    retry: 'no',
    hasErrorId: false,
  },
  'console.signOnUnknown': {
    status: 403,
    sentence: 'Nobody here has an address that your identity provider has verified to be yours.',
    remedy: 'Ask an administrator of your company to invite you by the address that you sign in with there.',
    retry: 'no',
    hasErrorId: true,
  },
  'console.formForeign': {
    status: 403,
    sentence: 'The form did not come from a page of your session.',
    remedy: 'Open the page of the console again, and send its form.',
    retry: 'no',
    hasErrorId: true,
  },
  'console.formStale': {
    status: 409,
    sentence: 'What the form was about has changed since it was shown.',
    remedy: 'Open the page again, look at what is there now, and send its form.',
    retry: 'no',
    hasErrorId: false,
  },
  'request.foreignOrigin': {
    status: 403,
    sentence: 'Pages of this origin may not send requests here.',
    remedy: 'Send the request from the page that is set up for it, or from a program.',
    retry: 'no',
    hasErrorId: true,
  },
  'role.notAssigned': {
    status: 403,
    sentence: 'The account of this key has no role.',
    remedy: 'Ask an administrator of the company to assign a role.',
    retry: 'no',
    hasErrorId: true,
    publicCode: 'roleNotAssigned',
  },
  'permission.missing': {
    status: 403,
    sentence: 'The role of this key does not permit this.',
    remedy: 'Ask an administrator of the company for the permission; the operation’s description names it.',
    retry: 'no',
    hasErrorId: true,
  },
  'resource.notFound': {
    status: 404,
    sentence: 'No such resource.',
    remedy: 'Check the path. What a key cannot see is answered the same way.',
    retry: 'no',
    hasErrorId: false,
  },
  'idempotency.bodyChanged': {
    status: 422,
    sentence: 'The header `Idempotency-Key` was used before with another request.',
    remedy: 'Use a new key for a new request.',
    retry: 'no',
    hasErrorId: true,
  },
  'idempotency.running': {
    status: 409,
    sentence: 'The first request with this `Idempotency-Key` is still running.',
    remedy: 'Ask again after the `Retry-After` delay.',
    retry: 'afterDelay',
    hasErrorId: true,
  },
  'precondition.failed': {
    status: 412,
    sentence: 'The resource has changed since the version named by `If-Match`.',
    remedy: 'Fetch it again and repeat the change on the new version.',
    retry: 'no',
    hasErrorId: true,
  },
  'project.idTaken': {
    status: 400,
    sentence: 'A project with this id exists already.',
    remedy: 'Choose another id, or upsert the project by PUT.',
    retry: 'no',
    hasErrorId: true,
  },
  'project.statusFixed': {
    status: 401,
    sentence: 'The status of a project cannot be changed through the API.',
    remedy: 'Leave `status` out; the provider changes it on request.',
    retry: 'no',
    hasErrorId: true,
  },
  'project.statusContradicts': {
    status: 400,
    sentence: '`status` and `isSandbox` contradict each other.',
    remedy: 'Send `status` alone.',
    retry: 'no',
    hasErrorId: true,
  },
  'project.environmentForbidden': {
    status: 403,
    sentence: 'This key cannot create a project with that status.',
    remedy: 'Use the sandbox key for `Sandbox`, the production key for `Live` and `Closed`.',
    retry: 'no',
    hasErrorId: true,
  },
  'project.termsFixed': {
    status: 403,
    sentence:
      'The purpose and the authorization method of a project with patients are changed by the provider.',
    remedy: 'Make another project for another purpose, or ask the provider to change this one.',
    retry: 'no',
    hasErrorId: true,
  },
  'project.authorizationMethodNotEnabled': {
    status: 403,
    sentence: 'This authorization method is not enabled for the company.',
    remedy: 'Ask the provider to enable it.',
    retry: 'no',
    hasErrorId: true,
  },
  'research.tooManyRunning': {
    status: 400,
    sentence: `The company has ${runningResearchesMax} researches that are not done.`,
    remedy: 'There is room again when one has ended.',
    retry: 'no',
    hasErrorId: true,
  },
  'bulkImport.tooManyOpen': {
    status: 400,
    sentence: `The project has ${openImportsMax} bulk imports that are not done.`,
    remedy: 'Upload the files of those that wait for one; there is room again when one is done.',
    retry: 'no',
    hasErrorId: true,
  },
  'project.closed': {
    status: 403,
    sentence: 'The project is closed.',
    remedy: 'A closed project can be read; ask the provider to open it again.',
    retry: 'no',
    hasErrorId: true,
  },
  'authorization.decidedByProvider': {
    status: 403,
    sentence: 'The authorization status is decided by the provider.',
    remedy: 'Leave `authorizationStatus` out; it can be set on a `Sandbox` project only.',
    retry: 'no',
    hasErrorId: true,
  },
  'search.notAvailable': {
    status: 403,
    sentence: 'This search is not available to the company.',
    remedy: 'Ask the provider to approve it; `ehrSearchAvailable` and `patientHistoriesAvailable` tell.',
    retry: 'no',
    hasErrorId: true,
  },
  'recordRequest.siteUnknown': {
    status: 400,
    sentence: 'The request names no site that is known.',
    remedy: 'Take `siteId` from a browse row, or name the facility by `siteName` and its address.',
    retry: 'no',
    hasErrorId: true,
  },
  'recordRequest.ended': {
    status: 400,
    sentence: 'The record request has come to its end and cannot be canceled.',
    remedy: 'Read its `status`. Ask again by a new record request if you need more.',
    retry: 'no',
    hasErrorId: true,
  },
  'recordRequest.nothingAsked': {
    status: 400,
    sentence: 'The request asks for nothing.',
    remedy: 'Switch on at least one of `medicalRecord`, `billing` and `imaging`.',
    retry: 'no',
    hasErrorId: true,
  },
  'note.notYours': {
    status: 403,
    sentence: 'The note was written by somebody else.',
    remedy: 'Write a note of your own.',
    retry: 'no',
    hasErrorId: true,
  },
  'note.tooMany': {
    status: 400,
    sentence: `The record request has ${notesMax} notes.`,
    remedy: 'Put what is new into a note of yours that is there.',
    retry: 'no',
    hasErrorId: true,
  },
  'file.nameNotAllowed': {
    status: 400,
    sentence: 'The new name of the file is not allowed.',
    remedy:
      'Send a name of at most 255 bytes that does not begin with a dot and holds no quote mark, ' +
      'semicolon, backslash or control character.',
    retry: 'no',
    hasErrorId: true,
  },
  'file.tooMany': {
    status: 400,
    sentence: `The record request has ${filesMax} documents.`,
    remedy: 'Delete documents that are not needed, or put several into a ZIP.',
    retry: 'no',
    hasErrorId: true,
  },
  'authCheck.tooManyDocuments': {
    status: 400,
    sentence: `You have ${checkedDocumentsMax} documents outside of patients.`,
    remedy: 'Upload to a name that you have used before; the document there is replaced.',
    retry: 'no',
    hasErrorId: true,
  },
  'authCheck.nothingUploaded': {
    status: 400,
    sentence: 'No document was uploaded under this name.',
    remedy: 'PUT the name, and upload the document to the `uploadUrl` of the answer.',
    retry: 'no',
    hasErrorId: true,
  },
  'rate.limited': {
    status: 429,
    sentence: 'Too many requests.',
    remedy: 'Ask again after the `Retry-After` delay.',
    retry: 'afterDelay',
    hasErrorId: false,
  },
  'rate.tooManyAtOnce': {
    status: 429,
    sentence: 'Too many expensive requests of the company run at the same time.',
    remedy:
      'Wait for the answers to earlier ones and read them to their end, or ask again after the ' +
      '`Retry-After` delay.',
    retry: 'afterDelay',
    hasErrorId: false,
  },
  'server.fault': {
    status: 500,
    sentence: 'Internal server error',
    remedy: 'Try again later; give the reference to support if it stays.',
    retry: 'backoff',
    hasErrorId: true,
  },
  'partner.failed': {
    status: 502,
    sentence: 'An upstream partner failed or gave an unusable answer.',
    remedy: 'Try again later.',
    retry: 'backoff',
    hasErrorId: true,
  },
  'service.unavailable': {
    status: 503,
    sentence: 'The service is not available for the moment.',
    remedy: 'Try again after the `Retry-After` delay.',
    retry: 'backoff',
    hasErrorId: true,
  },
  'service.overloaded': {
    status: 503,
    sentence: 'The service is too busy for the moment.',
    remedy: 'Try again after the `Retry-After` delay.',
    retry: 'backoff',
    hasErrorId: true,
  },
  'query.timedOut': {
    status: 504,
    sentence: 'The query exceeded its time budget.',
    remedy: 'Narrow the query, then try again.',
    retry: 'backoff',
    hasErrorId: true,
  },
} as const satisfies Record<string, ProblemEntry>;

/** The name of an error of the catalogue. */
export type ProblemCode = keyof typeof problemCatalogue;

/** The catalogue's entry of a code, in its general form. */
export function problemEntry(code: ProblemCode): ProblemEntry {
  return problemCatalogue[code];
}

import { checkedDocumentsMax } from './auth-checks/limits';
import { openImportsMax } from './bulk-imports/bulk-import';
import { contactsMax, filesMax, notesMax, zipBytesMax, zipFilesMax } from './record-requests/limits';
import { runningResearchesMax } from './research/limits';

/** Whether a client may retry: no, after the `Retry-After` delay, or with exponential backoff. */
export type RetryAdvice = 'no' | 'afterDelay' | 'backoff';

interface ProblemEntry {
  readonly status: number;
  /** What the caller reads in `error`. It never contains a value from a request. */
  readonly sentence: string;
  /** What the caller can do about it. */
  readonly remedy: string;
  readonly retry: RetryAdvice;
  /** Whether the answer has an `errorId`: every 5xx, and each 4xx that a caller may ask support about. */
  readonly hasErrorId: boolean;
  /** The rules that the error follows from, in addition to the one about its status (docs/rules). */
  readonly rules?: readonly string[];
  /** The `code` of the answer. The interface reserves it for `roleNotAssigned`. */
  readonly publicCode?: 'roleNotAssigned';
}

/**
 * Every error the service can answer with. A key is the `problem` of the answer: clients match it, so it
 * never changes. Answers, the OpenAPI document, and `docs/guides/errors.md` derive from this list. In the
 * API, 409 and 412 answer only requests with `Idempotency-Key` or `If-Match`; a business rule that refuses is
 * 400. A 404 has no `errorId`, because the answer for what a key can't see must equal, byte for byte, the
 * answer for what doesn't exist.
 */
export const problemCatalogue = {
  'request.malformed': {
    status: 400,
    rules: ['DECISION-5', 'DECISION-89'],
    sentence: "The request body isn't valid JSON.",
    remedy: 'Send one JSON value in UTF-8, nested at most 32 levels deep.',
    retry: 'no',
    hasErrorId: false,
  },
  'request.notJson': {
    status: 400,
    rules: ['API-2'],
    sentence: "The headers don't describe a JSON body.",
    remedy: "Send `Content-Type: application/json` with the body, and don't compress it.",
    retry: 'no',
    hasErrorId: false,
  },
  'request.ambiguous': {
    status: 400,
    sentence: 'The request repeats a header that may appear only once.',
    remedy: 'Send the header once.',
    retry: 'no',
    hasErrorId: false,
  },
  'request.unreadable': {
    status: 400,
    sentence: "The request line or a header isn't valid.",
    remedy: 'Check the client or proxy that sent the request.',
    retry: 'no',
    hasErrorId: false,
  },
  'request.invalid': {
    status: 400,
    rules: ['DECISION-5'],
    sentence: "The request isn't valid.",
    remedy: 'Fix the fields named in `error`: a wrong JSON type, or an invalid path or query parameter.',
    retry: 'no',
    hasErrorId: false,
  },
  'request.unprocessable': {
    status: 422,
    rules: ['DECISION-5', 'DECISION-93'],
    sentence: 'A field failed validation.',
    remedy: 'Fix the fields named in `error`. Each is listed with the rule it breaks.',
    retry: 'no',
    hasErrorId: false,
  },
  'request.timedOut': {
    status: 408,
    sentence: 'The request took too long to arrive.',
    remedy: 'Send the whole request within 10 seconds.',
    retry: 'backoff',
    hasErrorId: false,
  },
  'request.tooLarge': {
    status: 413,
    sentence: 'The request body is too large.',
    remedy: 'Send at most 1 MiB. Upload files to the presigned URL, not through the API.',
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
    sentence: "This path doesn't support that method.",
    remedy: 'Use a method listed in the `Allow` header.',
    retry: 'no',
    hasErrorId: false,
  },
  'credentials.missing': {
    status: 401,
    sentence: 'Missing or invalid API key.',
    remedy: 'Send `Authorization: Bearer <API_KEY>` with an active API key.',
    retry: 'no',
    hasErrorId: false,
  },
  'embed.tokenInvalid': {
    status: 401,
    rules: ['EMBED-14'],
    sentence: 'The embed token is missing, invalid, or expired.',
    remedy: 'Create a new token, or fetch the record again. Tokens expire after one hour.',
    retry: 'no',
    hasErrorId: false,
  },
  'embed.parentOriginNotApproved': {
    status: 400,
    rules: ['EMBED-10'],
    sentence: "`parentOrigin` isn't on your list of approved origins.",
    remedy: 'Send an approved origin, or ask support to approve this one.',
    retry: 'no',
    hasErrorId: true,
  },
  'embed.parentOriginMissing': {
    status: 400,
    rules: ['EMBED-12'],
    sentence: '`parentOrigin` is required.',
    remedy: 'Send `parentOrigin` with the origin of the page that frames the embed.',
    retry: 'no',
    hasErrorId: true,
  },
  'console.signedOut': {
    status: 401,
    rules: ['CONSOLE-52'],
    sentence: "You're signed out, or your session has expired.",
    remedy: 'Sign in and try again.',
    retry: 'no',
    hasErrorId: false,
  },
  'console.linkInvalid': {
    status: 400,
    sentence: 'This sign-in link has expired or was already used.',
    remedy: 'A link works once, within 15 minutes. Request a new one.',
    retry: 'no',
    hasErrorId: false,
  },
  'console.invitationInvalid': {
    status: 400,
    sentence: 'This invitation has expired or was already used.',
    remedy: 'An invitation works once, within 24 hours. Ask the person who invited you to send another.',
    retry: 'no',
    hasErrorId: false,
  },
  'console.passkeyInvalid': {
    status: 400,
    rules: ['CONSOLE-33'],
    sentence: "We couldn't verify your passkey.",
    remedy: 'A passkey prompt works once, within 5 minutes. Try again, or sign in with an e-mail link.',
    retry: 'no',
    hasErrorId: false,
  },
  'console.signOnInvalid': {
    status: 400,
    sentence: "We couldn't complete your sign-in.",
    remedy: 'Start again in this browser, and finish within 10 minutes.',
    retry: 'no',
    hasErrorId: false,
  },
  'console.signOnRequired': {
    status: 403,
    rules: ['CONSOLE-62'],
    sentence: 'Your company requires you to sign in with its identity provider.',
    remedy: 'Choose the identity provider on the sign-in page.',
    retry: 'no',
    hasErrorId: false,
  },
  'console.signOnClock': {
    status: 502,
    rules: ['CONSOLE-35'],
    sentence:
      "The clock of our server or of your identity provider is off, so we couldn't verify your sign-in.",
    remedy: 'Sign in with an e-mail link, and report this to support.',
    retry: 'backoff',
    hasErrorId: true,
  },
  'console.signOnUnknown': {
    status: 403,
    rules: ['CONSOLE-36'],
    sentence: 'No account here matches a verified e-mail address from your identity provider.',
    remedy: 'Ask an administrator of your company to invite the address you sign in with.',
    retry: 'no',
    hasErrorId: true,
  },
  'console.formForeign': {
    status: 403,
    rules: ['CONSOLE-55'],
    sentence: "This form wasn't sent from a page in your session.",
    remedy: 'Reload the page and submit the form again.',
    retry: 'no',
    hasErrorId: true,
  },
  'console.formStale': {
    status: 409,
    rules: ['CONSOLE-58'],
    sentence: 'This record has changed since you opened the page. Nothing was saved.',
    remedy: 'Reload the page, review the changes, and submit the form again.',
    retry: 'no',
    hasErrorId: false,
  },
  'request.foreignOrigin': {
    status: 403,
    sentence: "Pages from this origin can't send requests here.",
    remedy: 'Send the request from an approved page, or from your server.',
    retry: 'no',
    hasErrorId: true,
  },
  'role.notAssigned': {
    status: 403,
    sentence: 'The owner of this API key has no role.',
    remedy: 'Ask an administrator of your company to assign a role.',
    retry: 'no',
    hasErrorId: true,
    publicCode: 'roleNotAssigned',
  },
  'permission.missing': {
    status: 403,
    sentence: "This API key's role doesn't have the required permission.",
    remedy: "Ask an administrator of your company for the permission. The operation's description names it.",
    retry: 'no',
    hasErrorId: true,
  },
  'resource.notFound': {
    status: 404,
    rules: ['KEY-9'],
    sentence: 'No such resource.',
    remedy:
      "Check the path. A resource your key can't access returns the same answer as one that doesn't exist.",
    retry: 'no',
    hasErrorId: false,
  },
  'idempotency.bodyChanged': {
    status: 422,
    rules: ['DECISION-38'],
    sentence: 'This `Idempotency-Key` was already used for a different request.',
    remedy: 'Use a new key for each new request.',
    retry: 'no',
    hasErrorId: true,
  },
  'idempotency.running': {
    status: 409,
    rules: ['DECISION-38'],
    sentence: 'The first request with this `Idempotency-Key` is still running.',
    remedy: 'Try again after the `Retry-After` delay.',
    retry: 'afterDelay',
    hasErrorId: true,
  },
  'precondition.failed': {
    status: 412,
    rules: ['DECISION-40'],
    sentence: "The resource isn't in the state that the request requires. Nothing was changed.",
    remedy: 'Fetch the resource again, and repeat the change with its current `ETag` in `If-Match`.',
    retry: 'no',
    hasErrorId: true,
  },
  'project.idTaken': {
    status: 400,
    rules: ['DECISION-2'],
    sentence: 'A project with this ID already exists.',
    remedy: 'Choose another ID, or use PUT to create or update the project.',
    retry: 'no',
    hasErrorId: true,
  },
  'project.statusFixed': {
    status: 401,
    rules: ['PROJECT-3'],
    sentence: "You can't change a project's status through the API.",
    remedy: 'Leave `status` out, or ask support to change it.',
    retry: 'no',
    hasErrorId: true,
  },
  'project.statusContradicts': {
    status: 400,
    rules: ['PROJECT-5'],
    sentence: '`status` and `isSandbox` contradict each other.',
    remedy: 'Send `status` alone.',
    retry: 'no',
    hasErrorId: true,
  },
  'project.environmentForbidden': {
    status: 403,
    rules: ['DECISION-4'],
    sentence: "This API key can't create a project with that status.",
    remedy: 'Use a sandbox key for `Sandbox`, or a production key for `Live` and `Closed`.',
    retry: 'no',
    hasErrorId: true,
  },
  'project.termsFixed': {
    status: 403,
    rules: ['DECISION-17'],
    sentence: "You can't change the purpose or authorization method of a project that has patients.",
    remedy: 'Create another project, or ask support to change this one.',
    retry: 'no',
    hasErrorId: true,
  },
  'project.authorizationMethodNotEnabled': {
    status: 403,
    rules: ['PROJECT-9'],
    sentence: "This authorization method isn't enabled for your company.",
    remedy: 'Ask support to enable it.',
    retry: 'no',
    hasErrorId: true,
  },
  'research.tooManyRunning': {
    status: 400,
    rules: ['EMBED-25'],
    sentence: `Your company already has ${runningResearchesMax} site research runs in progress.`,
    remedy: 'Wait for one to finish.',
    retry: 'no',
    hasErrorId: true,
  },
  'bulkImport.tooManyOpen': {
    status: 400,
    sentence: `The project already has ${openImportsMax} bulk imports in progress.`,
    remedy: 'Upload the files of imports that are waiting for one, or wait for an import to finish.',
    retry: 'no',
    hasErrorId: true,
  },
  'project.closed': {
    status: 403,
    rules: ['DECISION-41'],
    sentence: 'The project is closed.',
    remedy: 'You can still read a closed project. Ask support to reopen it.',
    retry: 'no',
    hasErrorId: true,
  },
  'authorization.decidedByProvider': {
    status: 403,
    rules: ['AUTH-5'],
    sentence: "You can't set the authorization status of a live project.",
    remedy: 'Leave `authorizationStatus` out. You can set it only in `Sandbox` projects.',
    retry: 'no',
    hasErrorId: true,
  },
  'authorization.notNeeded': {
    status: 400,
    rules: ['AUTH-24'],
    sentence: "This project's patients don't need an authorization, so there is none to revoke.",
    remedy: 'Turn off the searches and cancel the record requests that you no longer want.',
    retry: 'no',
    hasErrorId: true,
  },
  'authorization.nothingToRevoke': {
    status: 400,
    rules: ['AUTH-24'],
    sentence: 'The patient has no authorization to revoke.',
    remedy: 'Nothing is sent without one. Upload the authorization first if you have it.',
    retry: 'no',
    hasErrorId: true,
  },
  'authorization.revoked': {
    status: 400,
    rules: ['AUTH-24'],
    sentence: 'This authorization is already revoked, as of another date.',
    remedy: 'A revocation is final. To continue, upload another authorization.',
    retry: 'no',
    hasErrorId: true,
  },
  'authorization.revokedInFuture': {
    status: 422,
    rules: ['AUTH-24'],
    sentence: 'The revocation date is in the future.',
    remedy: 'Send the date on which the patient revoked the authorization: today or earlier.',
    retry: 'no',
    hasErrorId: true,
  },
  'search.notAvailable': {
    status: 403,
    sentence: "This search isn't available to your company.",
    remedy:
      'Ask support to enable it. `ehrSearchAvailable` and `patientHistoriesAvailable` show what is enabled.',
    retry: 'no',
    hasErrorId: true,
  },
  'authorizationForm.notPrintable': {
    status: 400,
    rules: ['AUTH-29'],
    sentence: "A name or an address has characters that we can't print on the form.",
    remedy:
      "Write the fields named in `error` in Latin, Greek, or Cyrillic letters, as in the facility's " +
      "records. For another script, have the patient sign the facility's own form.",
    retry: 'no',
    hasErrorId: true,
  },
  'recordRequest.siteUnknown': {
    status: 400,
    sentence: "We couldn't find that site.",
    remedy: 'Use a `siteId` from a browse row, or send `siteName` and the address of the facility.',
    retry: 'no',
    hasErrorId: true,
  },
  'recordRequest.ended': {
    status: 400,
    rules: ['REQUEST-24'],
    sentence: "This record request has ended and can't be canceled.",
    remedy: 'Check its `status`. To request more records, create a new record request.',
    retry: 'no',
    hasErrorId: true,
  },
  'recordRequest.nothingAsked': {
    status: 400,
    sentence: "The record request doesn't include any records.",
    remedy: 'Set at least one of `medicalRecord`, `billing`, and `imaging` to `true`.',
    retry: 'no',
    hasErrorId: true,
  },
  'recordRequest.beforeBirth': {
    status: 400,
    rules: ['REQUEST-57'],
    sentence: 'The dates of service end before the patient was born.',
    remedy: "Check `endDateOfService`, and the patient's `dateOfBirth`.",
    retry: 'no',
    hasErrorId: true,
  },
  'note.notYours': {
    status: 403,
    rules: ['REQUEST-27'],
    sentence: 'You can only change notes that you wrote.',
    remedy: 'Add a note of your own.',
    retry: 'no',
    hasErrorId: true,
  },
  'note.tooMany': {
    status: 400,
    sentence: `The record request already has ${notesMax} notes.`,
    remedy: 'Add your text to one of your existing notes.',
    retry: 'no',
    hasErrorId: true,
  },
  'contact.tooMany': {
    status: 400,
    rules: ['REQUEST-41'],
    sentence: `The contact log of the record request already has ${contactsMax} entries.`,
    remedy: 'Add a note instead.',
    retry: 'no',
    hasErrorId: true,
  },
  'file.nameNotAllowed': {
    status: 400,
    rules: ['FILE-28'],
    sentence: "The new filename isn't allowed.",
    remedy:
      "Use at most 255 bytes. Don't start with a dot, and don't use quotation marks, semicolons, " +
      'backslashes, or control characters.',
    retry: 'no',
    hasErrorId: true,
  },
  'file.tooMany': {
    status: 400,
    sentence: `The record request already has ${filesMax} documents.`,
    remedy: "Delete documents you don't need, or combine several into a ZIP file.",
    retry: 'no',
    hasErrorId: true,
  },
  'file.zipTooLarge': {
    status: 422,
    sentence: `A ZIP file can have at most ${zipFilesMax} files and ${zipBytesMax / 1024 ** 3} GiB.`,
    remedy: 'Download the files one by one.',
    retry: 'no',
    hasErrorId: false,
  },
  'authCheck.tooManyDocuments': {
    status: 400,
    rules: ['DECISION-72'],
    sentence: `You already have ${checkedDocumentsMax.toLocaleString('en-US')} auth-check documents.`,
    remedy: 'Upload to an existing name. The new document replaces the old one.',
    retry: 'no',
    hasErrorId: true,
  },
  'authCheck.nothingUploaded': {
    status: 400,
    rules: ['CHECK-13'],
    sentence: 'No document has been uploaded under this name.',
    remedy: 'PUT the name, then upload the document to the `uploadUrl` in the response.',
    retry: 'no',
    hasErrorId: true,
  },
  'rate.limited': {
    status: 429,
    rules: ['LIMIT-3'],
    sentence: 'Too many requests.',
    remedy: 'Try again after the `Retry-After` delay.',
    retry: 'afterDelay',
    hasErrorId: false,
  },
  'rate.tooManyAtOnce': {
    status: 429,
    rules: ['DECISION-45'],
    sentence: 'Your company is running too many expensive requests at once.',
    remedy: 'Read earlier answers to the end, then try again after the `Retry-After` delay.',
    retry: 'afterDelay',
    hasErrorId: false,
  },
  'server.fault': {
    status: 500,
    sentence: 'Internal server error',
    remedy: 'Try again later. If it keeps happening, contact support with the reference.',
    retry: 'backoff',
    hasErrorId: true,
  },
  'partner.failed': {
    status: 502,
    sentence: 'An upstream partner failed or returned an unusable answer.',
    remedy: 'Try again later.',
    retry: 'backoff',
    hasErrorId: true,
  },
  'service.unavailable': {
    status: 503,
    sentence: 'The service is temporarily unavailable.',
    remedy: 'Try again after the `Retry-After` delay.',
    retry: 'backoff',
    hasErrorId: true,
  },
  'service.overloaded': {
    status: 503,
    sentence: 'The service is too busy right now.',
    remedy: 'Try again after the `Retry-After` delay.',
    retry: 'backoff',
    hasErrorId: true,
  },
  'query.timedOut': {
    status: 504,
    sentence: 'The query took too long.',
    remedy: 'Narrow the query, then try again.',
    retry: 'backoff',
    hasErrorId: true,
  },
} as const satisfies Record<string, ProblemEntry>;

/** The identifier of a problem: the `problem` of an answer. */
export type ProblemCode = keyof typeof problemCatalogue;

/** Returns the catalogue's entry for a problem. */
export function problemEntry(code: ProblemCode): ProblemEntry {
  return problemCatalogue[code];
}

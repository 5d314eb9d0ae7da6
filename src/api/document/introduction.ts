/** The introduction of the document: what is true of every operation, in Markdown. */
export const introduction = [
  'Retrieves medical records on behalf of your company.',
  '## Authentication',
  'Send `Authorization: Bearer <API_KEY>` with every request. The key selects the environment: a ' +
    'sandbox key works only on projects with the status `Sandbox`, a production key on all others.',
  "Each operation names the permission it requires. If the role of the key's owner doesn't have it, " +
    "the answer is 403. A resource that your key can't see is answered 404, exactly like one that " +
    "doesn't exist.",
  'Presigned upload and download URLs carry their own signature. Send no `Authorization` header to ' +
    'them.',
  'Embeds take a token instead of the key. `GET /ui/auth-check/embed?token=…` shows the full result ' +
    'of an auth-check, and `GET /ui/auth-check/embed/badge?token=…` a compact summary. The token is ' +
    'the `embedToken` of a patient.',
  '## Unknown fields',
  "New fields can be added at any time, so ignore fields you don't know. In the same way, the API " +
    'ignores unknown fields of a request body and lists them in the `X-Ignored-Fields` header of the ' +
    'answer. Only a browse request with an unknown field is refused.',
  '## Errors',
  'Every error has the same body, `Error`. Match `problem`, and show `error` to a person. Each ' +
    'operation lists its problems by status.',
  '## Rate limits',
  'Every request counts toward the limit of your company, a number of requests in a rolling minute. ' +
    'The `RateLimit-…` headers of each answer show the limit and what is left. Past the limit, the ' +
    'answer is 429; try again after `Retry-After` seconds.',
  'Only a few expensive operations of a company run at once. Another one waits for a second, and ' +
    'then the answer is 429, too.',
  '## Idempotency',
  'PUT, PATCH, GET, and HEAD are safe to repeat. A POST that creates or changes something is safe ' +
    'to repeat with an `Idempotency-Key`. The same key with the same request within 24 hours changes ' +
    'nothing: the answer shows what the first request created, as it is now, with fresh URLs and ' +
    'tokens, and has the header `Idempotent-Replayed: true`. A key is known only for the user who ' +
    'sent it.',
  '## Versions',
  'Some resources have an `ETag`. Send it as `If-Match` with a PUT or PATCH to change only that ' +
    'version. If the resource has changed since, the answer is 412 and nothing is changed. Without ' +
    '`If-Match`, the last change wins.',
  '## Lists',
  'A list returns a page of up to `limit` entries. Pass `nextCursor` as `cursor` to get the next ' +
    "page. Entries created in the meantime don't shift the pages.",
].join('\n\n');

/** The groups of operations, in the order of the reference. */
export const tags = {
  Projects: 'A project holds patients, and is either a sandbox or live.',
  Patients: 'Patients: their details, searches, and authorization.',
  'Bulk imports': 'Create many patients or record requests from an Excel or CSV file.',
  'Record requests': 'Requests for the records of a patient from a facility.',
  'Auth-check': 'Checks of authorizations that belong to no patient.',
  Embeds: 'Tokens for the pages you can embed in your application.',
  Notes: 'Messages between your company and support on a record request.',
  Tracking: 'Which records you track. A webhook endpoint can be limited to those.',
  Deliverables: 'Files that a facility sent.',
  Documents: 'Files that you send along with a record request.',
  Attachments: 'Files stored directly on a record request.',
  Browse: 'Clinical data that searches found, with filters and sorting, across everything your key can see.',
  Companies: 'The company of your API key, and the facilities it knows.',
  Webhooks: 'Events that are sent to your endpoints.',
};

/** Every page and action of the console: a route without a row here fails the test over all of them. */
import type { Rows } from './row';

const place = '/console/companies/:companyId/:environment';
const endpoints = `${place}/endpoints`;
const endpoint = `${endpoints}/:endpoint`;
const delivery = `${endpoint}/deliveries/:delivery`;
const patients = `${place}/patients`;
const patient = `${patients}/:patient`;
const requests = `${patient}/record-requests`;
const request = `${requests}/:request`;
const list = `${place}/record-requests`;
const imports = `${place}/imports`;
const draft = `${imports}/drafts/:draft`;
const projects = `${place}/projects`;
const members = `${place}/members`;
const member = `${members}/:member`;
const invitation = `${members}/invitations/:invitation`;
const account = '/console/account';

const settings = { events: 'patient.created', projects: 'all' };
const owned = { access: 'permitted', isOfOwner: true } as const;
const ofPatient = { access: 'permitted', isOfProject: true } as const;
const reviewedFile = { ...ofPatient, by: { file: 'deliverable' } } as const;
const ofDraft = { access: 'permitted', isOfOwner: true, isOfProject: true } as const;
const manager = { access: 'permitted', isOfBoth: true } as const;
const newPatient = { firstName: 'One', lastName: 'More', dateOfBirth: '02/28/1961' };
const facility = {
  siteName: 'Harbor General Hospital',
  siteAddressLine1: '1 Harbor Way',
  siteCity: 'Salem',
  siteState: 'MA',
  siteZip: '01970',
  site: 'another',
};

// Without `on`: a browser that sends the form once for each screen would use its name twice.
const namedKey = { fields: () => ({ name: 'Night job', life: '90' }), done: 200 };

/** Forms are in an order in which each can be sent successfully, one after the other. */
export const consoleRows: Rows = {
  'GET /console/sign-in': { access: 'anybody' },
  'POST /console/sign-in': {
    access: 'anybody',
    on: '/console/sign-in',
    fields: () => ({ email: 'nobody@acme.example' }),
  },
  'GET /console/sign-in/sent': { access: 'anybody' },
  'GET /console/sign-in/:token': { access: 'anybody', by: { token: 'link' } },
  'POST /console/sign-in/:token': { access: 'anybody', by: { token: 'link' }, on: '/console/sign-in/:token' },
  'GET /console/invitations/:token': { access: 'anybody', by: { token: 'invitationLink' } },
  'POST /console/invitations/:token': {
    access: 'anybody',
    by: { token: 'invitationLink' },
    on: '/console/invitations/:token',
  },
  // Each prompt has its own challenge.
  'POST /console/passkey': {
    access: 'anybody',
    on: '/console/sign-in',
    done: 200,
    addsAgain: ['passkey_challenge'],
  },
  'POST /console/passkey/answer': { access: 'anybody', done: 400 },
  'GET /console/sign-on': { access: 'anybody', gives: 'way' },
  'GET /console/sign-on/callback': { access: 'anybody', gives: 'way' },
  'GET /console/account': { access: 'person' },
  'POST /console/account/sessions/:session/end': { access: 'person', on: account },
  'GET /console': { access: 'person', gives: 'way' },
  'GET /console/': { access: 'person', gives: 'way' },
  'GET /console/companies': { access: 'person' },
  'POST /console/account/passkeys/new': {
    access: 'person',
    on: account,
    done: 200,
    addsAgain: ['passkey_challenge'],
  },
  'POST /console/account/passkeys': {
    access: 'person',
    done: 400,
    fields: () => ({ name: 'My laptop', answer: '{}' }),
  },
  'POST /console/account/passkeys/:passkey/remove': { access: 'person', on: account },

  [`GET ${place}`]: { access: 'member' },
  [`GET ${place}/keys`]: { access: 'member' },
  [`POST ${place}/keys`]: {
    access: 'member',
    on: `${place}/keys`,
    names: { replaces: 'key' },
    fields: () => ({ confirmed: 'yes' }),
    done: 200,
    isAboutVersion: true,
  },
  [`GET ${place}/keys/new`]: { access: 'member' },
  [`POST ${place}/keys/named`]: { access: 'member', ...namedKey },
  [`GET ${place}/keys/:key`]: { access: 'member', isOfOwner: true, by: { key: 'namedKey' } },
  [`POST ${place}/keys/:key/rotate`]: {
    access: 'member',
    isOfOwner: true,
    by: { key: 'namedKey' },
    fields: () => ({ life: '30', overlap: '24' }),
    done: 200,
  },
  [`POST ${place}/keys/revoke`]: {
    access: 'member',
    on: `${place}/keys`,
    names: { key: 'key' },
    fields: () => ({ confirmed: 'yes' }),
  },

  // A member who sees none gets an empty list.
  [`GET ${endpoints}`]: { access: 'member' },
  [`GET ${endpoints}/new`]: { access: 'permitted' },
  [`POST ${endpoints}`]: {
    access: 'permitted',
    on: `${endpoints}/new`,
    names: { project: 'projectId' },
    fields: ({ receiver = '', projectId = '' }) => ({
      ...settings,
      url: receiver,
      projects: 'picked',
      project: projectId,
    }),
  },
  [`GET ${endpoint}`]: owned,
  [`POST ${endpoint}/edit`]: {
    ...owned,
    on: endpoint,
    isAboutVersion: true,
    fields: ({ receiver = '' }) => ({ ...settings, url: `${receiver}/edited` }),
  },
  [`POST ${endpoint}/headers`]: {
    ...owned,
    on: endpoint,
    isAboutVersion: true,
    fields: () => ({ headers: 'X-Team: claims' }),
  },
  [`POST ${endpoint}/test`]: { ...owned, on: endpoint, done: 200 },
  [`POST ${endpoint}/secret`]: { ...owned, on: endpoint, done: 200 },
  // The delivery's event in the log is over: it is resent, not retried.
  [`POST ${delivery}/retry`]: { ...owned, on: delivery, done: 422 },
  [`POST ${delivery}/replay`]: { ...owned, on: delivery },
  [`POST ${endpoint}/rotate`]: { ...owned, on: endpoint },
  [`POST ${endpoint}/expire-old-secret`]: owned,
  [`POST ${endpoint}/pause`]: { ...owned, on: endpoint },
  [`POST ${endpoint}/resume`]: owned,
  [`POST ${endpoint}/enable`]: { ...owned, by: { endpoint: 'disabledEndpoint' }, on: endpoint },
  [`POST ${endpoint}/upgrade`]: { ...owned, by: { endpoint: 'disabledEndpoint' }, done: 422 },
  [`GET ${endpoint}/deliveries`]: owned,
  // The endpoint's only delivery is over and not due to be resent from the future.
  [`POST ${endpoint}/deliveries/replay`]: {
    ...owned,
    on: `${endpoint}/deliveries`,
    done: 422,
    fields: () => ({ from: '2999-01-01T00:00' }),
  },
  [`GET ${delivery}`]: owned,
  [`POST ${endpoint}/delete`]: { ...owned, by: { endpoint: 'disabledEndpoint' }, on: endpoint },

  [`GET ${list}`]: { access: 'permitted' },
  [`GET ${list}/report`]: { access: 'permitted' },
  [`GET ${list}/export`]: { access: 'permitted', gives: 'file' },
  [`POST ${list}/search`]: {
    access: 'permitted',
    on: list,
    names: { project: 'projectId' },
    done: 200,
    fields: () => ({ text: 'first' }),
  },
  [`POST ${list}/columns`]: { access: 'permitted', on: list, fields: () => ({ columns: 'due' }) },
  [`POST ${list}/selection`]: {
    access: 'permitted',
    on: list,
    names: { request: 'openRequest' },
    done: 200,
    fields: ({ openRequest = '' }) => ({ request: openRequest }),
  },

  [`POST ${list}/edit`]: {
    access: 'permitted',
    names: { request: 'openRequest', assignee: 'member' },
    done: 200,
    fields: ({ openRequest = '' }) => ({ request: openRequest, addTags: 'Urgent', assignee: 'keep' }),
  },

  [`GET ${patients}`]: { access: 'permitted' },
  [`GET ${patients}/export`]: { access: 'permitted', gives: 'file' },
  [`POST ${patients}`]: {
    access: 'permitted',
    on: patients,
    names: { project: 'projectId' },
    done: 200,
    fields: () => ({ text: 'first' }),
  },
  [`GET ${patients}/new`]: { access: 'permitted' },
  [`POST ${patients}/new`]: {
    access: 'permitted',
    on: `${patients}/new`,
    names: { project: 'projectId' },
    fields: ({ projectId = '' }) => ({ ...newPatient, project: projectId }),
  },
  [`GET ${patient}`]: ofPatient,
  [`POST ${patient}/follow`]: { ...ofPatient, on: patient, fields: () => ({ to: 'on' }) },
  [`GET ${patient}/edit`]: ofPatient,
  [`POST ${patient}/edit`]: { ...ofPatient, on: `${patient}/edit`, fields: () => newPatient },
  [`GET ${patient}/authorization`]: { ...ofPatient, gives: 'way' },
  [`GET ${patient}/authorization-form`]: { ...ofPatient, gives: 'file' },
  [`POST ${patient}/searches/:search`]: { ...ofPatient, on: patient, isAboutVersion: true },
  [`GET ${patient}/documents`]: ofPatient,
  [`GET ${patient}/fix-list`]: ofPatient,
  [`GET ${patient}/documents/:document`]: ofPatient,
  [`GET ${patient}/documents/:document/pages/:page`]: { ...ofPatient, gives: 'picture' },
  [`GET ${patient}/documents/:document/download`]: {
    ...ofPatient,
    gives: 'way',
    by: { document: 'supportingNumber' },
  },
  [`GET ${requests}/new`]: ofPatient,
  [`POST ${requests}`]: {
    ...ofPatient,
    on: `${requests}/new`,
    names: { site: 'site' },
    isAboutVersion: true,
    fields: () => ({ ...facility, kinds: 'billing' }),
  },
  [`GET ${request}`]: ofPatient,
  [`GET ${request}/deliverables/:file`]: { ...ofPatient, gives: 'way', by: { file: 'deliverable' } },
  [`GET ${request}/combined/:file`]: { ...ofPatient, gives: 'way', by: { file: 'combined' } },
  [`GET ${request}/documents/:file`]: { ...ofPatient, gives: 'way', by: { file: 'letter' } },
  [`GET ${request}/attachments/:file`]: { ...ofPatient, gives: 'way', by: { file: 'certificate' } },
  [`GET ${patient}/facilities`]: ofPatient,
  [`GET ${patient}/clinical/:kind`]: ofPatient,
  [`POST ${patient}/clinical/:kind`]: { ...ofPatient, on: `${patient}/clinical/:kind`, done: 200 },
  [`POST ${patient}/facilities`]: {
    ...ofPatient,
    on: `${patient}/facilities`,
    done: 200,
    fields: ({ site = '' }) => ({ items: `${site}:billing` }),
  },
  [`GET ${request}/files/:file`]: { ...ofPatient, by: { file: 'letter' } },
  [`GET ${request}/files/:file/pages/:page`]: { ...ofPatient, by: { file: 'drawn' } },
  [`GET ${request}/files/:file/pages/:page/picture`]: {
    ...ofPatient,
    gives: 'picture',
    by: { file: 'drawn' },
  },
  [`POST ${request}/notes`]: { ...ofPatient, on: request, fields: () => ({ content: 'Called them.' }) },
  [`POST ${request}/notes/:note`]: {
    ...ofPatient,
    on: request,
    fields: () => ({ content: 'Called them twice.' }),
  },
  [`POST ${request}/follow-up`]: {
    ...ofPatient,
    on: request,
    fields: () => ({ followUpDate: '2027-01-04' }),
  },
  [`POST ${request}/contacts`]: {
    ...ofPatient,
    on: request,
    fields: () => ({
      contactedOn: new Date().toISOString().slice(0, 10),
      way: 'phone',
      outcome: 'Not received yet',
    }),
  },
  [`GET ${request}/fees/:fee/invoice`]: { ...ofPatient, gives: 'way' },
  [`POST ${request}/fees/:fee/ask`]: {
    ...ofPatient,
    on: request,
    isAboutVersion: true,
    fields: () => ({ question: 'Is it per page?' }),
  },
  [`POST ${request}/fees/:fee/approve`]: { ...ofPatient, on: request, isAboutVersion: true },
  [`POST ${request}/fees/:fee/reject`]: {
    ...ofPatient,
    on: request,
    by: { fee: 'otherFee' },
    isAboutVersion: true,
    fields: () => ({ message: 'More than the state allows.' }),
  },
  [`POST ${request}/details`]: {
    ...ofPatient,
    on: request,
    fields: () => ({ reference: 'PI-0042', dueDate: '2027-01-05' }),
  },
  [`POST ${request}/tags`]: { ...ofPatient, on: request, fields: () => ({ tags: 'Lien, Trial' }) },
  [`POST ${request}/assignee`]: {
    ...ofPatient,
    on: request,
    names: { assignee: 'member' },
    fields: ({ ownMember = '' }) => ({ assignee: ownMember }),
  },
  [`POST ${request}/follow`]: { ...ofPatient, on: request, fields: () => ({ to: 'on' }) },
  [`POST ${request}/reminder`]: { ...ofPatient, on: request, fields: () => ({ remindOn: '2027-01-04' }) },
  [`POST ${request}/confirm-facility`]: { ...ofPatient, by: { request: 'openRequest' }, on: request },
  [`POST ${request}/documents`]: { ...ofPatient, on: request, fields: () => ({ fileName: 'Subpoena.pdf' }) },
  [`GET ${request}/documents/:file/upload`]: { ...ofPatient, by: { file: 'offered' } },
  [`POST ${request}/files/:file/rename`]: {
    ...ofPatient,
    by: { file: 'letter' },
    on: `${request}/files/:file`,
    fields: () => ({ name: 'Renamed.pdf' }),
  },
  [`POST ${request}/files/:file/delete`]: {
    ...ofPatient,
    by: { file: 'letter' },
    on: `${request}/files/:file`,
  },
  [`POST ${request}/cancel`]: { ...ofPatient, by: { request: 'openRequest' }, on: request },
  [`POST ${list}/cancel`]: {
    access: 'permitted',
    names: { request: 'openRequest' },
    done: 200,
    fields: ({ openRequest = '' }) => ({ request: openRequest }),
  },
  [`POST ${patient}/revocation`]: { ...ofPatient, on: patient, fields: () => ({ revoked: '2026-01-02' }) },

  [`GET ${patient}/files`]: ofPatient,
  [`GET ${patient}/files/zip`]: { ...ofPatient, gives: 'file' },
  [`POST ${patient}/files/:file/review`]: { ...reviewedFile, on: `${patient}/files` },
  [`GET ${patient}/notes`]: ofPatient,
  [`GET ${imports}`]: { access: 'permitted' },
  [`GET ${imports}/:import`]: ofPatient,
  [`GET ${imports}/:import/result`]: { ...ofPatient, gives: 'way' },
  [`GET ${imports}/:import/faulty-rows`]: { ...ofPatient, by: { import: 'mappedImport' }, gives: 'way' },
  [`GET ${imports}/new`]: { access: 'permitted' },
  [`POST ${imports}/new`]: {
    access: 'permitted',
    on: `${imports}/new`,
    names: { project: 'projectId' },
    fields: ({ projectId = '' }) => ({ kind: 'patients', project: projectId }),
  },
  [`GET ${imports}/templates/patients`]: { access: 'permitted', gives: 'file' },
  [`GET ${imports}/templates/recordRequests`]: { access: 'permitted', gives: 'file' },
  [`GET ${draft}`]: ofDraft,
  [`POST ${draft}/columns`]: {
    ...ofDraft,
    by: { draft: 'openDraft' },
    on: `${draft}?step=columns`,
    fields: () => ({ field: ['id', 'firstName', 'lastNames', 'dateOfBirth'] }),
  },
  [`POST ${draft}/run`]: { ...ofDraft, on: draft },
  [`POST ${draft}/discard`]: { ...ofDraft, by: { draft: 'openDraft' }, on: draft },

  [`GET ${place}/inbox`]: { access: 'permitted' },
  [`POST ${place}/inbox`]: { access: 'permitted', done: 409 },
  [`GET ${place}/inbox/:delivery`]: { ...owned, by: { delivery: 'inboxDelivery' } },

  [`GET ${place}/scenarios`]: { access: 'permitted' },
  [`POST ${place}/scenarios`]: {
    access: 'permitted',
    on: `${place}/scenarios`,
    names: { project: 'projectId' },
    fields: ({ projectId = '' }) => ({ project: projectId, firstName: 'Nohit' }),
  },

  [`GET ${place}/notifications`]: { access: 'permitted' },
  [`POST ${place}/notifications`]: {
    access: 'permitted',
    on: `${place}/notifications`,
    isAboutVersion: true,
    names: { project: 'projectId' },
    fields: ({ projectId = '' }) => ({ ...settings, projects: 'picked', project: projectId }),
  },
  [`POST ${place}/notifications/digest`]: {
    access: 'permitted',
    on: `${place}/notifications`,
    fields: () => ({ digest: 'on' }),
  },
  [`POST ${place}/notifications/weekly`]: {
    access: 'permitted',
    on: `${place}/notifications`,
    fields: () => ({ weekly: 'on' }),
  },
  [`POST ${place}/notifications/fees`]: {
    access: 'permitted',
    on: `${place}/notifications`,
    fields: () => ({ fees: 'on' }),
  },
  [`POST ${place}/notifications/end`]: {
    access: 'permitted',
    on: `${place}/notifications`,
    isAboutVersion: true,
  },

  [`GET ${projects}`]: { access: 'permitted' },
  [`GET ${projects}/new`]: { access: 'permitted' },
  [`POST ${projects}`]: {
    access: 'permitted',
    on: `${projects}/new`,
    fields: () => ({ name: 'Another', purpose: 'Legal', method: 'authorizationPdf' }),
  },
  [`GET ${projects}/:project`]: ofPatient,
  [`POST ${projects}/:project/edit`]: {
    ...ofPatient,
    on: `${projects}/:project`,
    isAboutVersion: true,
    fields: () => ({ name: 'Renamed', purpose: 'Legal', method: 'authorizationPdf' }),
  },

  [`GET ${place}/api-log`]: { access: 'permitted', isOfBoth: true },
  [`GET ${place}/usage`]: manager,
  [`GET ${place}/usage/export`]: { ...manager, gives: 'file' },
  [`GET ${place}/audit`]: manager,
  [`GET ${place}/audit/export`]: { ...manager, gives: 'file' },
  [`POST ${place}/audit/patients`]: {
    access: 'permitted',
    on: `${place}/audit`,
    fields: () => ({ text: 'One' }),
    done: 200,
  },
  [`GET ${patient}/access`]: ofPatient,
  [`GET ${patient}/disclosures`]: { ...ofPatient, gives: 'file' },

  [`GET ${members}`]: manager,
  [`GET ${members}/new`]: manager,
  [`POST ${members}/invitations`]: {
    ...manager,
    on: `${members}/new`,
    names: { role: 'role', project: 'project' },
    fields: ({ role = '', project = '' }) => ({
      email: 'one-more@acme.example',
      name: 'One More',
      role,
      projects: 'picked',
      project,
    }),
  },
  [`GET ${members}/several`]: manager,
  [`POST ${members}/invitations/several`]: {
    ...manager,
    on: `${members}/several`,
    names: { role: 'role', project: 'project' },
    done: 200,
    fields: ({ role = '', project = '' }) => ({
      people: 'two-more@acme.example Two More\nthree-more@acme.example Three More',
      role,
      projects: 'picked',
      project,
    }),
  },
  [`GET ${members}/service-accounts/new`]: manager,
  [`POST ${members}/service-accounts`]: {
    ...manager,
    on: `${members}/service-accounts/new`,
    names: { role: 'role', project: 'project' },
    fields: ({ role = '', project = '' }) => ({ name: 'Night import', role, projects: 'picked', project }),
  },
  [`GET ${members}/roles`]: manager,
  [`GET ${members}/roles/new`]: manager,
  [`POST ${members}/roles`]: {
    ...manager,
    on: `${members}/roles/new`,
    fields: () => ({ name: 'Billing', permission: 'ViewPatients' }),
  },
  [`GET ${members}/roles/:ownRole`]: { ...manager, by: { ownRole: 'ownRole' } },
  [`POST ${members}/roles/:ownRole`]: {
    ...manager,
    by: { ownRole: 'ownRole' },
    on: `${members}/roles/:ownRole`,
    isAboutVersion: true,
    fields: () => ({ name: 'Clerks', permission: 'ViewProjects' }),
  },
  [`GET ${member}/keys`]: { ...manager, by: { member: 'account' } },
  [`GET ${member}/keys/new`]: { ...manager, by: { member: 'account' } },
  [`POST ${member}/keys/named`]: { ...manager, by: { member: 'account' }, ...namedKey },
  [`GET ${member}/keys/:key`]: { access: 'permitted', by: { member: 'account', key: 'accountKey' } },
  [`POST ${member}/keys/:key/rotate`]: {
    access: 'permitted',
    by: { member: 'account', key: 'accountKey' },
    fields: () => ({ life: '30', overlap: '24' }),
    done: 200,
  },
  [`POST ${member}/keys/revoke`]: {
    ...manager,
    by: { member: 'account', key: 'accountKey' },
    on: `${member}/keys/:key`,
    names: { key: 'accountKey' },
    fields: () => ({ confirmed: 'yes' }),
  },
  [`POST ${members}/sign-on`]: manager,
  [`POST ${members}/fee-limit`]: {
    ...manager,
    on: members,
    isAboutVersion: true,
    fields: () => ({ limit: '25.00' }),
  },
  [`POST ${invitation}/send-again`]: { ...manager, on: members, isAboutVersion: true },
  [`POST ${invitation}/take-back`]: { ...manager, on: members, isAboutVersion: true },
  [`GET ${member}`]: manager,
  [`POST ${member}/role`]: {
    ...manager,
    on: member,
    names: { role: 'role' },
    isAboutVersion: true,
    fields: ({ otherRole = '' }) => ({ role: otherRole }),
  },
  [`POST ${member}/projects`]: {
    ...manager,
    on: member,
    names: { project: 'project' },
    isAboutVersion: true,
    fields: ({ project = '' }) => ({ projects: 'picked', project }),
  },
  [`POST ${member}/end-keys`]: { ...manager, on: member, isAboutVersion: true },
  [`POST ${member}/end-sessions`]: { ...manager, on: member, isAboutVersion: true },
  [`POST ${member}/remove`]: {
    ...manager,
    on: member,
    names: { assignee: 'member' },
    isAboutVersion: true,
    fields: ({ ownMember = '' }) => ({ assignee: ownMember }),
  },

  'POST /console/sign-out': { access: 'person', on: account },
  'POST /console/sign-out-everywhere': { access: 'person', on: account },
};

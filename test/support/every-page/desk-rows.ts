/** Every page and action of the desk: a route without a row here fails the test over all of them. */
import type { Row, Rows } from './row';

const queue = '/desk/queue/:kind/:uid';
const review = '/desk/authorizations/:uid';
const site = '/desk/sites/:uid';
const request = '/desk/requests/:uid';
const chart = '/desk/charts/:uid';
const fees = '/desk/fees/:uid';
const endpoint = '/desk/endpoints/:uid';
const patient = '/desk/patients/:uid';
const account = '/desk/account';

const waiting = { access: 'permitted', by: { uid: 'review' } } as const;
const today = (): string => new Date().toISOString().slice(0, 10);
const tomorrow = (): string => new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);

/** Returns the row about an item of one kind. */
function about(uid: string, row: Omit<Row, 'access' | 'by'> = {}): Row {
  return { access: 'permitted', by: { uid }, ...row };
}

/** Forms are in an order in which each can be sent successfully, one after the other. */
export const deskRows: Rows = {
  'GET /desk/sign-in': { access: 'anybody' },
  'POST /desk/sign-in': {
    access: 'anybody',
    on: '/desk/sign-in',
    fields: () => ({ email: 'nobody@recordwell.example' }),
  },
  'GET /desk/sign-in/sent': { access: 'anybody' },
  'GET /desk/sign-in/:token': { access: 'anybody', by: { token: 'link' } },
  'POST /desk/sign-in/:token': { access: 'anybody', by: { token: 'link' }, on: '/desk/sign-in/:token' },
  'GET /desk/account': { access: 'person' },
  'POST /desk/account/sessions/:session/end': { access: 'person', on: account },

  'GET /desk': { access: 'permitted' },
  'GET /desk/counts': { access: 'permitted', gives: 'data' },
  [`POST ${queue}/take`]: { ...waiting, on: review },
  [`POST ${queue}/release`]: waiting,
  [`POST ${queue}/snooze`]: { ...waiting, on: '/desk', fields: () => ({ until: tomorrow() }) },
  [`POST ${queue}/wake`]: waiting,
  'POST /desk/bulk': {
    access: 'permitted',
    on: '/desk',
    fields: ({ review: uid = '' }) => ({ action: 'take', item: `authorization:${uid}` }),
  },
  'GET /desk/bulk/:uid': about('bulk'),

  [`GET ${review}`]: about('review'),
  [`GET ${review}/documents/:document/pages/:page`]: about('review', {
    gives: 'picture',
    writes: 'insert shown_page',
  }),
  [`POST ${review}/decide`]: about('review', {
    on: review,
    isAboutVersion: true,
    fields: () => ({ status: 'MissingSignature', reason: 'The line is empty.' }),
  }),

  'GET /desk/approved': { access: 'permitted' },

  [`GET ${chart}`]: about('request'),
  [`GET ${chart}/files/:file`]: { access: 'permitted', by: { uid: 'request', file: 'held' } },
  [`GET ${chart}/files/:file/pages/:page`]: {
    access: 'permitted',
    gives: 'picture',
    by: { uid: 'request', file: 'held' },
  },
  [`POST ${chart}/files/:file/release`]: {
    access: 'permitted',
    by: { uid: 'request', file: 'held' },
    on: `${chart}/files/:file`,
    fields: () => ({ reason: 'a misprint' }),
  },
  [`POST ${chart}/files/:file/reject`]: {
    access: 'permitted',
    by: { uid: 'request', file: 'alsoHeld' },
    on: `${chart}/files/:file`,
    fields: () => ({ reason: "another person's" }),
  },

  [`GET ${fees}`]: about('request'),
  [`GET ${fees}/:fee/invoice`]: { access: 'permitted', gives: 'way', by: { uid: 'request' } },
  [`POST ${fees}/answer`]: about('request', {
    on: fees,
    isAboutVersion: true,
    fields: () => ({ answer: 'It is per page.' }),
  }),
  [`POST ${fees}/withdraw`]: about('request', { on: fees, isAboutVersion: true }),
  [`POST ${fees}/close`]: about('request', { on: fees, isAboutVersion: true }),
  [`POST ${fees}/pay`]: about('request', {
    on: fees,
    isAboutVersion: true,
    fields: () => ({ paidOn: '2026-01-02' }),
  }),
  [`POST ${fees}/invoice`]: about('request', { on: fees, fields: () => ({ invoice: 'Invoice.pdf' }) }),
  [`POST ${fees}/enter`]: about('request', { on: fees, fields: () => ({ amount: '30.00', basis: 'flat' }) }),

  [`GET ${site}`]: about('site'),
  [`POST ${site}/verify`]: about('site', { on: site }),
  [`POST ${site}/unverify`]: about('site'),
  [`POST ${site}/link`]: about('site', { done: 409, fields: ({ absent = '' }) => ({ facility: absent }) }),
  [`POST ${site}/unlink`]: about('site', { done: 409 }),
  [`POST ${site}/unmerge`]: about('site', { done: 409 }),

  'POST /desk/requests/find': {
    access: 'permitted',
    on: '/desk',
    fields: ({ request: number = '' }) => ({ number }),
  },
  [`GET ${request}`]: about('request'),
  [`GET ${request}/files/:file`]: about('request', { gives: 'way' }),
  [`GET ${request}/packet`]: about('request', { done: 404 }),
  // The workflow is asked again, and finds nothing else to do.
  [`POST ${request}/prepare-packet`]: about('request', { addsAgain: ['outbox_command'] }),
  [`POST ${request}/mark-sent`]: about('request', {
    done: 409,
    fields: () => ({ way: 'fax', tracking: '' }),
  }),
  [`POST ${request}/status`]: about('request', {
    on: request,
    isAboutVersion: true,
    fields: () => ({ status: 'FacilityRefusal', reason: 'they said so', tell: '' }),
  }),
  [`POST ${request}/contact`]: about('request', {
    on: request,
    isAboutVersion: true,
    fields: () => ({ contact: today(), way: 'phone', followUp: tomorrow() }),
  }),
  [`POST ${request}/note`]: about('request', {
    on: request,
    fields: () => ({ content: 'The facility was called.' }),
  }),
  [`POST ${request}/uploads`]: about('request', {
    on: request,
    fields: () => ({ name: 'Medical Record.pdf', as: 'deliverable' }),
  }),
  [`GET ${request}/uploads/:upload`]: about('request'),

  [`GET ${endpoint}`]: about('failedEndpoint'),
  [`POST ${endpoint}/enable`]: about('failedEndpoint', { on: endpoint }),
  'GET /desk/exchanges/:uid': about('exchange'),

  [`GET ${patient}`]: about('searched'),
  [`GET ${patient}/authorization-form`]: about('searched', { gives: 'file' }),
  [`GET ${patient}/people`]: about('searched'),
  [`POST ${patient}/rearm`]: about('searched', { on: patient }),
  [`POST ${patient}/identity`]: about('searched', {
    on: patient,
    isAboutVersion: true,
    fields: () => ({ candidate: 'nobody', reason: 'the customer told' }),
  }),
  [`POST ${patient}/doubt`]: about('searched', {
    on: patient,
    isAboutVersion: true,
    fields: () => ({ same: 'yes', reason: 'the customer told' }),
  }),
  [`POST ${patient}/revocation`]: about('review', {
    on: patient,
    isAboutVersion: true,
    fields: () => ({ revoked: '2026-01-02' }),
  }),
  [`POST ${patient}/death`]: about('searched', {
    on: patient,
    isAboutVersion: true,
    fields: () => ({ died: '2026-01-02' }),
  }),
  'GET /desk/audit': { access: 'permitted' },
  'GET /desk/workflows/:type/:subject': {
    access: 'permitted',
    gives: 'way',
    by: { type: 'searchWorkflow', subject: 'searched' },
  },
  'GET /desk/workflows/:type/:subject/:run': {
    access: 'permitted',
    gives: 'way',
    by: { type: 'checkWorkflow', subject: 'checked', run: 'page' },
  },

  'POST /desk/sign-out': { access: 'person', on: account },
  'POST /desk/sign-out-everywhere': { access: 'person', on: account },
};

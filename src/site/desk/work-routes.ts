/** The pages of queue items other than authorizations, and the actions on them. */
import { z } from 'zod';
import { formLanguages } from '../../domain/authorizations/authorization-form';
import { needsDocument } from '../../domain/authorizations/authorization-status';
import { addressLines } from '../../domain/clinical/site';
import { isRealDate } from '../../domain/clinical/calendar-date';
import { packetWays } from '../../domain/record-requests/packet';
import { recordRequestStatuses } from '../../domain/record-requests/record-request';
import { searchKinds } from '../../domain/searches/search';
import { clockIn } from '../../domain/time-zones';
import { workflows } from '../../domain/workflows';
import type { DeskChange } from '../../usecases/change';
import { enableAtDesk, showEndpoint } from '../../usecases/desk/endpoints';
import { showExchange } from '../../usecases/desk/workflows';
import { findItem } from '../../usecases/desk/queue';
import {
  establishDeathAtDesk,
  makeFormAtDesk,
  rearmAtDesk,
  showPatientWork,
  showPeople,
  decideDoubtAtDesk,
  decideIdentityAtDesk,
  revokeAtDesk,
} from '../../usecases/desk/patients';
import {
  askForPacketAtDesk,
  findRequestAtDesk,
  packetToSend,
  requestFileUrl,
  showRequest,
  workOnRequest,
  type RequestAct,
} from '../../usecases/desk/requests';
import { decideSite, showSite, type SiteDecisionInput } from '../../usecases/desk/sites';
import { contactTextShape } from '../contact-form';
import { formKey } from '../form-key';
import { checkbox, field, formOf, hiddenField, version } from '../forms';
import { messageFor, redirectDone } from '../messages';
import { page, redirect, type Reply } from '../reply';
import { uidIn } from '../visit';
import { lineOf } from './lines';
import { renderEndpointPage } from './pages/endpoint-page';
import { renderExchangePage } from './pages/exchange-page';
import { knownByMax, renderPatientPage } from './pages/patient-page';
import { renderPeoplePage } from './pages/people-page';
import { renderPacketPage, renderRequestPage, textsMax } from './pages/request-page';
import { renderSitePage } from './pages/site-page';
import { deskPath } from './paths';
import { act, auditedLook, decision, look, missing, pageOfForm, type DeskRoute } from './routes';
import type { DeskVisit } from './visit';

const doneTexts: Readonly<Record<string, string>> = {
  take: 'Assigned to you.',
  decided: 'Decision saved.',
  done: 'Changes saved.',
  attached: 'File attached.',
  waits: 'Saved. The status changes once the new files are compared with the patient.',
};

const reasonLine = (max: number) => field(lineOf(max, `Enter one line of at most ${max} characters.`));

/**
 * Returns a decision that returns to its item's page. @param folder the first segment of that page's path
 */
function decisionOn(
  folder: string,
  segment: string,
  event: string,
  work: (change: DeskChange, uid: string, form: URLSearchParams) => Promise<unknown>,
): DeskRoute {
  return decision(`/${folder}/:uid/${segment}`, event, async visit => {
    const uid = uidIn(visit);
    const result = await visit.change(change => work(change, uid, visit.form));
    return redirectDone(deskPath(folder, uid), result === 'waits' ? 'waits' : 'done');
  });
}

async function showSitePage(visit: DeskVisit): Promise<Reply> {
  const { viewer, principal } = visit;
  const found = await visit.change(change => showSite(change, uidIn(visit)));
  const { site, standsFor, candidates, visits, recordRequests, item } = found;
  return page(
    renderSitePage(viewer, {
      site: { ...site, address: addressLines(site).join(', ') },
      standsFor,
      visits,
      recordRequests,
      item,
      operatorUid: principal.operatorUid,
      message: messageFor(visit, doneTexts),
      candidates: candidates.map(({ facility, likelihood }) => ({
        ...facility,
        likelihood,
        address: addressLines(facility).join(', '),
      })),
    }),
  );
}

const findForm = z.object({ number: field(z.string().max(64)) });

async function findRequest(visit: DeskVisit): Promise<Reply> {
  const uid = await findRequestAtDesk(visit.parts.db, formOf(findForm, visit.form).number);
  return redirect(deskPath('requests', uid));
}

const linkForm = z.object({ facility: field(z.string()) });

function siteDecision(kind: SiteDecisionInput['kind']): DeskRoute {
  return decisionOn('sites', kind, `site.${kind}`, (change, uid, form) =>
    decideSite(
      change,
      uid,
      kind === 'link' ? { kind, facilityUid: formOf(linkForm, form).facility } : { kind },
    ),
  );
}

async function showRequestPage(visit: DeskVisit): Promise<Reply> {
  const { viewer, principal, parts } = visit;
  const found = await visit.change(change => showRequest(change, uidIn(visit)));
  const { project, request, waitsFor, progress, site, steps, notes, packet, files, item } = found;
  const workflowId = workflows.recordRequest.id({ recordRequestUid: request.uid });
  return page(
    renderRequestPage(viewer, {
      request,
      project,
      waitsFor,
      progress,
      packet,
      comparison: found.comparison,
      item,
      operatorUid: principal.operatorUid,
      siteLines: site === undefined ? [] : addressLines(site),
      contacts: [
        ['Phone', site?.phone ?? 'Unknown'],
        ['Fax', site?.fax ?? 'Unknown'],
      ],
      datesOfService: found.datesOfService?.message ?? null,
      steps: steps.map(step => ({ ...step, actorName: step.actor.name })),
      contactLog: found.contacts,
      fees: found.fees,
      notes: notes.map(note => ({ ...note, authorName: note.author.name })),
      files: files.map(file => ({
        ...file,
        isHandedOut: !['combined', 'arrivals', 'held'].includes(file.area),
      })),
      workflowUrl: parts.workflowUrl('work', workflowId),
      today: clockIn(project.timeZone, parts.clock.now()).day,
      message: messageFor(visit, doneTexts),
    }),
  );
}

const versionForm = z.object({ version });

/** Returns an action on a record request, for the version that its page showed. @param schema its form */
function requestAct(segment: string, event: string, schema: z.ZodType<RequestAct>): DeskRoute {
  return decisionOn('requests', segment, event, (change, uid, form) =>
    workOnRequest(change, uid, formOf(versionForm, form).version, formOf(schema, form)),
  );
}

const moveForm = z
  .object({
    status: field(z.enum(recordRequestStatuses), 'Choose a status.'),
    withoutFiles: checkbox,
    reason: reasonLine(textsMax.reason),
    tell: reasonLine(textsMax.reason),
  })
  .transform(({ withoutFiles: isWithoutFiles, ...move }) => ({
    kind: 'move' as const,
    isWithoutFiles,
    ...move,
  }));

const sentForm = z
  .object({ way: field(z.enum(packetWays), 'Choose how it was sent.'), tracking: reasonLine(100) })
  .transform(({ way, tracking: trackingNumber }) => ({ kind: 'markSent' as const, way, trackingNumber }));

const day = field(z.string().trim());
const contactForm = z
  .object({ contact: day, followUp: day, ...contactTextShape })
  .transform(({ contact, followUp, ...texts }) => ({
    kind: 'contact' as const,
    ...texts,
    contactDate: contact,
    followUpDate: followUp === '' ? null : followUp,
  }));

const isNote = (text: string): boolean =>
  text !== '' && text.length <= textsMax.note && !text.includes('\0') && text.isWellFormed();
const noteForm = z
  .object({
    content: field(
      z
        .string()
        .overwrite(text => text.replaceAll('\r\n', '\n').trim())
        .refine(isNote),
      `Enter a note of 1 to ${textsMax.note} characters.`,
    ),
    once: formKey,
  })
  .transform(({ content, once: formKey }) => ({ kind: 'note' as const, content, formKey }));

async function showFile(visit: DeskVisit): Promise<Reply> {
  const { parts } = visit;
  const ref = { uid: uidIn(visit), fileUid: uidIn(visit, 'file') };
  return redirect(await visit.change(change => requestFileUrl(change, parts.files, ref)));
}

async function showPacket(visit: DeskVisit): Promise<Reply> {
  const { viewer, parts } = visit;
  const requestUid = uidIn(visit);
  const packet = await visit.change(change => packetToSend(change, parts.files, requestUid));
  return page(renderPacketPage(viewer, packet));
}

async function showEndpointPage(visit: DeskVisit): Promise<Reply> {
  const { viewer, principal, parts } = visit;
  const uid = uidIn(visit);
  const at = parts.clock.now();
  const { companyId, endpoint, deliveries } = await showEndpoint(parts.db, parts.endpointSealer, principal, {
    uid,
    at,
  });
  const item = await findItem({ tx: parts.db, now: at }, { kind: 'endpoint', uid });
  return page(
    renderEndpointPage(viewer, {
      companyId,
      endpoint,
      item,
      operatorUid: principal.operatorUid,
      message: messageFor(visit, doneTexts),
      deliveries: deliveries.map(delivery => ({
        ...delivery,
        workflowUrl: parts.workflowUrl(
          'deliveries',
          workflows.webhookDelivery.id({ deliveryUid: delivery.deliveryUid }),
        ),
      })),
    }),
  );
}

async function showExchangePage(visit: DeskVisit): Promise<Reply> {
  const { viewer, principal, parts } = visit;
  const uid = uidIn(visit);
  const shown = await showExchange(parts.db, uid);
  const at = { tx: parts.db, now: parts.clock.now() };
  const item = await findItem(at, { kind: 'exchange', uid }, parts.exchangeTerms);
  return page(
    renderExchangePage(viewer, {
      ...shown,
      item,
      operatorUid: principal.operatorUid,
      message: messageFor(visit, doneTexts),
      workflowUrl: parts.workflowUrl('work', workflows.rosterExchange.id({ partner: shown.file.partner })),
    }),
  );
}

async function showPatientPage(visit: DeskVisit): Promise<Reply> {
  const { viewer, principal, parts } = visit;
  const uid = uidIn(visit);
  const found = await visit.change(change => showPatientWork(change, uid));
  const { patient, project, searches, doubted, runs, statedDeath, latestVisitOn, item } = found;
  return page(
    renderPatientPage(viewer, {
      patient: {
        ...patient,
        statedDeath,
        latestVisitOn,
        names: [patient.firstName, ...patient.lastNames].join(' ').trim(),
      },
      project,
      needsDocument: needsDocument(project),
      searches,
      doubted,
      runs,
      item,
      operatorUid: principal.operatorUid,
      message: messageFor(visit, doneTexts),
      workflowUrl: parts.workflowUrl('work', workflows.patientSearch.id({ patientUid: uid })),
    }),
  );
}

async function showPeoplePage(visit: DeskVisit): Promise<Reply> {
  const uid = uidIn(visit);
  return page(renderPeoplePage(visit.viewer, await visit.change(change => showPeople(change, uid))));
}

const languageForm = z.object({
  language: field(
    z
      .string()
      .transform(text => (text === '' ? 'en' : text))
      .pipe(z.enum(formLanguages)),
    'Choose a language.',
  ),
});

async function downloadForm(visit: DeskVisit): Promise<Reply> {
  const { language } = formOf(languageForm, new URLSearchParams(visit.context.querystring));
  const uid = uidIn(visit);
  const bytes = await visit.change(change => makeFormAtDesk(change, uid, language));
  return { kind: 'pdf', bytes, fileName: 'Authorization form.pdf' };
}

const searchForm = z.object({ search: hiddenField(text => searchKinds.find(known => known === text)) });

/** The number of a person; `null` for none of them. */
const candidate = z
  .string()
  .regex(/^(?:nobody|\d{1,3})$/)
  .transform(text => (text === 'nobody' ? null : Number(text)));

const howKnown = reasonLine(knownByMax).refine(
  reason => reason !== undefined,
  'Enter how you know. It is kept in the audit log.',
);

const identityForm = searchForm
  .extend({ version, candidate: field(candidate, 'Choose a person, or "None of them".'), reason: howKnown })
  .transform(({ search: kind, ...identity }) => ({ kind, ...identity }));

const doubtForm = searchForm
  .extend({
    version,
    candidate: hiddenField(text => (/^\d{1,3}$/.test(text) ? Number(text) : undefined)),
    same: field(z.enum(['yes', 'no']), 'Choose whether the person is the patient.'),
    reason: howKnown,
  })
  .transform(({ search: kind, same, ...doubt }) => ({ kind, isPatient: same === 'yes', ...doubt }));

const revocationForm = z
  .object({ version, revoked: field(z.string().trim().refine(isRealDate), 'Enter a valid date.') })
  .transform(({ version, revoked: revokedOn }) => ({ version, revokedOn }));

const deathForm = z
  .object({
    version,
    died: field(
      z
        .string()
        .trim()
        .refine(text => text === '' || isRealDate(text)),
      'Enter a valid date.',
    ),
  })
  .transform(({ version: shownVersion, died }) => ({
    version: shownVersion,
    dateOfDeath: died === '' ? null : died,
  }));

const heldForm = z.object({
  held: field(z.string().transform(held => (held === 'discard' ? 'discard' : 'send'))),
});

/** The pages of sites, record requests, endpoints, exchanges, and patients. */
export const workRoutes: readonly DeskRoute[] = [
  auditedLook('/sites/:uid', 'site.read', showSitePage),
  ...(['verify', 'unverify', 'link', 'unlink', 'unmerge'] as const).map(siteDecision),
  act(
    '/requests/find',
    'recordRequest.search',
    findRequest,
    missing('No record request found', () => deskPath()),
  ),
  auditedLook('/requests/:uid', 'recordRequest.read', showRequestPage),
  auditedLook('/requests/:uid/files/:file', 'recordRequest.readFile', showFile),
  auditedLook('/requests/:uid/packet', 'recordRequest.readPacket', showPacket, {
    refused: missing('No packet to send', pageOfForm),
  }),
  requestAct('status', 'recordRequest.changeStatus', moveForm),
  requestAct('mark-sent', 'recordRequest.markSent', sentForm),
  requestAct('contact', 'recordRequest.noteContact', contactForm),
  decisionOn('requests', 'prepare-packet', 'recordRequest.askForPacket', askForPacketAtDesk),
  requestAct('note', 'note.create', noteForm),
  look('/endpoints/:uid', 'showEndpoint', showEndpointPage),
  decisionOn('endpoints', 'enable', 'webhookEndpoint.enable', (change, uid, form) =>
    enableAtDesk(change, uid, formOf(heldForm, form).held),
  ),
  look('/exchanges/:uid', 'showExchange', showExchangePage),
  auditedLook('/patients/:uid', 'patient.read', showPatientPage),
  auditedLook('/patients/:uid/authorization-form', 'authorizationForm.create', downloadForm, {
    refused: missing('No form to download', pageOfForm, 409),
  }),
  auditedLook('/patients/:uid/people', 'search.readPeople', showPeoplePage),
  decisionOn('patients', 'rearm', 'search.rearm', (change, uid, form) =>
    rearmAtDesk(change, uid, formOf(searchForm, form).search),
  ),
  decisionOn('patients', 'identity', 'search.tellIdentity', (change, uid, form) =>
    decideIdentityAtDesk(change, uid, formOf(identityForm, form)),
  ),
  decisionOn('patients', 'doubt', 'search.decideDoubt', (change, uid, form) =>
    decideDoubtAtDesk(change, uid, formOf(doubtForm, form)),
  ),
  decisionOn('patients', 'revocation', 'authorization.revoke', (change, uid, form) =>
    revokeAtDesk(change, uid, formOf(revocationForm, form)),
  ),
  decisionOn('patients', 'death', 'patient.establishDeath', (change, uid, form) =>
    establishDeathAtDesk(change, uid, formOf(deathForm, form)),
  ),
];

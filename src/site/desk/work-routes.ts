/** The pages of what waits beside authorizations, and what is done about it. */
import { z } from 'zod';
import { addressLines } from '../../domain/clinical/site';
import { dayInUtc, isRealDate } from '../../domain/clinical/calendar-date';
import { packetWays } from '../../domain/record-requests/packet';
import { recordRequestStatuses } from '../../domain/record-requests/record-request';
import { searchKinds } from '../../domain/searches/search';
import { workflows } from '../../domain/workflows';
import type { DeskChange } from '../../usecases/change';
import { enableAtDesk, showEndpoint } from '../../usecases/desk/endpoints';
import { showExchange } from '../../usecases/desk/workflows';
import { findItem } from '../../usecases/desk/queue';
import {
  establishDeathAtDesk,
  rearmAtDesk,
  showPatientWork,
  tellIdentityAtDesk,
} from '../../usecases/desk/patients';
import {
  askForPacketAtDesk,
  packetUrls,
  requestFileUrl,
  showRequest,
  workOnRequest,
  type RequestAct,
} from '../../usecases/desk/requests';
import { decideSite, showSite, type SiteDecisionSaid } from '../../usecases/desk/sites';
import { checkbox, field, formOf, hiddenField, version } from '../forms';
import { messageFor, redirectDone } from '../messages';
import { page, redirect, type Reply } from '../reply';
import { uidIn } from '../visit';
import { lineOf } from './lines';
import { renderEndpointPage } from './pages/endpoint-page';
import { renderExchangePage } from './pages/exchange-page';
import { knownByMax, renderPatientPage } from './pages/patient-page';
import { renderPacketPage, renderRequestPage, textsMax } from './pages/request-page';
import { renderSitePage } from './pages/site-page';
import { deskPath } from './paths';
import { auditedLook, decision, look, refusedToItsPage, type DeskRoute } from './routes';
import type { DeskVisit } from './visit';

const doneTexts: Readonly<Record<string, string>> = {
  take: 'It is yours.',
  decided: 'The decision is stored.',
  done: 'It is done.',
  attached: 'The file is attached.',
};

/** A line that somebody may type. */
const reasonLine = (max: number) => field(lineOf(max, `A reason is one line of ${max} characters at most.`));

/**
 * A decision about a thing: done, it leads back to its page. @param folder where such things have their pages
 */
function decisionOn(
  folder: string,
  segment: string,
  event: string,
  work: (change: DeskChange, uid: string, form: URLSearchParams) => Promise<unknown>,
): DeskRoute {
  return decision(`/${folder}/:uid/${segment}`, event, async visit => {
    const uid = uidIn(visit);
    await visit.change(change => work(change, uid, visit.form));
    return redirectDone(deskPath(folder, uid), 'done');
  });
}

async function showTheSite(visit: DeskVisit): Promise<Reply> {
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

const linkForm = z.object({ facility: field(z.string()) });

function siteDecision(kind: SiteDecisionSaid['kind']): DeskRoute {
  return decisionOn('sites', kind, `site.${kind}`, (change, uid, form) =>
    decideSite(
      change,
      uid,
      kind === 'link' ? { kind, facilityUid: formOf(linkForm, form).facility } : { kind },
    ),
  );
}

async function showTheRequest(visit: DeskVisit): Promise<Reply> {
  const { viewer, principal, parts } = visit;
  const found = await visit.change(change => showRequest(change, uidIn(visit)));
  const { project, request, waitsFor, site, steps, notes, packet, datesOfService, files, item } = found;
  const workflowId = workflows.recordRequest.id({ recordRequestUid: request.uid });
  return page(
    renderRequestPage(viewer, {
      request,
      project,
      waitsFor,
      packet,
      item,
      operatorUid: principal.operatorUid,
      siteLines: site === undefined ? [] : addressLines(site),
      contacts: [
        ['Telephone', site?.phone ?? 'Not known'],
        ['Fax', site?.fax ?? 'Not known'],
      ],
      datesOfService: datesOfService?.message ?? null,
      steps: steps.map(step => ({ ...step, actorName: step.actor.name })),
      notes: notes.map(note => ({ ...note, authorName: note.author.name })),
      files: files.map(file => ({ ...file, isHandedOut: file.area !== 'combined' })),
      workflowUrl: parts.workflowUrl('work', workflowId),
      today: dayInUtc(parts.clock.now()),
      message: messageFor(visit, doneTexts),
    }),
  );
}

const versionForm = z.object({ version });

/** An act on a record request, about the version that its page showed. @param schema what its form says */
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
  .object({ contact: day, followUp: day })
  .transform(({ contact, followUp }) => ({
    kind: 'contact' as const,
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
      `A note has 1 to ${textsMax.note} characters.`,
    ),
  })
  .transform(({ content }) => ({ kind: 'note' as const, content }));

async function showFile(visit: DeskVisit): Promise<Reply> {
  const { parts } = visit;
  const ref = { uid: uidIn(visit), fileUid: uidIn(visit, 'file') };
  return redirect(await visit.change(change => requestFileUrl(change, parts.files, ref)));
}

async function showPacket(visit: DeskVisit): Promise<Reply> {
  const { viewer, parts } = visit;
  const requestUid = uidIn(visit);
  const files = await visit.change(change => packetUrls(change, parts.files, requestUid));
  return page(renderPacketPage(viewer, { requestUid, files }));
}

async function showTheEndpoint(visit: DeskVisit): Promise<Reply> {
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

async function showTheExchange(visit: DeskVisit): Promise<Reply> {
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

async function showThePatient(visit: DeskVisit): Promise<Reply> {
  const { viewer, principal, parts } = visit;
  const uid = uidIn(visit);
  const { patient, project, searches, runs, statedDeath, item } = await visit.change(change =>
    showPatientWork(change, uid),
  );
  return page(
    renderPatientPage(viewer, {
      patient: { ...patient, statedDeath, names: [patient.firstName, ...patient.lastNames].join(' ') },
      project,
      searches,
      runs,
      item,
      operatorUid: principal.operatorUid,
      message: messageFor(visit, doneTexts),
      workflowUrl: parts.workflowUrl('work', workflows.patientSearch.id({ patientUid: uid })),
    }),
  );
}

const searchForm = z.object({ search: hiddenField(text => searchKinds.find(known => known === text)) });

/** The number of one of the people; null for nobody. */
const candidate = z
  .string()
  .regex(/^(?:nobody|\d{1,3})$/)
  .transform(text => (text === 'nobody' ? null : Number(text)));

const identityForm = searchForm
  .extend({
    version,
    candidate: field(candidate, 'Choose one of them, or nobody.'),
    reason: reasonLine(knownByMax).refine(
      reason => reason !== undefined,
      'Say how it is known: it is kept in the audit trail.',
    ),
  })
  .transform(({ search: kind, ...identity }) => ({ kind, ...identity }));

const deathForm = z
  .object({
    version,
    died: field(
      z
        .string()
        .trim()
        .refine(text => text === '' || isRealDate(text)),
      'That is no day.',
    ),
  })
  .transform(({ version: seenVersion, died }) => ({
    version: seenVersion,
    dateOfDeath: died === '' ? null : died,
  }));

const heldForm = z.object({
  held: field(z.string().transform(held => (held === 'discard' ? 'discard' : 'send'))),
});

/** The pages of sites, record requests, endpoints, exchanges and patients. */
export const workRoutes: readonly DeskRoute[] = [
  auditedLook('/sites/:uid', 'site.read', showTheSite),
  ...(['verify', 'unverify', 'link', 'unlink', 'unmerge'] as const).map(siteDecision),
  auditedLook('/requests/:uid', 'recordRequest.read', showTheRequest),
  auditedLook('/requests/:uid/files/:file', 'recordRequest.readFile', showFile),
  auditedLook('/requests/:uid/packet', 'recordRequest.readPacket', showPacket, { refused: refusedToItsPage }),
  requestAct('status', 'recordRequest.changeStatus', moveForm),
  requestAct('mark-sent', 'recordRequest.markSent', sentForm),
  requestAct('contact', 'recordRequest.noteContact', contactForm),
  decisionOn('requests', 'prepare-packet', 'recordRequest.askForPacket', askForPacketAtDesk),
  requestAct('note', 'note.create', noteForm),
  look('/endpoints/:uid', 'showEndpoint', showTheEndpoint),
  decisionOn('endpoints', 'enable', 'webhookEndpoint.enable', (change, uid, form) =>
    enableAtDesk(change, uid, formOf(heldForm, form).held),
  ),
  look('/exchanges/:uid', 'showExchange', showTheExchange),
  auditedLook('/patients/:uid', 'patient.read', showThePatient),
  decisionOn('patients', 'rearm', 'search.rearm', (change, uid, form) =>
    rearmAtDesk(change, uid, formOf(searchForm, form).search),
  ),
  decisionOn('patients', 'identity', 'search.tellIdentity', (change, uid, form) =>
    tellIdentityAtDesk(change, uid, formOf(identityForm, form)),
  ),
  decisionOn('patients', 'death', 'patient.establishDeath', (change, uid, form) =>
    establishDeathAtDesk(change, uid, formOf(deathForm, form)),
  ),
];

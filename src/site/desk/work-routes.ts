/** The pages of what waits beside authorizations, and what is done about it. */
import { addressLines } from '../../domain/clinical/site';
import { dayInUtc, isRealDate } from '../../domain/clinical/calendar-date';
import { notFound } from '../../domain/problem';
import { packetWays } from '../../domain/record-requests/packet';
import { recordRequestStatuses } from '../../domain/record-requests/record-request';
import { searchKinds } from '../../domain/searches/search';
import { workflows } from '../../domain/workflows';
import { queriedOf } from '../door-routes';
import { withQuery } from '../paths';
import { page, redirect, type Reply } from '../reply';
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
import { OperatorError } from '../../usecases/operator-error';
import { renderEndpointPage } from './pages/endpoint-page';
import { renderExchangePage } from './pages/exchange-page';
import { knownByMax, renderPatientPage } from './pages/patient-page';
import { renderRefusedPage } from './pages/refused-page';
import { renderPacketPage, renderRequestPage, textsMax } from './pages/request-page';
import { renderSitePage } from './pages/site-page';
import { deskPath } from './paths';
import { auditedLook, decision, look, type Route } from './routes';
import type { Visit } from './visit';
import { uidIn } from '../uid-in';

const doneTexts: Readonly<Record<string, string>> = {
  take: 'It is yours.',
  decided: 'The decision is stored.',
  done: 'It is done.',
  attached: 'The file is attached.',
};

function saidTo(visit: Visit): string | undefined {
  return doneTexts[queriedOf(visit, 'done')];
}

/** A line that was typed; empty is none. @throws OperatorError where it is too long, or more than a line */
function lineIn({ form }: Visit, name: string, max: number): string | undefined {
  const typed = (form.get(name) ?? '').trim();
  if (typed.length > max || /\p{Cc}/u.test(typed) || !typed.isWellFormed())
    throw new OperatorError(`A reason is one line of ${max} characters at most.`);
  return typed === '' ? undefined : typed;
}

/** Does what a form says: done, it leads back to the page; refused, it says why, and who has it. */
async function answered(
  { viewer, attempt, change }: Visit,
  back: string,
  work: (change: DeskChange) => Promise<unknown>,
): Promise<Reply> {
  const outcome = await attempt(() => change(work));
  if (outcome.isDone) return redirect(withQuery(back, { done: 'done' }));
  return page(renderRefusedPage(viewer, { sentence: outcome.sentence, back }), 409);
}

async function showTheSite(visit: Visit): Promise<Reply> {
  const { viewer, principal, change } = visit;
  const found = await change(inner => showSite(inner, uidIn(visit)));
  const { site, standsFor, candidates, visits, recordRequests, item } = found;
  return page(
    renderSitePage(viewer, {
      site: { ...site, address: addressLines(site).join(', ') },
      standsFor,
      visits,
      recordRequests,
      item,
      operatorUid: principal.operatorUid,
      said: saidTo(visit),
      candidates: candidates.map(({ facility, likelihood }) => ({
        ...facility,
        likelihood,
        address: addressLines(facility).join(', '),
      })),
    }),
  );
}

function siteDecision(kind: SiteDecisionSaid['kind']): Route {
  return decision(`/sites/:uid/${kind}`, `site.${kind}`, async visit => {
    const uid = uidIn(visit);
    const facilityUid = visit.form.get('facility') ?? '';
    const said: SiteDecisionSaid = kind === 'link' ? { kind, facilityUid } : { kind };
    return answered(visit, deskPath('sites', uid), inner => decideSite(inner, uid, said));
  });
}

async function showTheRequest(visit: Visit): Promise<Reply> {
  const { viewer, principal, change, parts } = visit;
  const found = await change(inner => showRequest(inner, uidIn(visit)));
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
      said: saidTo(visit),
    }),
  );
}

/** An act on a record request, about the version that its page showed. */
function requestAct(path: string, event: string, actOf: (visit: Visit) => RequestAct): Route {
  return decision(`/requests/:uid/${path}`, event, async visit => {
    const uid = uidIn(visit);
    const version = Number(visit.form.get('version') ?? '');
    return answered(visit, deskPath('requests', uid), inner =>
      workOnRequest(inner, uid, version, actOf(visit)),
    );
  });
}

function moveIn(visit: Visit): RequestAct {
  const status = recordRequestStatuses.find(known => known === visit.form.get('status'));
  if (status === undefined) throw new OperatorError('Choose a status.');
  return {
    kind: 'move',
    status,
    isWithoutFiles: visit.form.get('withoutFiles') === 'yes',
    reason: lineIn(visit, 'reason', textsMax.reason),
    tell: lineIn(visit, 'tell', textsMax.reason),
  };
}

function sentIn(visit: Visit): RequestAct {
  const way = packetWays.find(known => known === visit.form.get('way'));
  if (way === undefined) throw new OperatorError('Choose how it was sent.');
  return { kind: 'markSent', way, trackingNumber: lineIn(visit, 'tracking', 100) };
}

function contactIn({ form }: Visit): RequestAct {
  const dayIn = (name: string): string => (form.get(name) ?? '').trim();
  const followUpDate = dayIn('followUp');
  return {
    kind: 'contact',
    contactDate: dayIn('contact'),
    followUpDate: followUpDate === '' ? null : followUpDate,
  };
}

function noteIn({ form }: Visit): RequestAct {
  const content = (form.get('content') ?? '').replaceAll('\r\n', '\n').trim();
  if (content === '' || content.length > textsMax.note || content.includes('\0') || !content.isWellFormed())
    throw new OperatorError(`A note has 1 to ${textsMax.note} characters.`);
  return { kind: 'note', content };
}

async function showFile(visit: Visit): Promise<Reply> {
  const { change, parts } = visit;
  const ref = { uid: uidIn(visit), fileUid: uidIn(visit, 'file') };
  return redirect(await change(inner => requestFileUrl(inner, parts.files, ref)));
}

async function showPacket(visit: Visit): Promise<Reply> {
  const { viewer, change, attempt, parts } = visit;
  const uid = uidIn(visit);
  const outcome = await attempt(() => change(inner => packetUrls(inner, parts.files, uid)));
  if (outcome.isDone) return page(renderPacketPage(viewer, { requestUid: uid, files: outcome.value }));
  const back = deskPath('requests', uid);
  return page(renderRefusedPage(viewer, { sentence: outcome.sentence, back }), 409);
}

async function showTheEndpoint(visit: Visit): Promise<Reply> {
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
      said: saidTo(visit),
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

async function showTheExchange(visit: Visit): Promise<Reply> {
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
      said: saidTo(visit),
      workflowUrl: parts.workflowUrl('work', workflows.rosterExchange.id({ partner: shown.file.partner })),
    }),
  );
}

async function showThePatient(visit: Visit): Promise<Reply> {
  const { viewer, principal, change, parts } = visit;
  const uid = uidIn(visit);
  const { patient, project, searches, runs, statedDeath, item } = await change(inner =>
    showPatientWork(inner, uid),
  );
  return page(
    renderPatientPage(viewer, {
      patient: { ...patient, statedDeath, names: [patient.firstName, ...patient.lastNames].join(' ') },
      project,
      searches,
      runs,
      item,
      operatorUid: principal.operatorUid,
      said: saidTo(visit),
      workflowUrl: parts.workflowUrl('work', workflows.patientSearch.id({ patientUid: uid })),
    }),
  );
}

async function rearm(visit: Visit): Promise<Reply> {
  const uid = uidIn(visit);
  const kind = searchKinds.find(known => known === visit.form.get('search'));
  if (kind === undefined) throw notFound('there is no such search');
  return answered(visit, deskPath('patients', uid), inner => rearmAtDesk(inner, uid, kind));
}

async function decideIdentity(visit: Visit): Promise<Reply> {
  const uid = uidIn(visit);
  const kind = searchKinds.find(known => known === visit.form.get('search'));
  if (kind === undefined) throw notFound('there is no such search');
  return answered(visit, deskPath('patients', uid), async inner => {
    const chosen = visit.form.get('candidate') ?? '';
    if (chosen !== 'nobody' && !/^\d{1,3}$/.test(chosen))
      throw new OperatorError('Choose one of them, or nobody.');
    const reason = lineIn(visit, 'reason', knownByMax);
    if (reason === undefined) throw new OperatorError('Say how it is known: it is kept in the audit trail.');
    const version = Number(visit.form.get('version') ?? '');
    const candidate = chosen === 'nobody' ? null : Number(chosen);
    await tellIdentityAtDesk(inner, uid, { kind, candidate, version, reason });
  });
}

async function decideDeath(visit: Visit): Promise<Reply> {
  const uid = uidIn(visit);
  const died = (visit.form.get('died') ?? '').trim();
  const version = Number(visit.form.get('version') ?? '');
  return answered(visit, deskPath('patients', uid), async inner => {
    if (died !== '' && !isRealDate(died)) throw new OperatorError('That is no day.');
    await establishDeathAtDesk(inner, uid, { dateOfDeath: died === '' ? null : died, version });
  });
}

/** The pages of sites, record requests, endpoints, exchanges and patients. */
export const workRoutes: readonly Route[] = [
  auditedLook('/sites/:uid', 'site.read', showTheSite),
  ...(['verify', 'unverify', 'link', 'unlink', 'unmerge'] as const).map(siteDecision),
  auditedLook('/requests/:uid', 'recordRequest.read', showTheRequest),
  auditedLook('/requests/:uid/files/:file', 'recordRequest.readFile', showFile),
  auditedLook('/requests/:uid/packet', 'recordRequest.readPacket', showPacket),
  requestAct('status', 'recordRequest.changeStatus', moveIn),
  requestAct('mark-sent', 'recordRequest.markSent', sentIn),
  requestAct('contact', 'recordRequest.noteContact', contactIn),
  decision('/requests/:uid/prepare-packet', 'recordRequest.askForPacket', async visit => {
    const uid = uidIn(visit);
    return answered(visit, deskPath('requests', uid), inner => askForPacketAtDesk(inner, uid));
  }),
  requestAct('note', 'note.create', noteIn),
  look('/endpoints/:uid', 'showEndpoint', showTheEndpoint),
  decision('/endpoints/:uid/enable', 'webhookEndpoint.enable', async visit => {
    const uid = uidIn(visit);
    const choice = visit.form.get('held') === 'discard' ? 'discard' : 'send';
    return answered(visit, deskPath('endpoints', uid), inner => enableAtDesk(inner, uid, choice));
  }),
  look('/exchanges/:uid', 'showExchange', showTheExchange),
  auditedLook('/patients/:uid', 'patient.read', showThePatient),
  decision('/patients/:uid/rearm', 'search.rearm', rearm),
  decision('/patients/:uid/identity', 'search.tellIdentity', decideIdentity),
  decision('/patients/:uid/death', 'patient.establishDeath', decideDeath),
];

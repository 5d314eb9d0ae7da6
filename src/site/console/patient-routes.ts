import { z } from 'zod';
import { cutPage, parseCursor } from '../../api/schemas/page';
import {
  authorizationStatusAfter,
  authorizationStatuses,
  needsDocument,
} from '../../domain/authorizations/authorization-status';
import { daysLeft } from '../../domain/authorizations/authorization-term';
import { isRealDate } from '../../domain/clinical/calendar-date';
import { nextStepOf } from '../../domain/patients/next-step';
import { notFound } from '../../domain/problem';
import { isClosed } from '../../domain/projects/project';
import { hasDeliverables, type RecordRequest } from '../../domain/record-requests/record-request';
import { authorizationStatusLabels } from '../../domain/status-labels';
import { clockIn } from '../../domain/time-zones';
import { searchNames } from '../../domain/searches/describe-searches';
import { naming, progressOf } from '../../domain/searches/search-progress';
import { isSearchAvailable } from '../../domain/searches/gates';
import {
  isAtRest,
  searchKinds,
  statusOfSearch,
  type PatientSearch,
  type SearchKind,
} from '../../domain/searches/search';
import { listChecks } from '../../embeds/auth-check/reading';
import { field, formOf, hiddenField } from '../forms';
import { revokeSeenAuthorization, uploadOf } from '../../usecases/patients/authorization-terms';
import {
  followSeenPatient,
  openAuthorization,
  switchSeenSearch,
  viewPatient,
  type ViewedPatient,
} from '../../usecases/patients/member-patients';
import { messageFor, redirectDone } from '../messages';
import { page, redirect, type Reply } from '../reply';
import type { Refusal } from '../route';
import { queried, uidIn } from '../visit';
import type { ProgressShown } from './components/patient-progress';
import {
  renderPatientPage,
  type PatientShown,
  type SearchSwitchShown,
  type ShownSearch,
} from './pages/patient-page';
import { downloadForm } from './form-to-sign';
import { pathIn } from './paths';
import { patientSentences } from './problem-sentences';
import { act, auditedLook, type MemberRoute } from './routes';
import { readFor, type MemberVisit } from './visit';

const one = '/patients/:patient';

/** The number of rows per page. */
const pageSize = 50;

function asked(text: string): string | undefined {
  return text === '' ? undefined : text;
}

/**
 * Returns what turning a search on or off does, or `undefined` if the member can't or the project is closed.
 */
function switchOf(
  { principal }: MemberVisit,
  { patient, project }: ViewedPatient,
  { kind, isRequested: isOn }: PatientSearch,
): SearchSwitchShown | undefined {
  if (isClosed(project) || !principal.permissions.has('ManagePatients')) return undefined;
  const { authorizationStatus: status, authorizationEtag } = patient;
  const basis = { needsDocument: needsDocument(project), hasDocument: authorizationEtag !== null };
  const isAvailable = kind === 'siteSonar' || isSearchAvailable(project, kind);
  const sendsBack = !isOn && authorizationStatusAfter(status, { kind: 'searchArmed' }, basis) !== status;
  return { isOn, isAvailable, sendsBack };
}

/** Returns the searches as customers see them. */
function searchesOf(visit: MemberVisit, found: ViewedPatient): ShownSearch[] {
  const { patient, project } = found;
  const now = visit.parts.clock.now();
  const today = clockIn(project.timeZone, now).day;
  return patient.searches.map(search => {
    const facts = { patient, project, atMs: now.getTime(), today };
    const { says, remedy, since, whoActs } = progressOf(search, facts, patient.updatedAt);
    const { supportName } = visit.place;
    const switched = switchOf(visit, found, search);
    return {
      kind: search.kind,
      name: searchNames[search.kind],
      status: statusOfSearch(search),
      sentence: naming(supportName, says),
      since,
      whoActs,
      ...(remedy === null ? {} : { remedy: naming(supportName, remedy) }),
      ...(switched === undefined ? {} : { switch: switched }),
    };
  });
}

/** Returns the checks with their messages, but without the values read from the document. */
function checksOf({ patient, analysis }: ViewedPatient): Pick<PatientShown, 'checks'> {
  if (patient.authorizationEtag === null) return {};
  const verdicts = analysis?.status === 'judged' ? analysis.verdicts : null;
  if (verdicts === null) return { checks: null };
  return {
    checks: listChecks(verdicts).map(({ label, verdict }) => ({
      label,
      status: verdict?.status ?? null,
      message: verdict?.message ?? null,
      remedy: verdict?.remedy ?? null,
    })),
  };
}

/** Returns until when the authorization is valid, and whether the member can revoke it. */
export function termOf(
  { parts, principal }: MemberVisit,
  { patient, project }: Pick<ViewedPatient, 'patient' | 'project'>,
): Pick<PatientShown, 'term'> {
  if (!needsDocument(project)) return {};
  const {
    authorizationStatus,
    authorizationExpiresOn: expiresOn,
    authorizationRevokedOn: revokedOn,
  } = patient;
  const today = clockIn(project.timeZone, parts.clock.now()).day;
  const isApproved = authorizationStatus === 'Approved';
  const isRevocable =
    revokedOn === null &&
    (isApproved || patient.authorizationEtag !== null) &&
    !isClosed(project) &&
    principal.permissions.has('ManagePatients');
  return {
    term: {
      expiresOn,
      revokedOn,
      daysLeft: isApproved ? daysLeft(patient, today) : null,
      ...(isRevocable ? { revocable: { seenUpload: uploadOf(patient), today } } : {}),
    },
  };
}

/** Returns a count in words: `1 facility found`. */
const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** Returns how far the retrieval is, and the next step. @param requests those of the page */
function progressIn(
  { parts }: MemberVisit,
  { patient, project, facilities }: ViewedPatient,
  requests: readonly RecordRequest[] | undefined,
): ProgressShown {
  const today = clockIn(project.timeZone, parts.clock.now()).day;
  const needed = needsDocument(project);
  const hasDocument = patient.authorizationEtag !== null;
  const statuses = patient.searches.map(statusOfSearch).filter(status => status !== 'Inactive');
  const done = statuses.filter(isAtRest).length;
  const received = requests?.filter(({ status }) => hasDeliverables(status)).length ?? 0;
  const left = daysLeft(patient, today);
  const isLapsed = patient.authorizationRevokedOn !== null || (left !== null && left < 0);
  const authorization = hasDocument
    ? `Authorization: ${authorizationStatusLabels[patient.authorizationStatus]}`
    : 'No authorization';
  return {
    stages: [
      'Registered',
      ...(needed || hasDocument ? [authorization] : []),
      statuses.length === 0
        ? 'No searches'
        : `${done} of ${counted(statuses.length, 'search', 'searches')} done`,
      ...(facilities.length === 0 ? [] : [counted(facilities.length, 'facility found', 'facilities found')]),
      ...(requests === undefined || requests.length === 0
        ? []
        : [
            `${counted(requests.length, 'record request', 'record requests')}, ${counted(
              received,
              'received',
              'received',
            )}`,
          ]),
    ],
    next: isClosed(project)
      ? undefined
      : nextStepOf({
          // On the sandbox, requests don't wait for an authorization.
          needsDocument: needed && (project.status !== 'Sandbox' || (requests ?? []).length === 0),
          hasDocument,
          authorizationStatus: patient.authorizationStatus,
          isLapsed,
          searchStatus: patient.searchStatus,
          requests: requests && { total: requests.length, received },
        }),
  };
}

/** Renders the page of the patient that the path names, with the result of the latest action. */
async function patientPage(visit: MemberVisit, refusal?: Refusal): Promise<Reply> {
  const { parts, viewer, place } = visit;
  const wanted = { after: parseCursor(asked(queried(visit, 'after'))), limit: pageSize + 1 };
  const uid = uidIn(visit, 'patient');
  const found = await readFor(visit, 'patient.read', reading => viewPatient(parts, reading, uid, wanted));
  const { patient, project, steps } = found;
  const requests = found.requests === null ? null : cutPage(found.requests, pageSize);
  const laterFrom = requests?.nextCursor ?? undefined;
  const shown: PatientShown = {
    patient,
    project,
    steps,
    requests: requests?.entries ?? null,
    searches: searchesOf(visit, found),
    ...checksOf(found),
    ...termOf(visit, found),
    facilities: found.facilities,
    following: found.following,
    isClosed: isClosed(project),
    progress: progressIn(visit, found, requests?.entries),
    message: messageFor(visit, doneTexts, refusal),
    ...(laterFrom === undefined ? {} : { laterFrom }),
  };
  return page(renderPatientPage(viewer, place, shown), refusal?.status);
}

async function downloadAuthorization(visit: MemberVisit): Promise<Reply> {
  const uid = uidIn(visit, 'patient');
  return redirect(
    await readFor(visit, 'authorization.read', reading => openAuthorization(visit.parts, reading, uid)),
  );
}

const doneTexts = {
  added: "Patient added. Next, upload the patient's authorization.",
  scenario: 'Patient created. Reload the page to see the results of the searches.',
  edited: 'Changes saved.',
  searchOn: 'Search turned on.',
  searchOff: 'Search turned off.',
  followed: 'You follow this patient. Your e-mails can be limited to what you follow.',
  unfollowed: 'You no longer follow this patient.',
  revoked: 'Revocation recorded. Nothing more is sent under this authorization.',
  asked: 'Records requested. Each kind of records has its own request below.',
} as const;

/** Returns the search that the path names. @throws Problem 404 if there is no such search */
function searchIn({ params }: MemberVisit): SearchKind {
  const kind = searchKinds.find(known => known === params['search']);
  if (kind === undefined) throw notFound('there is no such search');
  return kind;
}

const switchForm = z.object({
  to: field(z.string()),
  seen: hiddenField(text => authorizationStatuses.find(known => known === text)),
});

async function switchSearch(visit: MemberVisit): Promise<Reply> {
  const uid = uidIn(visit, 'patient');
  const kind = searchIn(visit);
  const { to, seen: seenStatus } = formOf(switchForm, visit.form);
  const isOn = to === 'on';
  await visit.change(change => switchSeenSearch(change, uid, { kind, isOn, seenStatus }));
  return redirectDone(pathIn(visit.place, 'patients', uid), isOn ? 'searchOn' : 'searchOff');
}

const followForm = z.object({ to: hiddenField(text => ['on', 'off'].find(known => known === text)) });

/** Returns what a form says: to follow, or to stop. */
export function isFollowIn(form: URLSearchParams): boolean {
  return formOf(followForm, form).to === 'on';
}

async function follow(visit: MemberVisit): Promise<Reply> {
  const uid = uidIn(visit, 'patient');
  const isFollowed = isFollowIn(visit.form);
  await visit.change(change => followSeenPatient(change, uid, isFollowed));
  return redirectDone(pathIn(visit.place, 'patients', uid), isFollowed ? 'followed' : 'unfollowed');
}

const revocationForm = z.object({
  seen: field(z.string()),
  revoked: field(z.string().trim().refine(isRealDate), 'Enter a date.'),
});

async function revokeAuthorization(visit: MemberVisit): Promise<Reply> {
  const uid = uidIn(visit, 'patient');
  const { seen: seenUpload, revoked: revokedOn } = formOf(revocationForm, visit.form);
  await visit.change(change => revokeSeenAuthorization(change, uid, { revokedOn, seenUpload }));
  return redirectDone(pathIn(visit.place, 'patients', uid), 'revoked');
}

/**
 * The pages of patients. No URL contains patient data: URLs have our own IDs, and a search is a posted form
 * (CONSOLE-38).
 */
export const patientRoutes: readonly MemberRoute[] = [
  auditedLook(one, 'patient.read', visit => patientPage(visit)),
  auditedLook(`${one}/authorization`, 'authorization.read', downloadAuthorization),
  {
    ...auditedLook(`${one}/authorization-form`, 'authorizationForm.create', downloadForm),
    refused: patientPage,
    sentences: patientSentences,
  },
  act(`${one}/revocation`, 'authorization.revoke', revokeAuthorization, {
    refused: patientPage,
    sentences: patientSentences,
  }),
  act(`${one}/follow`, 'tracking.set', follow),
  act(`${one}/searches/:search`, 'patient.changeSearchLevel', switchSearch, {
    refused: patientPage,
    sentences: patientSentences,
  }),
];

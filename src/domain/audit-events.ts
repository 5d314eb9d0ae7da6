/**
 * What the row of each change in the audit log says about it, by the event's name. Leaving it out doesn't
 * compile, and neither does a text that isn't from a fixed list. A new change needs an entry here.
 */
import type { Permission } from './access/permissions';
import type { FailedCheck } from './auth-checks/failed-checks';
import type { Refusal } from './auth-checks/extraction';
import type { VerdictCounts } from './auth-checks/judge';
import type { AuthCheckStatus } from './auth-checks/auth-check';
import type { ApprovalConcern, OverrideReason } from './authorizations/approval';
import type { AuthorizationStatus } from './authorizations/authorization-status';
import type { RefusalReason } from './authorizations/refusal-reason';
import type { NoticeDays } from './authorizations/authorization-term';
import type { BulkImportKind } from './bulk-imports/sheets';
import type { BulkImportStatus } from './bulk-imports/bulk-import';
import type { Closed, Etag, FromTo, Instant, Uid, ZoneName } from './changes';
import type { SiteStanding } from './clinical/site';
import type { BulkAction } from './desk/bulk';
import type { QueueKind } from './desk/queue';
import type { EventType } from './events/event-types';
import type { PatientDetailName } from './patients/details';
import type {
  AuthorizationMethod,
  CompanyFeature,
  EditedProject,
  Environment,
  ProjectPurpose,
} from './projects/project';
import type { RequestBasis } from './purposes/purpose-of-use';
import type { ChartVerdict } from './record-requests/chart-identity';
import type { FeeBasis } from './record-requests/fees';
import type { PacketWay } from './record-requests/packet';
import type { RecordRequestKind, RecordRequestStatus } from './record-requests/record-request';
import type { SearchKind, SearchOutcome } from './searches/search';
import type { SupportingKind } from './supporting-documents/supporting-document';

/** Nothing besides what every row has: the event, the record, the actor, and the time. */
export type NoDetail = Readonly<Record<string, never>>;

/** The changes of a row that has no others. */
export const noDetail: NoDetail = {};

/** Names of edited details without their values, and statuses. */
export type EditedPatient = Readonly<Partial<Record<PatientDetailName, null>>> & {
  /** Raised when the name, the birth date, or the sex was corrected. */
  readonly identityVersion?: FromTo<number>;
  readonly authorizationStatus?: FromTo<AuthorizationStatus>;
};

/** Names of edited fields of a record request, without their values. */
export interface EditedRequest {
  readonly followUpDate?: null;
  readonly reference?: null;
  readonly dueDate?: null;
  readonly facilityConfirmed?: null;
}

/** What an operator decided on an authorization, and on what basis. */
export interface DecidedAuthorization {
  readonly status: FromTo<AuthorizationStatus>;
  /** Why the document isn't accepted, where the status doesn't say it. */
  readonly refusal: RefusalReason | null;
  /** Present if the last valid day changed. */
  readonly authorizationExpiresOn?: null;
  readonly document: { readonly etag: Etag; readonly uploadedAt: Instant; readonly version: number } | null;
  readonly check: {
    readonly run: number;
    readonly engine: number;
    readonly status: AuthCheckStatus;
    readonly failed: readonly FailedCheck[];
    readonly suggested: AuthorizationStatus | null;
  } | null;
  readonly override: {
    readonly concerns: readonly ApprovalConcern[];
    readonly reason: OverrideReason;
  } | null;
  readonly pagesShown: number;
}

interface NewVersion {
  readonly status: FromTo<AuthorizationStatus>;
  readonly etag: Etag;
}

/** Why patient data was disclosed, and for a record request, its status. */
export interface DisclosedFor {
  readonly purpose: ProjectPurpose;
  readonly basis: RequestBasis;
  readonly status?: FromTo<RecordRequestStatus>;
}

interface Moved {
  readonly status: FromTo<RecordRequestStatus>;
}

interface OfSearch {
  readonly kind: SearchKind;
}

interface FileOf {
  readonly file: Uid;
}

interface FeeOf {
  readonly fee: Uid;
}

/** The settings of an endpoint that an edit sets; only their names, because a URL can contain anything. */
export type EditedEndpoint = Readonly<
  Partial<
    Record<
      'url' | 'name' | 'events' | 'projectIds' | 'isTrackedOnly' | 'sendsStandardHeaders' | 'customHeaders',
      null
    >
  >
>;

interface NewEndpoint {
  readonly environment: Environment;
  readonly isClassic: boolean;
}

interface HeldEvents {
  readonly sent: number;
  readonly abandoned: number;
}

interface Notified {
  readonly environment: Environment;
  readonly events: readonly EventType[];
}

interface ItemOf {
  readonly kind: QueueKind;
}

interface Membership {
  readonly projects: 'all' | 'some';
}

/** The changes of every event that changes something. */
interface WriteChanges {
  'patient.create': NoDetail;
  'patient.upsert': EditedPatient;
  'patient.edit': EditedPatient;
  'patient.import': EditedPatient;
  'patient.changeSearchLevel': EditedPatient;
  'patient.exportList': { rows: number };
  'patient.establishDeath': EditedPatient;
  'authorization.revoke': EditedPatient;
  'authorization.decide': DecidedAuthorization;
  'authorization.upload': NewVersion;
  'authorization.remove': NewVersion;
  'authorization.notifyExpiring': { days: NoticeDays };
  'authCheck.keepTerm': { authorizationExpiresOn: null };
  'authCheck.offerUpload': NoDetail;
  'authCheck.mintToken': NoDetail;
  'authCheck.upload': { etag: Etag };
  'authCheck.remove': { etag: Etag };
  'authCheck.retrigger': { etag: Etag };
  'authCheck.reread': { etag: Etag };
  'authCheck.read': { run: number; refusal: Refusal | null };
  'authCheck.judge': { run: number; counts: VerdictCounts; suggested: AuthorizationStatus | null };
  'supportingDocument.upload': { number: number; etag: Etag };
  'supportingDocument.refuse': { etag: Etag };
  'supportingDocument.read': { number: number; kind: SupportingKind | null; refusal: Refusal | null };
  'search.start': DisclosedFor;
  'search.resume': DisclosedFor;
  'search.hold': OfSearch;
  'search.decline': OfSearch;
  'search.finish': OfSearch & { outcome: SearchOutcome | null };
  'search.notUnderstood': { run: Uid };
  'search.resolveIdentity': OfSearch;
  'search.tellIdentity': OfSearch & { candidate: number | null; of: number };
  'search.decideDoubt': OfSearch & { candidate: number; isPatient: boolean };
  'search.rearm': { kinds: readonly SearchKind[] };
  'search.erasePeople': { erased: number };
  'search.judgeEarlier': OfSearch & { outcome: SearchOutcome | null };
  'search.judgeEarlier.unread': OfSearch;
  'roster.notice': NoDetail;
  'roster.acknowledge': NoDetail;
  'roster.begin': { entries: number };
  'roster.send': { entries: number };
  'roster.apply': { entries: number; ignored: number };
  'roster.reject': { entries: number; ignored: number };
  'roster.reread': { file: Uid };
  'recordRequest.create': { kinds: readonly RecordRequestKind[] };
  'recordRequest.import': { kinds: readonly RecordRequestKind[] };
  'recordRequest.edit': EditedRequest;
  'recordRequest.tag': { added: readonly Uid[]; removed: readonly Uid[] };
  'recordRequest.assign': { assignee: FromTo<Uid | null> };
  'recordRequest.cancel': Moved;
  'recordRequest.exportList': { rows: number };
  'recordRequest.deny': Moved;
  'recordRequest.answer': Moved | { files: number };
  /** `awaitsFiles`: the status that the request gets once its new files are compared with the patient. */
  'recordRequest.changeStatus': Moved | DisclosedFor | { awaitsFiles: RecordRequestStatus };
  'recordRequest.send': DisclosedFor;
  'recordRequest.markSent': DisclosedFor & { way?: PacketWay };
  'recordRequest.followUp': NoDetail;
  'recordRequest.noteContact': EditedRequest;
  'recordRequest.addContact': EditedRequest;
  'recordRequest.askForPacket': NoDetail;
  'recordRequest.preparePacket': { file: Uid };
  'recordRequest.combine': FileOf & { pages: number };
  'recordRequest.offerUpload': NoDetail;
  'recordRequest.attach': FileOf;
  'recordRequest.detach': FileOf;
  'recordRequest.releaseFile': FileOf & { verdict: ChartVerdict } & Partial<Moved>;
  'recordRequest.holdFile': FileOf & { verdict: ChartVerdict } & Partial<Moved>;
  'recordRequest.releaseHeld': FileOf & Partial<Moved>;
  'recordRequest.rejectHeld': FileOf & Partial<Moved>;
  'recordRequest.reviewFile': FileOf & { isReviewed: boolean };
  'fee.enter': FeeOf & { amountCents: number; basis: FeeBasis; isWithinLimit: boolean };
  'fee.offerInvoice': FeeOf;
  'fee.attachInvoice': FeeOf & FileOf;
  'fee.answer': FeeOf;
  'fee.withdraw': FeeOf;
  'fee.close': FeeOf;
  'fee.pay': FeeOf;
  'fee.approve': FeeOf & { amountCents: number };
  'fee.reject': FeeOf & { amountCents: number };
  'fee.ask': FeeOf;
  'document.offerUpload': FileOf;
  'document.upload': FileOf & { etag: Etag };
  'document.withdrawOffer': FileOf;
  'document.rename': FileOf;
  'document.delete': FileOf;
  'deliverable.rename': FileOf;
  'deliverable.delete': FileOf;
  'attachment.delete': FileOf;
  'note.create': NoDetail;
  'note.edit': NoDetail;
  'tracking.set': { isTracked: boolean };
  'reminder.set': { isSet: boolean };
  'bulkImport.create': { kind: BulkImportKind; isDryRun: boolean };
  'bulkImport.prepare': { kind: BulkImportKind };
  'bulkImport.check': { kind: BulkImportKind };
  'bulkImport.discard': { kind: BulkImportKind };
  'bulkImport.upload': { status: FromTo<BulkImportStatus>; sizeBytes: number };
  'bulkImport.finish': { status: FromTo<BulkImportStatus> };
  'bulkImport.end': { status: FromTo<BulkImportStatus> };
  'project.create': { purpose: ProjectPurpose; authorizationMethod: AuthorizationMethod };
  'project.upsert': EditedProject;
  'project.changeStatus': EditedProject;
  'project.changeTerms': EditedProject;
  'site.verify': { standing: FromTo<SiteStanding> };
  'site.unverify': { standing: FromTo<SiteStanding> };
  'site.link': { standing: FromTo<SiteStanding>; to: Uid };
  'site.unlink': { standing: FromTo<SiteStanding>; to: Uid | null };
  'site.merge': { standing: FromTo<SiteStanding>; to: Uid };
  'site.unmerge': { standing: FromTo<SiteStanding>; to: Uid | null };
  'site.import': NoDetail;
  'site.importStubs': { facilities: number };
  'company.create': NoDetail;
  'company.setTimeZone': { timeZone: FromTo<ZoneName> };
  'company.requireSignOn': { isRequired: boolean };
  'company.setAddress': { lines: number };
  'company.setFeeLimit': { limitCents: FromTo<number | null> };
  'feature.approve': { feature: CompanyFeature; environments: 'both' | 'sandbox' };
  'feature.withdraw': { feature: CompanyFeature; environments: 'both' };
  'role.define': {
    permissions: readonly Permission[];
    role?: Uid;
    before?: readonly Permission[];
    isRenamed?: boolean;
  };
  'member.add': Membership & { role: Uid | null };
  'serviceAccount.create': Membership & { role: Uid };
  'member.assignRole': { role: FromTo<Uid | null> };
  'member.grantProject': Membership & { project?: Uid };
  'member.endKeys': { keys: number };
  'member.endSessions': NoDetail;
  'member.remove': { role: Uid | null; reassigned?: number; assignee?: Uid };
  'user.delete': NoDetail;
  'user.unbindSignOn': { identities: number };
  'key.issue': { environment: Environment };
  'key.create': { environment: Environment; expiresAt: Instant | null };
  'key.rotate': {
    environment: Environment;
    expiresAt: Instant | null;
    replaced: Uid;
    previousUntil: Instant;
  };
  'key.revoke': { environment: Environment };
  'invitation.send': Membership & { role: Uid | null };
  'invitation.sendAgain': { sentCount: number };
  'invitation.takeBack': NoDetail;
  'invitation.accept': Membership & { role: Uid | null };
  'console.sendLink': NoDetail;
  'console.signIn': NoDetail;
  'console.signOn': NoDetail;
  'console.signInByPasskey': NoDetail;
  'console.signOut': { sessions: 'all' | 'one' };
  'console.addPasskey': NoDetail;
  'console.removePasskey': NoDetail;
  'desk.sendLink': NoDetail;
  'desk.signIn': NoDetail;
  'desk.signOut': { sessions: 'all' | 'one' };
  'operator.add': NoDetail;
  'operator.remove': NoDetail;
  'notification.set': Notified;
  'notification.end': { environment: Environment };
  'notification.switchDigest': { environment: Environment; isOn: boolean };
  'notification.switchFeeMails': { environment: Environment; isOn: boolean };
  'notification.sendDigest': { environment: Environment };
  'notification.switchWeeklyReport': { environment: Environment; isOn: boolean };
  'notification.sendWeeklyReport': { environment: Environment };
  'webhookEndpoint.create': NewEndpoint;
  'webhookEndpoint.importClassic': NewEndpoint;
  'webhookEndpoint.edit': EditedEndpoint;
  'webhookEndpoint.pause': NoDetail;
  'webhookEndpoint.resume': HeldEvents;
  'webhookEndpoint.enable': HeldEvents;
  'webhookEndpoint.disable': { by: 'gone' | 'failures'; failures: number };
  'webhookEndpoint.delete': { abandoned: number };
  'webhookEndpoint.upgrade': { events: readonly EventType[] };
  'webhookEndpoint.rotateSecret': { previousUntil: Instant };
  'webhookEndpoint.expireOldSecrets': { secrets: number };
  'webhookEndpoint.reseal': { endpoints: number };
  'webhookEndpoint.test': { samples: number };
  'webhookEndpoint.replay': { deliveries: number };
  'webhookDelivery.retry': { delivery: Uid };
  'webhookDelivery.expunge': { delivery: Uid };
  'research.complete': { isBulk: boolean };
  'research.resume': NoDetail;
  'siteResearch.end': NoDetail;
  'siteFinder.choose': NoDetail;
  'siteFinder.create': NoDetail;
  'siteFinder.research': NoDetail;
  'queue.take': ItemOf;
  'queue.release': ItemOf;
  'queue.snooze': ItemOf & { until: Instant | null };
  'queue.wake': ItemOf;
  'bulk.start': { action: BulkAction; items: number };
  'upload.adoptRestored': { documents: number };
  'auditLog.export': { rows: number };
  'audit.preparePartitions': { created: number };
}

/** The name of an event that changes something. */
export type WriteEvent = keyof WriteChanges;

/** What the row of an event says about the change. */
export type ChangesOf<Event extends WriteEvent> = Closed<WriteChanges[Event]>;

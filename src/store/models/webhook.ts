import { Model, type RelationMappings } from 'objection';
import type { EventType, OutboxEventType } from '../../domain/events/event-types';
import type { ClassicSubscription, DeliveredEvent } from '../../domain/webhooks/classic';
import type { Environment } from '../../domain/projects/project';
import type { ReplacedSecret } from '../../domain/webhooks/signing-secrets';
import { fixed, generated, type Columns } from '../columns';
import { belongsTo, rows } from './base';
import { ProjectModel } from './project';
import { CompanyModel, UserModel } from './tenants';

/** How events reach an endpoint: on a server, by e-mail to its owner, or in the inbox of a sandbox. */
export type Channel = 'webhook' | 'email' | 'inbox';

/** A receiver's address and subscription. */
export interface WebhookEndpoint {
  readonly uid: string;
  readonly companyUid: string;
  readonly ownerMembershipUid: string;
  readonly ownerUserUid: string;
  readonly channel: Channel;
  /** `null`, unless it is a webhook. */
  readonly url: string | null;
  /** The name that its owner gave it. */
  readonly name: string | null;
  readonly environment: Environment;
  /** Whether it is Classic: then its subscriptions decide what it receives. */
  readonly isClassic: boolean;
  /** Empty if it is Classic. */
  readonly eventTypes: readonly EventType[];
  /** Every project of the environment, later ones included; otherwise the selected ones. */
  readonly hasAllProjects: boolean;
  /** Only records that the owner tracks. */
  readonly isTrackedOnly: boolean;
  /** Its custom headers, encrypted; `null` without any. */
  readonly sealedHeaders: string | null;
  /** Whether its deliveries carry the Standard Webhooks headers in addition to ours. */
  readonly sendsStandardHeaders: boolean;
  /**
   * The signing secret, encrypted; `null` for e-mail notifications and deleted endpoints, which sign nothing.
   */
  readonly sealedSecret: string | null;
  readonly createdAt: Date;
}

/**
 * What disabled an endpoint: its owner paused it, deliveries failed, the receiver answered 410, or it was
 * deleted.
 */
export type EndpointDisabler = 'owner' | 'failures' | 'gone' | 'deletion';

/** An endpoint with its health. */
export interface WebhookEndpointRow extends WebhookEndpoint {
  /** The unencrypted signing secret, as the previous release stored it; `null` as soon as it is encrypted. */
  readonly secret: string | null;
  readonly replacedSecrets: readonly ReplacedSecret[];
  readonly consecutiveFailures: number;
  /** How many of its deliveries may be attempted at once; half as many after an attempt that hung. */
  readonly places: number;
  readonly disabledAt: Date | null;
  readonly disabledBy: EndpointDisabler | null;
  /** If set, it is gone for everyone, and stays for its delivery log. */
  readonly deletedAt: Date | null;
  readonly updatedAt: Date;
}

export class WebhookEndpointModel extends rows<WebhookEndpointRow>() {
  static override tableName = 'webhook_endpoint';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    ownerMembershipUid: fixed('uuid'),
    ownerUserUid: fixed('uuid'),
    channel: fixed('text'),
    url: 'text | null',
    name: 'text | null',
    environment: fixed('text'),
    isClassic: 'boolean',
    eventTypes: 'text[]',
    hasAllProjects: 'boolean',
    isTrackedOnly: 'boolean',
    sealedHeaders: 'text | null',
    sendsStandardHeaders: 'boolean',
    sealedSecret: 'text | null',
    secret: 'uuid | null',
    replacedSecrets: 'jsonb',
    consecutiveFailures: 'integer',
    places: 'integer',
    disabledAt: 'timestamptz | null',
    disabledBy: 'text | null',
    deletedAt: 'timestamptz | null',
    createdAt: fixed('timestamptz'),
    updatedAt: 'timestamptz',
  } satisfies Columns<WebhookEndpointRow>;
  static override relationMappings = (): RelationMappings => ({
    company: belongsTo(CompanyModel, 'webhook_endpoint.company_uid'),
    owner: belongsTo(UserModel, 'webhook_endpoint.owner_user_uid'),
    projects: {
      relation: Model.ManyToManyRelation,
      modelClass: ProjectModel,
      join: {
        from: 'webhook_endpoint.uid',
        through: {
          from: 'webhook_endpoint_project.endpoint_uid',
          to: 'webhook_endpoint_project.project_uid',
        },
        to: 'project.uid',
      },
    },
    subscriptions: {
      relation: Model.HasManyRelation,
      modelClass: ClassicSubscriptionModel,
      join: { from: 'webhook_endpoint.uid', to: 'webhook_classic_subscription.endpoint_uid' },
    },
  });
  declare readonly company?: CompanyModel;
  declare readonly owner?: UserModel;
  declare readonly projects?: readonly ProjectModel[];
  declare readonly subscriptions?: readonly ClassicSubscriptionModel[];
}

/** A subscription of a Classic endpoint. */
export interface ClassicSubscriptionRow extends ClassicSubscription {
  readonly endpointUid: string;
  /** The outbox event that it is made from. */
  readonly toldBy: OutboxEventType;
}

export class ClassicSubscriptionModel extends rows<ClassicSubscriptionRow>() {
  static override tableName = 'webhook_classic_subscription';
  static override idColumn = ['endpoint_uid', 'event'];
  static override readonly columns = {
    endpointUid: fixed('uuid'),
    event: fixed('text'),
    toldBy: fixed('text'),
    isTrackedOnly: 'boolean',
    columns: 'text[]',
  } satisfies Columns<ClassicSubscriptionRow>;
}

/** A project selected for an endpoint. */
export interface WebhookEndpointProjectRow {
  readonly endpointUid: string;
  readonly projectUid: string;
}

export class WebhookEndpointProjectModel extends rows<WebhookEndpointProjectRow>() {
  static override tableName = 'webhook_endpoint_project';
  static override idColumn = ['endpoint_uid', 'project_uid'];
  static override readonly columns = {
    endpointUid: fixed('uuid'),
    projectUid: fixed('uuid'),
  } satisfies Columns<WebhookEndpointProjectRow>;
}

/** An e-mail to the owner of an endpoint. */
export interface WebhookNoticeRow {
  readonly uid: string;
  readonly endpointUid: string;
  /** The delivery that it is about. */
  readonly deliveryUid: string;
  readonly kind: 'warning' | 'disabled' | 'gone';
  /** How many deliveries in a row had failed. */
  readonly failures: number;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
}

export class WebhookNoticeModel extends rows<WebhookNoticeRow>() {
  static override tableName = 'webhook_notice';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    endpointUid: fixed('uuid'),
    deliveryUid: fixed('uuid'),
    kind: fixed('text'),
    failures: fixed('integer'),
    createdAt: fixed('timestamptz'),
    sentAt: 'timestamptz | null',
  } satisfies Columns<WebhookNoticeRow>;
}

/** A replay of an endpoint's deliveries. */
export interface WebhookReplayRow {
  readonly uid: string;
  readonly companyUid: string;
  readonly endpointUid: string;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

export class WebhookReplayModel extends rows<WebhookReplayRow>() {
  static override tableName = 'webhook_replay';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    endpointUid: fixed('uuid'),
    createdAt: fixed('timestamptz'),
    endedAt: 'timestamptz | null',
  } satisfies Columns<WebhookReplayRow>;
}

/** One delivery of a replay. */
export interface WebhookReplayItemRow {
  readonly replayUid: string;
  /** From 1, in the order of the events. */
  readonly place: number;
  readonly deliveryUid: string;
  /** `notSent`: the endpoint was disabled meanwhile, or the delivery no longer exists. */
  readonly outcome: 'waiting' | 'succeeded' | 'failed' | 'notSent';
  readonly httpStatus: number | null;
  readonly failure: string | null;
  readonly attemptedAt: Date | null;
}

export class WebhookReplayItemModel extends rows<WebhookReplayItemRow>() {
  static override tableName = 'webhook_replay_item';
  static override idColumn = ['replay_uid', 'place'];
  static override readonly columns = {
    replayUid: fixed('uuid'),
    place: fixed('integer'),
    deliveryUid: fixed('uuid'),
    outcome: 'text',
    httpStatus: 'integer | null',
    failure: 'text | null',
    attemptedAt: 'timestamptz | null',
  } satisfies Columns<WebhookReplayItemRow>;
}

/** The delivery of one event to one endpoint. */
export interface WebhookDeliveryRow {
  readonly uid: string;
  readonly endpointUid: string;
  readonly eventId: number;
  readonly eventUid: string;
  /** As the endpoint names it. */
  readonly eventType: DeliveredEvent;
  readonly companyUid: string;
  readonly recordUid: string;
  readonly status: 'pending' | 'succeeded' | 'failed' | 'abandoned';
  /** Whether its workflow was started. */
  readonly isReleased: boolean;
  /** Its position in the queue of its endpoint; `null` if it doesn't wait there. */
  readonly queuedAt: Date | null;
  /** Since when it has one of the places of its endpoint; `null` if it has none. */
  readonly admittedAt: Date | null;
  /** The bytes of every attempt; `null` before the first. */
  readonly body: Buffer | null;
  readonly attempts: number;
  readonly lastHttpStatus: number | null;
  /** Why the last attempt got no response, from a fixed list. */
  readonly lastFailure: string | null;
  /** When its body and the responses were permanently removed. */
  readonly expungedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export class WebhookDeliveryModel extends rows<WebhookDeliveryRow>() {
  static override tableName = 'webhook_delivery';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    endpointUid: fixed('uuid'),
    eventId: fixed('bigint'),
    eventUid: fixed('uuid'),
    eventType: fixed('text'),
    companyUid: fixed('uuid'),
    recordUid: fixed('uuid'),
    status: 'text',
    isReleased: 'boolean',
    queuedAt: 'timestamptz | null',
    admittedAt: 'timestamptz | null',
    body: 'bytea | null',
    attempts: 'integer',
    lastHttpStatus: 'integer | null',
    lastFailure: 'text | null',
    expungedAt: 'timestamptz | null',
    createdAt: fixed('timestamptz'),
    updatedAt: 'timestamptz',
  } satisfies Columns<WebhookDeliveryRow>;
}

/** One POST of a delivery. */
export interface WebhookAttemptRow {
  readonly deliveryUid: string;
  /** From 1. */
  readonly number: number;
  /** When it was due; `null` for a resent delivery, and for attempts of earlier releases. */
  readonly dueAt: Date | null;
  /** Whether it repeats an attempt whose worker stopped before it recorded the result. */
  readonly isRepeat: boolean;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly httpStatus: number | null;
  /** The name of a failure without a response, from a fixed list. */
  readonly failure: string | null;
  /** Details of the failure: a rule's name or an error code, never an address or a value. */
  readonly failureDetail: string | null;
  readonly durationMs: number | null;
  /** The response headers on the allow list. */
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  /** The first 4 KiB of the response; a receiver may have put patient data there. */
  readonly responseBody: Buffer | null;
}

/** One POST of a delivery, recorded before it is sent. */
export class WebhookAttemptModel extends rows<WebhookAttemptRow>() {
  static override tableName = 'webhook_attempt';
  static override idColumn = ['delivery_uid', 'number'];
  static override readonly columns = {
    deliveryUid: fixed('uuid'),
    number: fixed('integer'),
    dueAt: fixed('timestamptz | null'),
    isRepeat: fixed('boolean'),
    startedAt: fixed('timestamptz'),
    endedAt: 'timestamptz | null',
    httpStatus: 'integer | null',
    failure: 'text | null',
    failureDetail: 'text | null',
    durationMs: 'integer | null',
    responseHeaders: 'jsonb | null',
    responseBody: 'bytea | null',
  } satisfies Columns<WebhookAttemptRow>;
}

/** A delivery in the inbox of a sandbox, as it would have been sent. */
export interface InboxRow {
  /** In order of arrival. */
  readonly id: number;
  readonly companyUid: string;
  readonly endpointUid: string;
  readonly deliveryUid: string;
  readonly eventType: DeliveredEvent;
  readonly receivedAt: Date;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export class WebhookInboxModel extends rows<InboxRow>() {
  static override tableName = 'webhook_inbox';
  static override idColumn = 'id';
  static override readonly columns = {
    id: generated('bigint'),
    companyUid: fixed('uuid'),
    endpointUid: fixed('uuid'),
    deliveryUid: fixed('uuid'),
    eventType: fixed('text'),
    receivedAt: fixed('timestamptz'),
    headers: fixed('jsonb'),
    body: fixed('bytea'),
  } satisfies Columns<InboxRow>;
  static override relationMappings = (): RelationMappings => ({
    endpoint: belongsTo(WebhookEndpointModel, 'webhook_inbox.endpoint_uid'),
  });
  declare readonly endpoint?: WebhookEndpointModel;
}

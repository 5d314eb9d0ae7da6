import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { z } from 'zod';
import { permissions } from '../../domain/access/permissions';
import { eventTypes, groupOf, type EventType } from '../../domain/events/event-types';
import { buildSample } from '../../webhooks/sample';
import { eventSchemas } from './event-schemas';

const headers = z.object({
  'X-Webhook-Id': z
    .string()
    .meta({ param: { id: 'X-Webhook-Id' }, description: 'The `id` of the body. The same on every attempt.' }),
  'X-Webhook-Timestamp': z
    .string()
    .meta({
      param: { id: 'X-Webhook-Timestamp' },
      description: 'When this attempt was signed, in Unix seconds. Reject timestamps you consider too old.',
    }),
  'X-Webhook-Signature': z
    .string()
    .meta({
      param: { id: 'X-Webhook-Signature' },
      description:
        'Hex HMAC-SHA256 over `<timestamp>.<raw body>`. The key is the 16 raw bytes of the secret UUID of ' +
        'your endpoint. For 24 hours after you rotate the secret, there are several signatures, separated ' +
        'by commas. The delivery is valid if any of them matches.',
    }),
});

const ended = (search: string): string =>
  `when a run of ${search} ends, once for each run, whatever the result; \`data.searchStatus\` has the ` +
  'outcome';
const started = (search: string): string =>
  `when ${search} is requested, and when a refused request is sent again`;
const entered = (category: string): string =>
  `together with \`recordRequest.statusChanged\` when a record request enters the category ${category}`;

/** When each event is sent. */
const triggers: Readonly<Record<EventType, string>> = {
  'recordRequest.created': 'when a record request is created',
  'recordRequest.statusChanged': 'when a record request gets a new status',
  'recordRequest.processing': entered('"processing"'),
  'recordRequest.needsResolution': entered('"needs resolution"'),
  'recordRequest.completed': entered('"completed"'),
  'recordRequest.recordsNotFound': entered('"records not found"'),
  'recordRequest.canceled': entered('"canceled"'),
  'recordRequest.followUpDue':
    'once a day while the follow-up date of a record request is today or earlier, until the request ends',
  'siteSonar.started': started('Site Sonar'),
  'siteSonar.completed': ended('Site Sonar'),
  'patientHistories.started': started('Patient Histories'),
  'patientHistories.completed': ended('Patient Histories'),
  'ehrSearch.started': started('EHR Search'),
  'ehrSearch.completed': ended('EHR Search'),
  'patient.created': 'when a patient is created',
  'patient.updated': "when a patient's name, date of birth, sex, contact details, or ZIP codes change",
  'patient.searchStatusChanged': "when a patient's `searchStatus` changes",
  'authorization.statusChanged': "when a patient's `authorizationStatus` changes",
  'authorization.approved': 'together with `authorization.statusChanged` when an authorization is approved',
  'authorization.needsAttention':
    'together with `authorization.statusChanged` when an authorization gets any status but `Approved`',
  'authorization.expiring':
    'once 30 and once 7 days before an approved authorization expires, only to endpoints that subscribe to ' +
    'it by its name; `authorizationExpiresOn` of the patient has the date',
  'clinicalData.added':
    "when a run finds clinical content that a patient didn't already have; a run with nothing new sends " +
    'nothing',
  'clinicalData.withdrawn':
    "when rows of a patient's clinical data turn out to be about someone else, because the patient's name, " +
    'date of birth, or sex was corrected; sent before `clinicalData.added` for rows that come in their place',
  'note.created': 'when a note is added to a record request',
  'note.updated': 'when the text of a note changes',
  'aiResearch.completed':
    'when a site research run ends, only to endpoints of the user who started it, whatever their projects',
};

/** Returns the example of an event. */
function exampleOf(eventType: EventType): unknown {
  const body = buildSample({
    deliveryUid: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f64',
    eventType,
    at: new Date('2026-11-20T12:00:00.000Z'),
    companyId: 'demo',
    ownerPermissions: new Set(permissions),
  });
  return JSON.parse(body.toString()) as unknown;
}

function describeEvent(eventType: EventType): ZodOpenApiPathItemObject {
  const schema = eventSchemas.get(groupOf(eventType));
  if (schema === undefined) throw new Error(`no schema is known for ${eventType}`);
  return {
    post: {
      operationId: `on${eventType.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      tags: ['Webhooks'],
      summary: eventType,
      description: `Sent ${triggers[eventType]}.`,
      security: [],
      requestParams: { header: headers },
      requestBody: {
        required: true,
        content: { 'application/json': { schema, example: exampleOf(eventType) } },
      },
      responses: {
        '2XX': {
          description:
            'Return any 2xx within 10 seconds. Anything else is a failure, and the delivery is sent again.',
        },
      },
    },
  };
}

/** Returns the `webhooks` of the document: what is sent to webhook endpoints, by event. */
export function describeEvents(): Record<EventType, ZodOpenApiPathItemObject> {
  return Object.fromEntries(eventTypes.map(event => [event, describeEvent(event)])) as Record<
    EventType,
    ZodOpenApiPathItemObject
  >;
}

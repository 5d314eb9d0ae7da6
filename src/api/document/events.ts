import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { z } from 'zod';
import { permissions } from '../../domain/access/permissions';
import { eventTypes, groupOf, type EventType } from '../../domain/events/event-types';
import { buildSample } from '../../webhooks/sample';
import { eventSchemas } from './event-schemas';

const headers = z.object({
  'X-Webhook-Id': z.string().meta({ description: 'The `id` of the body: the same in every attempt.' }),
  'X-Webhook-Timestamp': z
    .string()
    .meta({ description: 'Unix seconds at which this attempt was signed. Refuse what is too old for you.' }),
  'X-Webhook-Signature': z
    .string()
    .meta({
      description:
        'HMAC-SHA256 in hex over the timestamp, a point and the bytes of the body, by the 16 bytes ' +
        'of the endpoint’s secret; several, separated by commas, while a secret is replaced. Accept ' +
        'any that fits.',
    }),
});

/** The example of an event. */
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
      description: `Sent to your endpoint that subscribes to \`${eventType}\`.`,
      security: [],
      requestParams: { header: headers },
      requestBody: {
        required: true,
        content: { 'application/json': { schema, example: exampleOf(eventType) } },
      },
      responses: {
        '2XX': {
          description: 'You have taken it. Anything else within 10 seconds, or nothing, is a failure.',
        },
      },
    },
  };
}

/** What is sent to webhook endpoints, by event: the `webhooks` of the document. */
export function describeEvents(): Record<EventType, ZodOpenApiPathItemObject> {
  return Object.fromEntries(eventTypes.map(event => [event, describeEvent(event)])) as Record<
    EventType,
    ZodOpenApiPathItemObject
  >;
}

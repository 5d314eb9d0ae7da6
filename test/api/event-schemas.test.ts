/** The OpenAPI document describes events exactly as they are sent. */
import { eventSchemas } from '../../src/api/document/event-schemas';
import { describeEvents } from '../../src/api/document/events';
import { permissions } from '../../src/domain/access/permissions';
import { eventTypes, groupOf } from '../../src/domain/events/event-types';
import { buildSample } from '../../src/webhooks/sample';

test('The OpenAPI document lists every event by its name, with an example [EVENT-1]', () => {
  expect(Object.keys(describeEvents())).toEqual(eventTypes);
  expect(JSON.stringify(describeEvents()).match(/"example":/g)?.length).toBeGreaterThanOrEqual(
    eventTypes.length,
  );
});

test.each(eventTypes)('%s is sent with exactly the documented fields', event => {
  const body: unknown = JSON.parse(
    buildSample({
      deliveryUid: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f64',
      eventType: event,
      at: new Date('2026-11-20T12:00:00.000Z'),
      companyId: 'demo',
      ownerPermissions: new Set(permissions),
    }).toString(),
  );
  // The schema would drop a field that it doesn't list.
  expect(eventSchemas.get(groupOf(event))?.parse(body)).toEqual(body);
});

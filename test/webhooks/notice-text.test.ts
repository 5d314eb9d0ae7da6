import { noticeText, type NoticeFacts } from '../../src/webhooks/notice-text';

const facts: NoticeFacts = {
  kind: 'warning',
  endpointUid: '01a1fa97-cbfd-72da-9b40-09c034bab473',
  url: 'https://hooks.acme.example/records/s3cret?token=s3cret',
  environment: 'production',
  failures: 3,
  deliveryUid: '01a1fa97-cbfd-72da-9b40-09c034bab474',
  eventType: 'recordRequest.completed',
  recordUid: '01a1fa97-cbfd-72da-9b40-09c034bab475',
  emittedAt: new Date('2026-11-22T12:00:00Z'),
  httpStatus: 503,
  failure: null,
};

test('a notice names the event, the record, the last answer and what to do [HOOK-20]', () => {
  expect(noticeText(facts)).toEqual({
    subject: 'Your webhook endpoint is failing: hooks.acme.example',
    text:
      '3 deliveries in a row have failed, each after all of its attempts. ' +
      `When 5 have, the endpoint is disabled.

Endpoint:     01a1fa97-cbfd-72da-9b40-09c034bab473
Server:       hooks.acme.example (production)
Last event:   recordRequest.completed, 2026-11-22T12:00:00.000Z
Record:       01a1fa97-cbfd-72da-9b40-09c034bab475
Delivery:     01a1fa97-cbfd-72da-9b40-09c034bab474 (X-Webhook-Id)
Last answer:  HTTP 503

What to do:
- Look at what your server answers; any 2xx within 10 seconds is a success.
- Then nothing else is to be done: the first success clears the count.
`,
  });
});

test.each([
  ['disabled', 'So the endpoint was disabled', 'those younger than 24 hours can be sent'],
  ['gone', 'answered 410 Gone', 'have the endpoint enabled'],
] as const)('of %s it says why, and how the endpoint comes back', (kind, why, how) => {
  const { text } = noticeText({ ...facts, kind });
  expect(text).toContain(why);
  expect(text).toContain(how);
});

test('a failure without an answer is told in words, and a credential in the address is not told', () => {
  const { subject, text } = noticeText({ ...facts, httpStatus: null, failure: 'tls_error' });
  expect(text).toContain('Last answer:  The receiver’s certificate or TLS set-up was not accepted.');
  expect(subject + text).not.toContain('s3cret');
});

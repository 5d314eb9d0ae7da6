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
  pageUrl: 'https://api.example.com/console/companies/acme/production/endpoints/01a1',
};

test('A notice names the event, the record, the last response, and what to do [HOOK-20]', () => {
  expect(noticeText(facts)).toEqual({
    subject: 'Your webhook endpoint is failing: hooks.acme.example',
    text:
      'The last 3 deliveries to your endpoint failed after all attempts. ' +
      `After 5 failed deliveries in a row, we disable the endpoint.

Endpoint:      01a1fa97-cbfd-72da-9b40-09c034bab473
Server:        hooks.acme.example (production)
Last event:    recordRequest.completed, 2026-11-22T12:00:00.000Z
Record:        01a1fa97-cbfd-72da-9b40-09c034bab475
Delivery:      01a1fa97-cbfd-72da-9b40-09c034bab474 (X-Webhook-Id)
Last response: HTTP 503

What to do:
- Check your server's responses. Any 2xx status within 10 seconds counts as a success.
- You don't need to do anything else. The first success resets the failure count.

The endpoint's page in the console:

https://api.example.com/console/companies/acme/production/endpoints/01a1
`,
  });
});

test.each([
  ['disabled', 'so we disabled the endpoint', 'send the ones from the last 24 hours'],
  ['gone', 'responded with 410 Gone', 'then enable the endpoint'],
] as const)('A notice of kind %s says why, and how to enable the endpoint', (kind, why, how) => {
  const { text } = noticeText({ ...facts, kind });
  expect(text).toContain(why);
  expect(text).toContain(how);
});

test('A notice describes a failure without a response, and leaves out credentials in the URL', () => {
  const { subject, text } = noticeText({ ...facts, httpStatus: null, failure: 'tls_error' });
  expect(text).toContain("Last response: The receiver's certificate or TLS configuration wasn't accepted.");
  expect(subject + text).not.toContain('s3cret');
});

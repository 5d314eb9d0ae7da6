import { eventTypes } from '../../src/domain/events/event-types';
import { eventSubject, eventText, type EventFacts } from '../../src/mail/event-text';

const facts: EventFacts = {
  eventType: 'recordRequest.completed',
  emittedAt: new Date('2026-11-22T12:00:00Z'),
  timeZone: 'America/New_York',
  now: new Date('2026-11-22T12:00:05Z'),
  environment: 'production',
  companyId: 'acme',
  projectId: 'intake',
  recordUid: '01a1fa97-cbfd-72da-9b40-09c034bab475',
  reason: null,
  url: 'https://api.example.com/console/companies/acme/production/patients/01a1',
  isLast: false,
  supportName: 'Acme support',
};

test('An event e-mail says what happened, when, in which project and record, and where to look [EVENT-3] [EVENT-50]', () => {
  expect(eventText(facts)).toBe(
    `Records received.

Event:        recordRequest.completed
When:         Nov 22, 7:00 AM ET
Company:      acme (production)
Project:      intake
Record ID:    01a1fa97-cbfd-72da-9b40-09c034bab475

To see the details, sign in to the console:

https://api.example.com/console/companies/acme/production/patients/01a1

You're getting this e-mail because you turned on e-mail notifications for this event. To turn them off, ` +
      'go to E-mail notifications in the console, or contact Acme support. Your administrator can see your ' +
      'settings. Our e-mails never include patient information.\n',
  );
});

test.each(eventTypes)('%s has its own subject, which says if the event is from the sandbox', eventType => {
  const subject = eventSubject(eventType, 'production');
  expect(subject).toMatch(/^[A-Z][A-Za-z]* [a-zA-Z -]+$/);
  expect(eventSubject(eventType, 'sandbox')).toBe(`${subject} (sandbox)`);
});

test('The last e-mail within the daily limit says so', () => {
  expect(eventText({ ...facts, isLast: true })).toContain('the limit of 200 e-mails in 24 hours');
});

test('An e-mail about a record without a page says where the results are, and has no link [EVENT-50]', () => {
  const text = eventText({ ...facts, eventType: 'aiResearch.completed', projectId: null, url: null });
  expect(text).toContain('go back to the page where you started the research');
  expect(text).not.toContain('http');
});

import { eventTypes } from '../../src/domain/events/event-types';
import { eventSubject, eventText, type EventFacts } from '../../src/mail/event-text';

const facts: EventFacts = {
  eventType: 'recordRequest.completed',
  emittedAt: new Date('2026-11-22T12:00:00Z'),
  environment: 'production',
  companyId: 'acme',
  projectId: 'intake',
  recordUid: '01a1fa97-cbfd-72da-9b40-09c034bab475',
  reason: null,
  isLast: false,
  supportName: 'Acme support',
};

test('An event e-mail says what happened, when, in which project and record, and where to look [EVENT-3]', () => {
  expect(eventText(facts)).toBe(
    `Record request completed.

Event:        recordRequest.completed, 2026-11-22T12:00:00.000Z
Company:      acme (production)
Project:      intake
Record:       01a1fa97-cbfd-72da-9b40-09c034bab475

To see the details, open the project. Our e-mails never include patient information.

You're getting this e-mail because you turned on e-mail notifications for this event. To turn them off, ` +
      'use the recordwell console or contact Acme support. Your administrator can see your settings.\n',
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

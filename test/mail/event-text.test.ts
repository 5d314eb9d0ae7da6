import { eventTypes } from '../../src/domain/events/event-types';
import { eventSubject, eventText, type EventFacts } from '../../src/mail/event-text';

const facts: EventFacts = {
  eventType: 'recordRequest.completed',
  emittedAt: new Date('2026-11-22T12:00:00Z'),
  environment: 'production',
  companyId: 'acme',
  projectId: 'intake',
  recordUid: '01a1fa97-cbfd-72da-9b40-09c034bab475',
  isLast: false,
};

test('a mail says what happened, when, in which project, to which record by our id, and where to look [EVENT-3]', () => {
  expect(eventText(facts)).toBe(
    `A record request is completed.

Event:        recordRequest.completed, 2026-11-22T12:00:00.000Z
Company:      acme (production)
Project:      intake
Record:       01a1fa97-cbfd-72da-9b40-09c034bab475

Look it up in its project: an e-mail tells nothing of a patient.

You get this e-mail since you chose it. ` +
      'Your administrator sees that you did, and the delivery team ends it for you.\n',
  );
});

test.each(eventTypes)(
  '%s has words of its own, and says in the subject where it is of the sandbox',
  eventType => {
    const subject = eventSubject(eventType, 'production');
    expect(subject).toMatch(/^[A-Z][a-z]* [a-zA-Z -]+$/);
    expect(eventSubject(eventType, 'sandbox')).toBe(`${subject} (sandbox)`);
  },
);

test('the last mail of a day says so', () => {
  expect(eventText({ ...facts, isLast: true })).toContain('the last e-mail of these 24 hours');
});

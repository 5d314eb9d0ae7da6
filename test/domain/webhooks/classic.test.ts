import { eventTypes, isNamedOnly } from '../../../src/domain/events/event-types';
import {
  classicColumns,
  classicEvents,
  judgeClassic,
  toldBy,
  upgraded,
  type ClassicSubscription,
} from '../../../src/domain/webhooks/classic';

const of = (event: ClassicSubscription['event'], ...columns: string[]): ClassicSubscription => ({
  event,
  isTrackedOnly: false,
  columns,
});

test('Every Classic event has its own source event [HOOK-28]', () => {
  const sources = classicEvents.map(toldBy);
  expect(new Set(sources).size).toBe(classicEvents.length);
  const rows = new Set<string>(['patient.columnChanged', 'recordRequest.columnChanged']);
  expect(sources.filter(source => !rows.has(source))).toEqual(
    expect.arrayContaining(eventTypes.filter(event => event.endsWith('.created'))),
  );
});

test('No Classic event comes from an event that is subscribed to by name [HOOK-4]', () => {
  const named = new Set<string>(eventTypes.filter(isNamedOnly));
  expect(classicEvents.map(toldBy).filter(source => named.has(source))).toEqual([]);
});

describe('A Classic subscription [HOOK-28]', () => {
  test.each<[string, ClassicSubscription[], ReturnType<typeof judgeClassic>]>([
    [
      'every column of each record',
      classicEvents.map(event => {
        const record = event.split('.')[0] ?? '';
        const known = Object.entries(classicColumns).find(([name]) => name === record);
        return of(event, ...(known?.[1] ?? []));
      }),
      undefined,
    ],
    ['nothing', [], { rule: 'none' }],
    [
      'an event twice',
      [of('patient.rowCreated', 'id'), of('patient.rowCreated', 'sex')],
      { rule: 'twice', event: 'patient.rowCreated' },
    ],
    ['no column', [of('note.columnChanged')], { rule: 'noColumns', event: 'note.columnChanged' }],
    [
      'a column of another record',
      [of('note.columnChanged', 'content', 'firstName')],
      { rule: 'unknownColumn', event: 'note.columnChanged', column: 'firstName' },
    ],
    [
      'columns of an event without columns',
      [of('clinicalDataAdded', 'id')],
      { rule: 'takesNoColumns', event: 'clinicalDataAdded' },
    ],
  ])('is accepted or rejected with %s', (_name, subscriptions, problem) => {
    expect(judgeClassic(subscriptions)).toEqual(problem);
  });
});

describe('An endpoint upgraded from Classic [HOOK-27]', () => {
  test.each<[string, ClassicSubscription[], string[]]>([
    [
      'new rows of every record',
      [of('patient.rowCreated', 'id'), of('recordRequest.rowCreated', 'id'), of('note.rowCreated', 'id')],
      ['patient.created', 'recordRequest.created', 'note.created'],
    ],
    ['details of a patient', [of('patient.columnChanged', 'id', 'email')], ['patient.updated']],
    [
      'the statuses of a patient',
      [of('patient.columnChanged', 'searchStatus', 'authorizationStatus')],
      ['patient.searchStatusChanged', 'authorization.statusChanged'],
    ],
    [
      'the flag of a search',
      [of('patient.columnChanged', 'ehrSearch')],
      ['ehrSearch.started', 'ehrSearch.completed'],
    ],
    ['columns that never change', [of('patient.columnChanged', 'id')], ['patient.updated']],
    [
      'changes of a request and a note, and follow-ups',
      [
        of('recordRequest.columnChanged', 'followUpDate'),
        of('note.columnChanged', 'content'),
        of('recordRequest.followUpDue', 'id'),
      ],
      ['recordRequest.statusChanged', 'note.updated', 'recordRequest.followUpDue'],
    ],
    [
      'events that are sent once',
      [of('clinicalDataAdded'), of('aiResearchCompleted')],
      ['clinicalData.added', 'aiResearch.completed'],
    ],
  ])('receives the equivalent named events for %s', (_name, subscriptions, events) => {
    expect(upgraded(subscriptions).events).toEqual(events);
  });

  test.each([
    ['companyWide if any was', [true, false], false],
    ['tracked if all were', [true, true], true],
  ])('gets the broadest scope of its subscriptions: %s [DECISION-73]', (_name, scopes, isTrackedOnly) => {
    const subscriptions = scopes.map((tracked, at) => ({
      ...of(at === 0 ? 'patient.rowCreated' : 'note.rowCreated', 'id'),
      isTrackedOnly: tracked,
    }));
    expect(upgraded(subscriptions).isTrackedOnly).toBe(isTrackedOnly);
  });
});

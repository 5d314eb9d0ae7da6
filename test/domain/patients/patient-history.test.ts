import { noCounts } from '../../../src/domain/events/clinical-data';
import {
  linesOfRun,
  sentenceOf,
  timelineEvents,
  type ToldRun,
} from '../../../src/domain/patients/patient-history';

const started = new Date('2026-11-22T12:00:00Z');
const answered = new Date('2026-11-22T12:05:00Z');
const run: ToldRun = {
  kind: 'siteSonar',
  number: 1,
  startedAt: started,
  answeredAt: answered,
  outcome: 'Completed',
  ...noCounts,
};

test.each([
  ['what was found', { newVisits: 4, newDiagnoses: 1 }, true, 'finished: 4 visits, 1 diagnosis found'],
  ['that nothing was new', {}, true, 'finished: nothing new found'],
  ['no counts to those who may not see them', { newVisits: 4 }, false, 'finished'],
  ['that no records were found', { outcome: 'NoHit' }, true, 'finished: no records found'],
  [
    'what is withheld',
    { outcome: 'AmbiguousIdentity' },
    true,
    "finished: records withheld that may be someone else's",
  ],
  ['who rejected it', { outcome: 'RequestRejected' }, true, 'request rejected by the partner'],
] as const)("A run's lines say which search and %s [CONSOLE-40]", (_, differs, withCounts, said) => {
  expect(linesOfRun({ ...run, ...differs }, withCounts)).toEqual([
    { occurredAt: answered, sentence: `Site Sonar ${said}` },
    { occurredAt: started, sentence: 'Site Sonar sent' },
  ]);
});

test('A run without an answer has one line; a later run says that it was sent again [CONSOLE-40]', () => {
  const second = { ...run, kind: 'ehrSearch', number: 2, answeredAt: null, outcome: null } as const;
  expect(linesOfRun(second, true)).toEqual([{ occurredAt: started, sentence: 'EHR Search sent again' }]);
});

test.each([
  ['search.hold', ['patientHistories'], 'Patient Histories put on hold'],
  ['search.rearm', ['siteSonar', 'ehrSearch'], 'Site Sonar, EHR Search armed again'],
  ['search.hold', [], 'Search put on hold'],
  ['patient.edit', [], 'Edited'],
] as const)('%s of %j reads well [CONSOLE-40]', (event, searches, said) => {
  expect(sentenceOf({ event, searches, isCorrection: false })).toBe(said);
});

test('Every event of a timeline has a sentence', () => {
  for (const event of timelineEvents(true))
    expect(sentenceOf({ event, searches: [], isCorrection: false })).not.toBe(event);
});

import { siteKey } from '../../../src/domain/clinical/site';
import { visitKey } from '../../../src/domain/clinical/visit';
import { stubVisitRecords } from '../../../src/sandbox/deliverables/stub-deliverable';
import { stubClinicalContent } from '../../../src/sandbox/content/clinical-content';
import { adaeze, aStubRequest } from '../stub-request';
import { until } from '../stub-people';

describe('The visits of a stub deliverable', () => {
  const { site, visits } = aStubRequest();
  const key = siteKey(site);

  test('are those of the site, and include every visit there that a search found', () => {
    expect(visits.every(record => record.visit.siteKey === key)).toBe(true);
    const known = new Set(visits.map(record => visitKey(record.visit)));
    for (const search of ['siteSonar', 'patientHistories', 'ehrSearch'] as const) {
      const found = stubClinicalContent({ patient: adaeze, search, until }).visits;
      expect(found.filter(visit => visit.siteKey === key && !known.has(visitKey(visit)))).toEqual([]);
    }
  });

  test('overlap the window, both ends included [REQUEST-5]', () => {
    const dates = visits.map(record => record.visit.earliestServiceDate);
    const [from = '', to = ''] = [dates[1], dates[3]];
    const window = { startDateOfService: from, endDateOfService: to };
    const within = stubVisitRecords({ patient: adaeze, siteKey: key, window, until });
    expect(within.map(record => record.visit.earliestServiceDate)).toEqual(dates.slice(1, 4));
  });

  test('do not exist for a site that the patient never visited', () => {
    expect(stubVisitRecords({ patient: adaeze, siteKey: 'site-npi|1|2', window: {}, until })).toEqual([]);
  });
});

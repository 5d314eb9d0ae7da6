import { siteKey } from '../../../src/domain/clinical/site';
import { visitKey } from '../../../src/domain/clinical/visit';
import { stubVisitRecords } from '../../../src/sandbox/deliverables/stub-deliverable';
import { stubClinicalContent } from '../../../src/sandbox/content/clinical-content';
import { adaeze, aStubRequest } from '../stub-request';
import { until } from '../stub-people';

describe('the visits of a stub deliverable', () => {
  const { site, visits } = aStubRequest();
  const key = siteKey(site);

  test('are those of the site, and hold every visit there that a search brought', () => {
    expect(visits.every(record => record.visit.siteKey === key)).toBe(true);
    const known = new Set(visits.map(record => visitKey(record.visit)));
    for (const search of ['siteSonar', 'patientHistories', 'ehrSearch'] as const) {
      const found = stubClinicalContent({ patient: adaeze, search, until }).visits;
      expect(found.filter(visit => visit.siteKey === key && !known.has(visitKey(visit)))).toEqual([]);
    }
  });

  test('reach into the window, both ends included [REQUEST-5]', () => {
    const dates = visits.map(record => record.visit.earliestServiceDate);
    const [from = '', to = ''] = [dates[1], dates[3]];
    const window = { startDateOfService: from, endDateOfService: to };
    const within = stubVisitRecords({ patient: adaeze, siteKey: key, window, until });
    expect(within.map(record => record.visit.earliestServiceDate)).toEqual(dates.slice(1, 4));
  });

  test('are none at a site that never saw the patient', () => {
    expect(stubVisitRecords({ patient: adaeze, siteKey: 'site-npi|1|2', window: {}, until })).toEqual([]);
  });
});

import { siteKey } from '../../src/domain/clinical/site';
import { stubVisitRecords, type StubDeliverableInput } from '../../src/sandbox/deliverables/stub-deliverable';
import { stubClinicalContent } from '../../src/sandbox/content/clinical-content';
import type { StubPatient } from '../../src/sandbox/content/stub-patient';
import { until } from './stub-people';

/** A patient with many visits. */
export const adaeze: StubPatient = {
  firstName: 'Adaeze',
  lastNames: ['Okafor-Lindqvist'],
  dateOfBirth: '1947-05-06',
  sex: 'Female',
};

/** Returns a deliverable's input for a patient at the site they visited most. */
export function aStubRequest(patient: StubPatient = adaeze): StubDeliverableInput {
  const { sites, visits } = stubClinicalContent({ patient, search: 'siteSonar', until });
  const visitsAt = (key: string): number => visits.filter(visit => visit.siteKey === key).length;
  const [site] = sites.toSorted((one, other) => visitsAt(siteKey(other)) - visitsAt(siteKey(one)));
  if (site === undefined) throw new Error('a stub patient without a site');
  const window = { startDateOfService: '2016-01-01', endDateOfService: until };
  return {
    patient,
    site,
    visits: stubVisitRecords({ patient, siteKey: siteKey(site), window, until }),
    window,
    reference: '019365a2-7c1e-7b3a-9f10-2d8a4c6e1f00',
    preparedOn: until,
  };
}

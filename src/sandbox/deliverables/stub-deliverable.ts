import type { CalendarDate } from '../../domain/clinical/calendar-date';
import type { Diagnosis } from '../../domain/clinical/diagnosis';
import type { LabResult } from '../../domain/clinical/lab-result';
import type { PrescriptionFill } from '../../domain/clinical/prescription-fill';
import type { Procedure } from '../../domain/clinical/procedure';
import { siteKey, type Site } from '../../domain/clinical/site';
import type { Visit } from '../../domain/clinical/visit';
import { stubTimeline } from '../content/stub-timeline';
import { stubVisit, type StubVisit } from '../content/stub-visit';
import type { StubPatient } from '../content/stub-patient';

/** A visit with everything that belongs to it, as in a chart. */
export interface VisitRecord {
  readonly visit: Visit;
  readonly payorName?: string;
  readonly diagnoses: readonly Diagnosis[];
  readonly procedures: readonly Procedure[];
  readonly prescriptionFills: readonly PrescriptionFill[];
  readonly labResults: readonly LabResult[];
}

/** The dates of service of a record request; an absent end is open. */
export interface ServiceWindow {
  readonly startDateOfService?: CalendarDate;
  readonly endDateOfService?: CalendarDate;
}

/** The input of every stub deliverable. The same input gives the same bytes. */
export interface StubDeliverableInput {
  readonly patient: StubPatient;
  readonly site: Site;
  /** Earliest first. Without visits, the document says so. */
  readonly visits: readonly VisitRecord[];
  readonly window: ServiceWindow;
  /** The record request's reference on the document, which also makes its identifiers unique. */
  readonly reference: string;
  readonly preparedOn: CalendarDate;
}

/** The author in stub documents' properties. */
export const sandboxAuthor = 'recordwell sandbox';

/** The warning on every stub document. */
export const stubWarning = 'SANDBOX — STUB DATA — NOT THE RECORD OF ANY PERSON';

/**
 * Returns the visits of a stub patient at a site within a window, whichever search was run: a facility knows
 * all of its visits. A visit that overlaps the window counts.
 */
export function stubVisitRecords(input: {
  readonly patient: StubPatient;
  readonly siteKey: string;
  readonly window: ServiceWindow;
  readonly until: CalendarDate;
}): readonly VisitRecord[] {
  const { startDateOfService: from = '0001-01-01', endDateOfService: to = '9999-12-31' } = input.window;
  return stubTimeline(input.patient, input.until)
    .filter(plan => plan.latestServiceDate >= from && plan.earliestServiceDate <= to)
    .map(plan => stubVisit(input.patient, plan))
    .filter(visit => siteKey(visit.site) === input.siteKey)
    .map(visit => visitRecord(visit, input.until));
}

function visitRecord(stub: StubVisit, until: CalendarDate): VisitRecord {
  const { visit, payor, diagnoses, procedures, labResults } = stub;
  const prescriptionFills = stub.prescriptionFills.filter(fill => fill.filledOn <= until);
  const record = { visit, diagnoses, procedures, prescriptionFills, labResults };
  return payor === undefined ? record : { ...record, payorName: payor.name };
}

import { z } from 'zod';
import { eventGroupNames, eventsOfGroup, type EventGroup } from '../../domain/events/event-types';
import { clinicalDataSources } from '../../domain/events/clinical-data';
import { companyId, patientId, projectId } from '../../forms/ids';
import { note } from '../resources/notes/contract';
import { recordRequest } from '../resources/record-requests/contract';
import { authorizationStatus, patient, patientFields, searchFlags, searchStatus } from '../schemas/patient';
import { createdAt } from '../schemas/times';

const place = { projectId, companyId };
const searchOf = { id: patientId, searchStatus, ...place };
const run = (search: string): string => `Sent when a run of ${search} starts or completes.`;
const { siteSonar, patientHistories, ehrSearch } = searchFlags;
const { firstName, lastNames, dateOfBirth, sex, zipCodes, mobile, email } = patientFields;
const count = (what: string) =>
  z
    .number()
    .int()
    .min(0)
    .meta({ description: `New ${what}.` });

const ids = (what: string) => z.array(z.uuid()).meta({ description: `IDs of withdrawn ${what}.` });

/** The `data` of an event, by group, for an owner who may see all of it (EVENT-20 to EVENT-28). */
export const eventData = {
  // Named one by one: a field that the API gains isn't promised to webhooks with it.
  recordRequest: recordRequest
    .pick({
      id: true,
      status: true,
      requestType: true,
      submittedSiteName: true,
      followUpDate: true,
      lastContactDate: true,
      completionDate: true,
      startDateOfService: true,
      endDateOfService: true,
      createdAt: true,
      updatedAt: true,
      patientId: true,
      projectId: true,
      companyId: true,
    })
    .meta({ id: 'RecordRequestEventData', description: 'The record request.' }),
  siteSonar: z
    .object({ ...searchOf, siteSonar })
    .meta({ id: 'SiteSonarEventData', description: run('Site Sonar') }),
  patientHistories: z
    .object({ ...searchOf, patientHistories })
    .meta({ id: 'PatientHistoriesEventData', description: run('Patient Histories') }),
  ehrSearch: z
    .object({ ...searchOf, ehrSearch })
    .meta({ id: 'EhrSearchEventData', description: run('EHR Search') }),
  patient: z
    .object({
      id: patientId,
      firstName,
      lastName: z.string().meta({ description: 'Current last name.' }),
      lastNames: lastNames
        .optional()
        .meta({ description: 'Only in `patient.updated`: every last name, the current one first.' }),
      dateOfBirth,
      sex,
      zipCodes,
      mobile,
      email,
      createdAt,
      searchStatus,
      authorizationStatus,
      ...place,
    })
    .meta({ id: 'PatientEventData', description: 'The patient.' }),
  authorization: z
    .object({ id: patientId, authorizationStatus, ...place })
    .meta({ id: 'AuthorizationEventData', description: 'The patient whose authorization changed.' }),
  clinicalData: z
    .object({
      patients: z
        .array(
          z
            .object({
              patient,
              project: z
                .object({ id: projectId, name: z.string().meta({ description: 'Display name.' }) })
                .meta({ id: 'EventProject', description: 'The project of the patient.' }),
              source: z
                .enum(clinicalDataSources)
                .meta({
                  description:
                    'Where the content came from. `parsePass`: a new reading of data we already had. ' +
                    '`sandboxSearch`: any search in a sandbox project.',
                }),
              counts: z
                .object({
                  newVisits: count('visits'),
                  newDiagnoses: count('diagnoses'),
                  newProcedures: count('procedures'),
                  newPrescriptionFills: count('prescription fills'),
                  newLabResults: count('lab results'),
                })
                .meta({
                  id: 'NewClinicalContent',
                  description:
                    "How much of this source's content is new for the patient. Two sources can report the " +
                    "same content, so don't add their counts; take the larger one. All 0 in " +
                    '`clinicalData.withdrawn`.',
                }),
              withdrawn: z
                .object({
                  reason: z
                    .enum(['identityChanged', 'notProven'])
                    .meta({
                      description:
                        "`identityChanged`: the patient's name, date of birth, or sex was corrected, and " +
                        'the rows were found for the earlier one. `notProven`: the person that the rows ' +
                        'are about may not be the patient.',
                    }),
                  ids: z
                    .object({
                      visits: ids('visits'),
                      procedures: ids('procedures'),
                      diagnoses: ids('diagnoses'),
                      prescriptionFills: ids('prescription fills'),
                      labResults: ids('lab results'),
                    })
                    .meta({
                      id: 'WithdrawnClinicalContent',
                      description: 'At most 1,000 rows; more are in further events.',
                    }),
                })
                .optional()
                .meta({
                  id: 'ClinicalDataWithdrawal',
                  description:
                    "Only in `clinicalData.withdrawn`: rows that aren't the patient's. Delete your copies.",
                }),
            })
            .meta({
              id: 'ClinicalDataOfPatient',
              description: 'New or withdrawn clinical content of one patient.',
            }),
        )
        .meta({ description: "The patients with new or withdrawn content, within the endpoint's scope." }),
    })
    .meta({ id: 'ClinicalDataEventData', description: 'New or withdrawn clinical content.' }),
  note: note
    .pick({ id: true, content: true, createdAt: true, updatedAt: true, companyId: true })
    .meta({ id: 'NoteEventData', description: 'The note.' }),
  aiResearch: z
    .object({
      siteId: z.string().meta({ description: 'ID of the facility that was researched.' }),
      siteName: z.string().meta({ description: 'Name of the facility.' }),
      url: z.string().meta({ description: 'HTTPS address of the result.' }),
    })
    .meta({ id: 'AiResearchEventData', description: 'The research run that completed.' }),
} as const satisfies Record<EventGroup, z.ZodObject>;

const names: Readonly<Record<EventGroup, string>> = {
  recordRequest: 'RecordRequestEvent',
  siteSonar: 'SiteSonarEvent',
  patientHistories: 'PatientHistoriesEvent',
  ehrSearch: 'EhrSearchEvent',
  patient: 'PatientEvent',
  authorization: 'AuthorizationEvent',
  clinicalData: 'ClinicalDataEvent',
  note: 'NoteEvent',
  aiResearch: 'AiResearchEvent',
};

/** Returns the schema of the body of a delivery of a group. */
function envelopeOf(group: EventGroup) {
  return z
    .object({
      id: z
        .uuid()
        .meta({ description: 'ID of the delivery. The same on every attempt, so use it to skip repeats.' }),
      timestamp: z.iso.datetime().meta({ description: 'When the event happened (UTC).' }),
      version: z.literal('events').meta({ description: 'Always `events`. Absent on Classic deliveries.' }),
      eventType: z.enum(eventsOfGroup(group)).meta({ description: 'Name of the event.' }),
      resource: z
        .string()
        .meta({ description: 'Path of the record. Get it with your API key for the current state.' }),
      changed: z
        .array(z.string())
        .meta({
          description:
            'The fields of `data` whose value changed. Empty for a new record and a due follow-up.',
        }),
      data: eventData[group],
    })
    .meta({
      id: names[group],
      description:
        "`data` is a snapshot from when the delivery was created. Fields that the endpoint owner's role " +
        "can't see are left out, even IDs. Ignore fields you don't know.",
    });
}

/** The body of a delivery, by group. */
export const eventSchemas: ReadonlyMap<EventGroup, ReturnType<typeof envelopeOf>> = new Map(
  eventGroupNames.map(group => [group, envelopeOf(group)]),
);

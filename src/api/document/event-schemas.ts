import { z } from 'zod';
import { eventGroups, type EventGroup } from '../../domain/events/event-types';
import { clinicalDataSources } from '../../domain/events/clinical-data';
import { authorizationStatuses } from '../../domain/authorizations/authorization-status';
import { sexes } from '../../domain/patients/details';
import { searchStatuses } from '../../domain/searches/search';
import { companyId, patientId, projectId } from '../../forms/ids';
import { note } from '../resources/notes/contract';
import { patient } from '../resources/patients/contract';
import { recordRequest } from '../resources/record-requests/contract';

const place = { projectId, companyId };
const searchData = { id: patientId, searchStatus: z.enum(searchStatuses), ...place };
const count = z.number().int().min(0);

/**
 * What an event tells, by group, to an owner who may see all of it; the specification's table of `data`
 * (EVENT-20 to EVENT-28).
 */
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
    .meta({ id: 'RecordRequestEventData' }),
  siteSonar: z.object({ ...searchData, siteSonar: z.boolean() }).meta({ id: 'SiteSonarEventData' }),
  patientHistories: z
    .object({ ...searchData, patientHistories: z.boolean() })
    .meta({ id: 'PatientHistoriesEventData' }),
  ehrSearch: z.object({ ...searchData, ehrSearch: z.boolean() }).meta({ id: 'EhrSearchEventData' }),
  patient: z
    .object({
      id: patientId,
      firstName: z.string(),
      lastName: z.string().meta({ description: 'The current one.' }),
      dateOfBirth: z.string().meta({ format: 'date' }),
      sex: z.enum(sexes).nullable(),
      zipCodes: z.array(z.string()),
      mobile: z.string().nullable(),
      email: z.string().nullable(),
      createdAt: z.iso.datetime(),
      searchStatus: z.enum(searchStatuses),
      authorizationStatus: z.enum(authorizationStatuses),
      ...place,
    })
    .meta({ id: 'PatientEventData' }),
  authorization: z
    .object({ id: patientId, authorizationStatus: z.enum(authorizationStatuses), ...place })
    .meta({ id: 'AuthorizationEventData' }),
  clinicalData: z
    .object({
      patients: z.array(
        z
          .object({
            patient,
            project: z.object({ id: projectId, name: z.string() }).meta({ id: 'EventProject' }),
            source: z
              .enum(clinicalDataSources)
              .meta({
                description: '`parsePass` reads again what is held; on sandbox all is of `sandboxSearch`.',
              }),
            counts: z
              .object({
                newVisits: count,
                newDiagnoses: count,
                newProcedures: count,
                newPrescriptionFills: count,
                newLabResults: count,
              })
              .meta({
                id: 'NewClinicalContent',
                description: 'What is new of this source. Do not add those of two sources: take the larger.',
              }),
          })
          .meta({ id: 'ClinicalDataOfPatient' }),
      ),
    })
    .meta({ id: 'ClinicalDataEventData' }),
  note: note
    .pick({ id: true, content: true, createdAt: true, updatedAt: true, companyId: true })
    .meta({ id: 'NoteEventData' }),
  aiResearch: z
    .object({ siteId: z.string(), siteName: z.string(), url: z.string() })
    .meta({ id: 'AiResearchEventData' }),
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

/** The body of a delivery of a group. */
function envelopeOf(group: EventGroup) {
  return z
    .object({
      id: z.uuid().meta({ description: 'The delivery; the same in every attempt. Take each once.' }),
      timestamp: z.iso.datetime().meta({ description: 'When it happened.' }),
      version: z.literal('events'),
      eventType: z.enum(eventGroups[group]),
      resource: z.string().meta({ description: 'The path of the record; read it for what is true by now.' }),
      changed: z.array(z.string()).meta({ description: 'The fields of `data` that differ.' }),
      data: eventData[group],
    })
    .meta({
      id: names[group],
      description:
        'What the role of the endpoint’s owner may not see is left out of `data`, down to the ids. ' +
        'Ignore fields that you do not know.',
    });
}

/** The body of a delivery, by group. */
export const eventSchemas: ReadonlyMap<EventGroup, ReturnType<typeof envelopeOf>> = new Map(
  (Object.keys(eventGroups) as EventGroup[]).map(group => [group, envelopeOf(group)]),
);

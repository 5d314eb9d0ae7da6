import { z } from 'zod';
import { contactTextsMax, contactWays } from '../../../domain/record-requests/contact';
import { contactsMax } from '../../../domain/record-requests/limits';
import { companyId, patientId, projectId, recordRequestId } from '../../../forms/ids';
import { defineContract } from '../../pipeline/contract';
import { actor } from '../../schemas/actor';
import { nextCursor, pageQuery } from '../../schemas/page';
import { createdAt } from '../../schemas/times';

const contact = z
  .object({
    id: z.uuid().meta({ description: 'ID of the contact.' }),
    contactedOn: z.string().meta({ format: 'date', description: 'Day of the contact.' }),
    way: z.enum(contactWays).meta({ description: 'How the facility was contacted.' }),
    person: z
      .string()
      .nullable()
      .meta({
        description: `Who was reached, at most ${contactTextsMax.person} characters. \`null\` if not noted.`,
      }),
    outcome: z
      .string()
      .nullable()
      .meta({
        description: `The result, at most ${contactTextsMax.outcome} characters. \`null\` if not noted.`,
      }),
    nextOn: z
      .string()
      .nullable()
      .meta({ format: 'date', description: 'Day of the next follow-up. `null` if none was planned.' }),
    by: actor,
    createdAt,
  })
  .meta({ id: 'Contact', description: 'A contact with the facility of a record request.' });

const place = { companyId: 'demo', projectId: 'demo-sandbox', patientId: 'case-4711' };

/** Lists the contact log of a record request. */
export const listContactsContract = defineContract({
  id: 'listContacts',
  method: 'GET',
  path:
    '/v0/companies/{companyId}/projects/{projectId}/patients/{patientId}/record-requests/{recordRequestId}' +
    '/contacts',
  tag: 'Record requests',
  summary: 'Get the contact log of a record request',
  description:
    'Returns the contacts with the facility that support and members of your company entered, oldest ' +
    `first: at most ${contactsMax}. Members add theirs in the console.`,
  params: z.object({ companyId, projectId, patientId, recordRequestId }),
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'A page of contacts.',
      schema: z
        .object({
          contacts: z.array(contact).meta({ description: 'The contacts on this page.' }),
          nextCursor,
        })
        .meta({ id: 'ContactPage', description: 'A page of contacts.' }),
    },
  },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'recordRequest.listContacts', kind: 'read' },
  example: {
    params: { ...place, recordRequestId: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60' },
    query: { limit: '50' },
    response: {
      status: 200,
      body: {
        contacts: [
          {
            id: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f70',
            contactedOn: '2026-11-23',
            way: 'phone',
            person: 'Release of information desk',
            outcome: 'Received the fax. They answer within 15 days.',
            nextOn: '2026-12-08',
            by: { kind: 'service', id: 'delivery-team', name: 'Support' },
            createdAt: '2026-11-23T15:00:00.000Z',
          },
        ],
        nextCursor: null,
      },
    },
  },
});

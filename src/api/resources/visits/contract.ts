import { z } from 'zod';
import { visitRoute } from '../../../browse/catalogue';
import { browseRequestSchema, browseResponseSchema } from '../../../browse/query-schema';
import { defineContract } from '../../pipeline/contract';

/** Browses visits. */
export const browseVisitsContract = defineContract({
  id: 'browseVisits',
  method: 'POST',
  path: '/v0/visits/browse',
  tag: 'Browse',
  summary: 'Browse visits',
  description:
    'The discovered visits the key can see, each row nested by entity. A row’s `site.id` feeds `siteId` of a record request.',
  params: z.object({}),
  body: browseRequestSchema(visitRoute),
  responses: {
    200: { description: 'The rows.', schema: browseResponseSchema(visitRoute), streams: 'table' },
  },
  problems: [],
  access: { scope: 'caller', permission: 'ViewClinicalData' },
  audit: { event: 'visit.browse', kind: 'read' },
  cost: 'heavy',
  example: {
    body: {
      where: { patient: { id: [{ equals: 'case-4711' }] }, project: { id: [{ equals: 'demo-sandbox' }] } },
      orderBy: [{ visit: { earliestServiceDate: 'asc' } }],
      select: {
        visit: { ref: true, earliestServiceDate: true },
        site: { id: true, name: true },
        patient: {},
        payor: {},
        company: {},
        project: {},
      },
      take: 50,
    },
    response: {
      status: 200,
      body: {
        table: [
          {
            visit: { ref: 'C-1029', earliestServiceDate: '2024-03-12' },
            site: { id: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f61', name: 'Harbor General Hospital' },
          },
        ],
        aggregate: {},
        total: 1,
      },
    },
  },
});

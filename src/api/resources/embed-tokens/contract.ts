import { z } from 'zod';
import { embedTokenForm } from '../../../forms/embed-token-form';
import { companyId, patientId, projectId } from '../../../forms/ids';
import { defineContract } from '../../pipeline/contract';
import { embedToken } from '../../schemas/embed-token';

const token = embedToken.meta({ id: 'EmbedToken', description: 'A new embed token.' });
const exampleBody = { parentOrigin: 'https://app.example.com' };
const exampleResponse = { status: 200, body: { token: 'AQEx8mRzY0c…' } };
const problems = ['embed.parentOriginNotApproved', 'embed.parentOriginMissing'] as const;

/** Creates an embed token for the site finder. */
export const mintSiteFinderTokenContract = defineContract({
  id: 'mintSiteFinderToken',
  method: 'POST',
  path: '/v0/site-finder/embed-token',
  tag: 'Embeds',
  summary: 'Create a site finder token',
  description:
    'Returns a token for `/ui/site-finder/embed?token=…`, valid for one hour. Every action in the embed ' +
    'is attributed to, billed to, and rate-limited as the owner of the key, in the environment of the ' +
    'key. The token stops working at once if that user is deleted or loses the permission.',
  params: z.object({}),
  body: embedTokenForm.optional(),
  hasNo422: true,
  responses: { 200: { description: 'The token.', schema: token } },
  problems,
  access: { scope: 'caller', permission: 'UseSiteFinder' },
  audit: { event: 'siteFinder.mintToken', kind: 'read' },
  example: { body: exampleBody, response: exampleResponse },
});

/** Creates an embed token for a patient's clinical data. */
export const mintClinicalDataTokenContract = defineContract({
  id: 'mintClinicalDataToken',
  method: 'POST',
  path: '/v0/companies/{companyId}/projects/{projectId}/patients/{patientId}/clinical-data-embed-token',
  tag: 'Embeds',
  summary: 'Create a clinical data token',
  description:
    'Returns a token for `/ui/clinical-data/embed?token=…`, valid for one hour. The embed shows the ' +
    'clinical data of this patient only. The token stops working at once if the owner of the key can no ' +
    'longer see the patient.',
  params: z.object({ companyId, projectId, patientId }),
  body: embedTokenForm.optional(),
  hasNo422: true,
  responses: { 200: { description: 'The token.', schema: token } },
  problems,
  access: { scope: 'project', permission: 'ViewClinicalData' },
  audit: { event: 'clinicalData.mintToken', kind: 'read' },
  example: {
    params: { companyId: 'demo', projectId: 'demo-sandbox', patientId: 'case-4711' },
    body: exampleBody,
    response: exampleResponse,
  },
});

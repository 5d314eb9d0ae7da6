import { z } from 'zod';
import { embedTokenForm } from '../../../forms/embed-token-form';
import { companyId, patientId, projectId } from '../../../forms/ids';
import { defineContract } from '../../pipeline/contract';

const embedToken = z.object({ token: z.string() }).meta({ id: 'EmbedToken' });
const exampleBody = { parentOrigin: 'https://app.example.com' };
const exampleResponse = { status: 200, body: { token: 'AQEx8mRzY0c…' } };
const problems = ['embed.parentOriginNotApproved', 'embed.parentOriginMissing'] as const;

/** Mints a token of the site finder. */
export const mintSiteFinderTokenContract = defineContract({
  id: 'mintSiteFinderToken',
  method: 'POST',
  path: '/v0/site-finder/embed-token',
  tag: 'Embeds',
  summary: 'Mint a token of the site finder',
  description:
    'A token for `/ui/site-finder/embed?token=…`, good for an hour. Whatever is done with it is ' +
    'done as the user of the key, in the environment of the key; it ends at once when the user is ' +
    'deleted or may no longer use the site finder. Name the page that frames the embed: it alone ' +
    'can.',
  params: z.object({}),
  body: embedTokenForm.optional(),
  hasNo422: true,
  responses: { 200: { description: 'The token.', schema: embedToken } },
  problems,
  access: { scope: 'caller', permission: 'UseSiteFinder' },
  audit: { event: 'siteFinder.mintToken', kind: 'read' },
  example: { body: exampleBody, response: exampleResponse },
});

/** Mints a token of a patient's clinical data. */
export const mintClinicalDataTokenContract = defineContract({
  id: 'mintClinicalDataToken',
  method: 'POST',
  path: '/v0/companies/{companyId}/projects/{projectId}/patients/{patientId}/clinical-data-embed-token',
  tag: 'Embeds',
  summary: 'Mint a token of a patient’s clinical data',
  description:
    'A token for `/ui/clinical-data/embed?token=…`: the clinical data of this patient, and of ' +
    'nobody else, for an hour. It ends at once when the user of the key sees the patient no more. ' +
    'Name the page that frames the embed: it alone can.',
  params: z.object({ companyId, projectId, patientId }),
  body: embedTokenForm.optional(),
  hasNo422: true,
  responses: { 200: { description: 'The token.', schema: embedToken } },
  problems,
  access: { scope: 'project', permission: 'ViewClinicalData' },
  audit: { event: 'clinicalData.mintToken', kind: 'read' },
  example: {
    params: { companyId: 'demo', projectId: 'demo-sandbox', patientId: 'case-4711' },
    body: exampleBody,
    response: exampleResponse,
  },
});

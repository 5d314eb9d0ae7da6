import { z } from 'zod';
import { companyId, siteId } from '../../../forms/ids';
import { defineContract } from '../../pipeline/contract';
import { createdAt } from '../../shapes/times';

const company = z
  .object({
    id: companyId,
    name: z.string().meta({ description: 'Display name.' }),
    timeZone: z
      .string()
      .meta({ description: 'IANA time zone. Follow-ups are due by its days.', example: 'America/New_York' }),
    createdAt,
  })
  .meta({ id: 'Company', description: 'A company owns projects.' });

function known(description: string) {
  return z.string().nullable().meta({ description });
}

const site = z
  .object({
    id: siteId,
    companyId,
    name: z.string().meta({ description: 'Name of the facility.' }),
    systemName: known('Health system that the facility belongs to.'),
    npi: known('National Provider Identifier, 10 digits.'),
    addressLine1: z.string().meta({ description: 'Street address.' }),
    addressLine2: known('Suite, floor, or building.'),
    city: z.string().meta({ description: 'City of the facility.' }),
    state: z.string().meta({ description: 'Two-letter USPS state code.' }),
    zip: z.string().meta({ description: 'ZIP code, `12345` or `12345-6789`.' }),
    phone: known('Phone number in E.164.'),
    fax: known('Fax number in E.164.'),
  })
  .meta({ id: 'Site', description: 'A facility, as your company knows it. What is unknown is null.' });

/** Returns the company of the key. */
export const getCompanyContract = defineContract({
  id: 'getCompany',
  method: 'GET',
  path: '/v0/companies/{companyId}',
  tag: 'Companies',
  summary: 'Get a company',
  description: 'Returns the company your API key belongs to.',
  params: z.object({ companyId }),
  responses: { 200: { description: 'The company.', schema: company } },
  problems: [],
  access: { scope: 'company', permission: 'ViewProjects' },
  audit: null,
  example: {
    params: { companyId: 'demo' },
    response: {
      status: 200,
      body: {
        id: 'demo',
        name: 'Acme Legal',
        timeZone: 'America/New_York',
        createdAt: '2026-11-20T12:00:00.000Z',
      },
    },
  },
});

/** Returns a site of the key's company and environment. */
export const getSiteContract = defineContract({
  id: 'getSite',
  method: 'GET',
  path: '/v0/companies/{companyId}/sites/{siteId}',
  tag: 'Companies',
  summary: 'Get a site',
  description:
    "Returns a facility that your company knows in your key's environment: from a search, a record " +
    'request, or the site finder. If support has replaced the site by another one, the answer is the ' +
    'other one, with its `id`.',
  params: z.object({ companyId, siteId }),
  responses: { 200: { description: 'The site.', schema: site } },
  problems: [],
  access: { scope: 'company', permission: 'UseSiteFinder' },
  audit: null,
  example: {
    params: { companyId: 'demo', siteId: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f61' },
    response: {
      status: 200,
      body: {
        id: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f61',
        companyId: 'demo',
        name: 'Harbor General Hospital',
        systemName: 'Harbor Health',
        npi: '1234567893',
        addressLine1: '1 Main Street',
        addressLine2: 'Suite 200',
        city: 'Boston',
        state: 'MA',
        zip: '02110',
        phone: '+16175550123',
        fax: null,
      },
    },
  },
});

import { z } from 'zod';
import { billableActions } from '../../../domain/billing/ledger-entry';
import { dayNumber } from '../../../domain/clinical/calendar-date';
import { environments } from '../../../domain/projects/project';
import { calendarDate } from '../../../forms/dates';
import { companyId, siteId } from '../../../forms/ids';
import { defineContract } from '../../pipeline/contract';
import { createdAt } from '../../schemas/times';

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

const usagePeriodMaxDays = 366;

const usage = z
  .object({
    from: calendarDate.meta({ description: 'First day of the period (UTC).' }),
    until: calendarDate.meta({ description: 'Day after the period (UTC).' }),
    environment: z.enum(environments).meta({ description: "Your key's environment." }),
    actions: z
      .array(
        z
          .object({
            action: z
              .enum(billableActions)
              .meta({ description: 'A run of a search, or an action in the site finder.' }),
            count: z.int().meta({ description: 'How often it was done: runs of a search, for example.' }),
            units: z
              .int()
              .meta({
                description:
                  'What fees scale with. A run of a search counts one unit for each last name that it ' +
                  'searched for, and any other action counts one.',
              }),
          })
          .meta({ id: 'UsedAction', description: 'How much of one action was used.' }),
      )
      .meta({ description: 'Every action that fees depend on, used or not.' }),
  })
  .meta({ id: 'Usage', description: 'What your company used in a period. It has no prices.' });

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
    'request, or the site finder. If support has replaced the site with another one, you get the ' +
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

/** Returns what the key's company used in a period. */
export const getUsageContract = defineContract({
  id: 'getUsage',
  method: 'GET',
  path: '/v0/companies/{companyId}/usage',
  tag: 'Companies',
  summary: 'Get usage',
  description:
    "Returns what your company used in your key's environment: runs of searches, and actions in the site " +
    'finder. A run that follows a correction counts again. Nothing is charged on sandbox.',
  params: z.object({ companyId }),
  query: z
    .object({
      from: calendarDate.meta({ description: 'First day (UTC).', example: '2026-11-01' }),
      until: calendarDate.meta({
        description: `Day after the last one (UTC), at most ${usagePeriodMaxDays} days after \`from\`.`,
        example: '2026-12-01',
      }),
    })
    .refine(({ from, until }) => until > from, { path: ['until'], error: 'must be after `from`' })
    .refine(({ from, until }) => dayNumber(until) - dayNumber(from) <= usagePeriodMaxDays, {
      path: ['until'],
      error: `must be at most ${usagePeriodMaxDays} days after \`from\``,
    }),
  responses: { 200: { description: 'The usage.', schema: usage } },
  problems: [],
  access: { scope: 'company', permission: 'ManageMembers' },
  audit: null,
  example: {
    params: { companyId: 'demo' },
    query: { from: '2026-11-01', until: '2026-12-01' },
    response: {
      status: 200,
      body: {
        from: '2026-11-01',
        until: '2026-12-01',
        environment: 'production',
        actions: [
          { action: 'search.siteSonar', count: 40, units: 52 },
          { action: 'search.patientHistories', count: 12, units: 15 },
          { action: 'search.ehrSearch', count: 0, units: 0 },
          { action: 'siteFinder.search', count: 9, units: 9 },
          { action: 'siteFinder.create', count: 1, units: 1 },
          { action: 'siteFinder.research', count: 2, units: 2 },
        ],
      },
    },
  },
});

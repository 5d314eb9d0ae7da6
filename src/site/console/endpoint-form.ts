/** What the forms of an endpoint, and of e-mails, post. */
import { z } from 'zod';
import { eventTypes } from '../../domain/events/event-types';
import { pickedProjectsMax } from '../../usecases/webhooks/new-endpoints';
import type { CustomHeader } from '../../webhooks/egress/custom-headers';
import { urlLengthMax } from '../../webhooks/egress/url-rules';
import { checkbox, field, fingerprint, line, list } from '../forms';
import type { EndpointValues } from './components/endpoint-fields';

/**
 * What an endpoint is first offered: every event of records and searches is one check away, none is taken
 * unasked.
 */
export const emptyValues: EndpointValues = {
  url: '',
  events: [],
  hasAllProjects: true,
  projectIds: [],
  isTrackedOnly: false,
  sendsStandardHeaders: true,
};

/**
 * Why a form is refused that says all projects and picks some (CONSOLE-51): without a script it can say both.
 */
export const saysBothScopes =
  'You chose all projects and picked some as well. Choose “These alone”, or untick those that you picked.';

/** What is to be told, as it was posted. */
export const postedSubscription = z
  .object({
    events: list(eventTypes.length),
    projects: field(z.string()),
    project: list(pickedProjectsMax),
    records: field(z.string()),
  })
  .transform(({ events, projects, project, records }) => ({
    events,
    hasAllProjects: projects !== 'picked',
    projectIds: project,
    isTrackedOnly: records === 'tracked',
  }));

/** What is to be told: the events, and of which projects and records. */
export const subscriptionForm = postedSubscription
  .refine(({ hasAllProjects, projectIds }) => hasAllProjects || projectIds.length > 0, {
    path: ['project'],
    error: 'Pick at least one project, or take all of them.',
  })
  .refine(({ hasAllProjects, projectIds }) => !hasAllProjects || projectIds.length === 0, {
    path: ['project'],
    error: saysBothScopes,
  })
  .transform(({ events, projectIds, isTrackedOnly }) => ({ events, projectIds, isTrackedOnly }));

const url = line(urlLengthMax);
const standard = z
  .object({ standard: checkbox })
  .transform(({ standard: sendsStandardHeaders }) => ({ sendsStandardHeaders }));

/** What stands in the fields of an endpoint, as it was posted. */
export const postedEndpoint = postedSubscription.and(standard).and(z.object({ url }));

/** The lines `Name: value`; empty lines are none. A refusal names the line, never what it holds. */
const headerLines = z.string().transform((text, context): CustomHeader[] => {
  const headers: CustomHeader[] = [];
  for (const [at, untrimmed] of text.split('\n').entries()) {
    const header = untrimmed.trim();
    if (header === '') continue;
    const colon = header.indexOf(':');
    if (colon < 1) {
      context.addIssue({ code: 'custom', message: `Header line ${at + 1}: write it as Name: value.` });
      return z.NEVER;
    }
    headers.push({ name: header.slice(0, colon).trim(), value: header.slice(colon + 1).trim() });
  }
  return headers;
});

const customHeaders = z
  .object({ headers: field(headerLines) })
  .transform(({ headers }) => ({ customHeaders: headers }));

/** A new endpoint. */
export const newEndpointForm = subscriptionForm.and(standard).and(z.object({ url })).and(customHeaders);

/** The headers that replace those of an endpoint, as the form saw it. */
export const headersForm = customHeaders.and(z.object({ version: fingerprint }));

/** The endpoint as the form of an edit saw it. */
export const endpointRefForm = z.object({ version: fingerprint });

/** The settings of an edit. */
export const settingsForm = subscriptionForm.and(standard);

/** The address of an edit. */
export const addressForm = z.object({ url });

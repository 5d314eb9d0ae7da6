/** The forms for endpoints and e-mail notifications. */
import { z } from 'zod';
import { eventTypes } from '../../domain/events/event-types';
import { singleLine } from '../../forms/text';
import { endpointNameMax } from '../../domain/webhooks/endpoint';
import { pickedProjectsMax } from '../../usecases/webhooks/new-endpoints';
import type { CustomHeader } from '../../webhooks/egress/custom-headers';
import { urlLengthMax } from '../../webhooks/egress/url-rules';
import { checkbox, field, fingerprint, line, list } from '../forms';
import type { EndpointValues } from './components/endpoint-fields';

/** The initial values of a new endpoint. No event is selected by default. */
export const emptyValues: EndpointValues = {
  url: '',
  name: '',
  events: [],
  hasAllProjects: true,
  projectIds: [],
  isTrackedOnly: false,
  sendsStandardHeaders: true,
};

/**
 * The error for a form that selects both all projects and some (CONSOLE-51), which is possible without a
 * script.
 */
export const saysBothScopes =
  'You selected both all projects and individual ones. Choose Selected projects, or clear the others.';

/** The subscription as posted, to show it again. */
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

/** A valid subscription: its events, projects, and records. */
export const subscriptionForm = postedSubscription
  .refine(({ hasAllProjects, projectIds }) => hasAllProjects || projectIds.length > 0, {
    path: ['project'],
    error: 'Select at least one project, or all projects.',
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

/** The fields of an endpoint as posted, to show them again. */
export const postedEndpoint = postedSubscription
  .and(standard)
  .and(z.object({ url, name: line(endpointNameMax) }));

/** The optional name. */
const nameForm = z.object({
  name: field(
    singleLine({ min: 0, max: endpointNameMax }),
    `Enter a name of at most ${endpointNameMax} characters.`,
  ).transform(name => (name === '' ? null : name)),
});

/** Lines of `Name: value`; empty lines are ignored. An error names the line, never its content. */
const headerLines = z.string().transform((text, context): CustomHeader[] => {
  const headers: CustomHeader[] = [];
  for (const [at, untrimmed] of text.split('\n').entries()) {
    const header = untrimmed.trim();
    if (header === '') continue;
    const colon = header.indexOf(':');
    if (colon < 1) {
      context.addIssue({ code: 'custom', message: `Header line ${at + 1}: use the format Name: value.` });
      return z.NEVER;
    }
    headers.push({ name: header.slice(0, colon).trim(), value: header.slice(colon + 1).trim() });
  }
  return headers;
});

const customHeaders = z
  .object({ headers: field(headerLines) })
  .transform(({ headers }) => ({ customHeaders: headers }));

/** The form of a new endpoint. */
export const newEndpointForm = subscriptionForm
  .and(standard)
  .and(z.object({ url }))
  .and(nameForm)
  .and(customHeaders);

/** The form that replaces the headers of an endpoint, with the version that it shows. */
export const headersForm = customHeaders.and(z.object({ version: fingerprint }));

/** The version of the endpoint that the edit form shows. */
export const endpointRefForm = z.object({ version: fingerprint });

/** The settings in the edit form. */
export const settingsForm = subscriptionForm.and(standard);

/** The URL in the edit form. */
export const addressForm = z.object({ url });

/** The name in the edit form. */
export const renameForm = nameForm;

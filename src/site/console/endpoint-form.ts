/** What the forms of an endpoint send, read as a stranger's. */
import { urlLengthMax } from '../../webhooks/egress/url-rules';
import { pickedProjectsMax, type OwnEndpointForm } from '../../usecases/webhooks/new-endpoints';
import { OperatorError } from '../../usecases/operator-error';
import type { CustomHeader } from '../../webhooks/egress/custom-headers';
import { eventTypes } from '../../domain/events/event-types';
import type { EndpointValues, SubscriptionValues } from './components/endpoint-fields';

/** What an endpoint is first offered: every event of records and searches is one check away, none is taken unasked. */
export const emptyValues: EndpointValues = {
  url: '',
  events: [],
  hasAllProjects: true,
  projectIds: [],
  isTrackedOnly: false,
  sendsStandardHeaders: true,
};

/** What is to be told, of the fields; what is longer than a field may be is cut, and then refused by its rule. */
export function subscriptionIn(form: URLSearchParams): SubscriptionValues {
  return {
    events: form.getAll('events').slice(0, eventTypes.length + 1),
    hasAllProjects: form.get('projects') !== 'picked',
    projectIds: form.getAll('project').slice(0, pickedProjectsMax + 1),
    isTrackedOnly: form.get('records') === 'tracked',
  };
}

/** What stands in the fields of an endpoint; what is longer than a field may be is cut, and then refused by its rule. */
export function valuesIn(form: URLSearchParams): EndpointValues {
  return {
    url: (form.get('url') ?? '').trim().slice(0, urlLengthMax + 1),
    ...subscriptionIn(form),
    sendsStandardHeaders: form.get('standard') === 'on',
  };
}

/** Why a form is refused that says all projects and picks some (CONSOLE-51): without a script it can say both. */
export const saysBothScopes =
  'You chose all projects and picked some as well. Choose “These alone”, or untick those that you picked.';

/** The scope and the events of the fields. @throws OperatorError when no project is picked, or some are beside all of them */
export function scopeOf({
  events,
  hasAllProjects,
  projectIds,
  isTrackedOnly,
}: SubscriptionValues): Pick<OwnEndpointForm, 'events' | 'projectIds' | 'isTrackedOnly'> {
  if (!hasAllProjects && projectIds.length === 0)
    throw new OperatorError('Pick at least one project, or take all of them.');
  if (hasAllProjects && projectIds.length > 0) throw new OperatorError(saysBothScopes);
  return { events, projectIds, isTrackedOnly };
}

/** What the fields say of an endpoint. @throws OperatorError as `scopeOf` */
export function settingsOf(
  values: EndpointValues,
): Pick<OwnEndpointForm, 'events' | 'projectIds' | 'isTrackedOnly' | 'sendsStandardHeaders'> {
  return { ...scopeOf(values), sendsStandardHeaders: values.sendsStandardHeaders };
}

/** The headers of the lines `Name: value`; empty lines are none. @throws OperatorError naming the line, never what it holds */
export function headersIn(form: URLSearchParams): CustomHeader[] {
  return (form.get('headers') ?? '').split('\n').flatMap((line, at) => {
    const said = line.trim();
    if (said === '') return [];
    const colon = said.indexOf(':');
    if (colon < 1) throw new OperatorError(`Header line ${at + 1}: write it as Name: value.`);
    return [{ name: said.slice(0, colon).trim(), value: said.slice(colon + 1).trim() }];
  });
}

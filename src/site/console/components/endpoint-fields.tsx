import type { Permission } from '../../../domain/access/permissions';
import {
  eventGroupNames,
  eventsOfGroup,
  isNamedOnly,
  type EventType,
} from '../../../domain/events/event-types';
import { endpointNameMax } from '../../../domain/webhooks/endpoint';
import { isPermitted } from '../../../domain/webhooks/subscription';
import { groupNames } from './endpoint-words';
import { Check, FieldProblem, TextField } from '../../components/form';

/** The subscription fields, as typed. */
export interface SubscriptionValues {
  readonly events: readonly string[];
  readonly hasAllProjects: boolean;
  readonly projectIds: readonly string[];
  readonly isTrackedOnly: boolean;
}

/** The fields of an endpoint, as typed. */
export interface EndpointValues extends SubscriptionValues {
  readonly url: string;
  /** The name; empty for none. */
  readonly name: string;
  readonly sendsStandardHeaders: boolean;
}

/** The options of a subscription. */
export interface SubscriptionChoices {
  readonly permissions: ReadonlySet<Permission>;
  /** The projects of the environment that the member can see. */
  readonly projects: ReadonlyArray<{ readonly id: string; readonly name: string }>;
  /** Whether there are more projects than listed. */
  readonly areMoreProjects: boolean;
  /** A sample payload of the first event of each group. */
  readonly samples: ReadonlyMap<EventType, string>;
}

/** The options of an endpoint. */
export interface EndpointChoices extends SubscriptionChoices {
  /** Whether this deployment also accepts http and the addresses that its settings name. */
  readonly isForDevelopment: boolean;
}

interface FieldsParts {
  readonly values: SubscriptionValues;
  readonly choices: SubscriptionChoices;
}

/** The field for the endpoint's URL. */
export function UrlField({ url, choices }: { readonly url: string; readonly choices: EndpointChoices }) {
  return (
    <TextField
      id="url"
      name="url"
      label="Endpoint URL"
      type="url"
      value={url}
      isRequired={true}
      max={2048}
      hint={
        choices.isForDevelopment
          ? 'A public https URL, or an http or https URL of an address that WEBHOOK_ALLOW_CIDRS allows here.'
          : 'A public https URL. Private and loopback addresses are rejected, now and on every attempt.'
      }
    />
  );
}

/** The field for the endpoint's name. */
export function NameField({ name }: { readonly name: string }) {
  return (
    <TextField
      id="name"
      name="name"
      label="Name (optional)"
      value={name}
      max={endpointNameMax}
      hint="To recognize the endpoint, for example: Case system."
    />
  );
}

interface EventFieldsParts extends FieldsParts {
  /** Which events can be chosen; all by default. */
  readonly isOffered?: (event: EventType) => boolean;
  /** What an event is called, besides its name in code; developers know that one. */
  readonly called?: Readonly<Record<EventType, string>>;
}

/** The event fields: one group each, with a sample payload if there is one. */
export function EventFields({ values, choices, isOffered = () => true, called }: EventFieldsParts) {
  return (
    <div class="groups">
      {eventGroupNames.map(group => {
        const events = eventsOfGroup(group).filter(isOffered);
        const [first] = events;
        if (first === undefined) return null;
        const sample = choices.samples.get(first);
        return (
          <fieldset class="group">
            <legend>{groupNames[group]}</legend>
            {events.length < 2 ? null : (
              <label class="choice" hidden>
                <input type="checkbox" data-all />
                <span>Select all</span>
              </label>
            )}
            <div class="choices">
              {events.map(event => {
                const isAllowed = isPermitted(event, choices.permissions);
                return (
                  <Check
                    name="events"
                    value={event}
                    isDisabled={!isAllowed}
                    isChecked={isAllowed && values.events.includes(event)}
                    isAlone={isNamedOnly(event)}
                  >
                    {called === undefined ? null : (
                      <>
                        {called[event]}
                        <br />
                      </>
                    )}
                    <span class={called === undefined ? 'code' : 'code small muted'}>{event}</span>
                    {isAllowed ? null : <span class="muted small"> (not allowed for your role)</span>}
                  </Check>
                );
              })}
            </div>
            {sample === undefined ? null : (
              <details class="inner">
                <summary>Sample {first} event</summary>
                <pre tabIndex={0}>{sample}</pre>
              </details>
            )}
          </fieldset>
        );
      })}
    </div>
  );
}

/** The fields for the projects and records that events are sent for. */
export function ScopeFields({ values, choices }: FieldsParts) {
  const { projectIds, isTrackedOnly } = values;
  const isEmpty = choices.projects.length === 0;
  // If a form selected both, the narrower choice is shown. Without projects only "all" is left.
  const isAll = isEmpty || (values.hasAllProjects && projectIds.length === 0);
  return (
    <>
      <fieldset class="field">
        <legend>Projects</legend>
        <FieldProblem name="project" />
        <Check name="projects" value="all" type="radio" isChecked={isAll}>
          All projects you can see, including future ones
        </Check>
        {isEmpty ? (
          <p class="muted small">You can't see any projects here yet, so there are none to select.</p>
        ) : (
          <>
            <Check name="projects" value="picked" type="radio" isChecked={!isAll}>
              Selected projects:
            </Check>
            <div class="scroll" tabIndex={0} role="group" aria-label="Projects to select">
              {choices.projects.map(({ id, name }) => (
                <Check name="project" value={id} isChecked={projectIds.includes(id)}>
                  {name} <span class="muted small code">{id}</span>
                </Check>
              ))}
            </div>
          </>
        )}
        {choices.areMoreProjects ? (
          <p class="muted small">
            Only the oldest projects are listed. To include others, select all projects.
          </p>
        ) : null}
      </fieldset>
      <fieldset class="field">
        <legend>Records</legend>
        <Check name="records" value="visible" type="radio" isChecked={!isTrackedOnly}>
          All records you can see
        </Check>
        <Check name="records" value="tracked" type="radio" isChecked={isTrackedOnly}>
          Only records you follow: those you created or chose to follow, and what belongs to them
        </Check>
      </fieldset>
    </>
  );
}

/** The field for the Standard Webhooks headers. */
export function StandardHeadersField({ values }: { readonly values: EndpointValues }) {
  return (
    <fieldset class="field">
      <legend>Standard Webhooks</legend>
      <Check name="standard" value="on" isChecked={values.sendsStandardHeaders}>
        Also send Standard Webhooks headers, so that you can use its libraries
      </Check>
    </fieldset>
  );
}

import type { Permission } from '../../../domain/access/permissions';
import { eventGroupNames, eventGroups, type EventType } from '../../../domain/events/event-types';
import { isPermitted } from '../../../domain/webhooks/subscription';
import { groupNames } from './endpoint-words';
import { Check, FieldProblem, TextField } from '../../components/form';

/** What is told, as it was typed. */
export interface SubscriptionValues {
  readonly events: readonly string[];
  readonly hasAllProjects: boolean;
  readonly projectIds: readonly string[];
  readonly isTrackedOnly: boolean;
}

/** What stands in the fields of an endpoint, as it was typed. */
export interface EndpointValues extends SubscriptionValues {
  readonly url: string;
  readonly sendsStandardHeaders: boolean;
}

/** What can be chosen. */
export interface EndpointChoices {
  readonly permissions: ReadonlySet<Permission>;
  /** The projects of the environment that the member sees, and whether there are more than are listed. */
  readonly projects: ReadonlyArray<{ readonly id: string; readonly name: string }>;
  readonly areMoreProjects: boolean;
  /** A sample of the first event of each group. */
  readonly samples: ReadonlyMap<EventType, string>;
}

interface FieldsParts {
  readonly values: SubscriptionValues;
  readonly choices: EndpointChoices;
}

/** What its receiver is reached at. */
export function UrlField({ url }: { readonly url: string }) {
  return (
    <TextField
      id="url"
      name="url"
      label="Address"
      type="url"
      value={url}
      isRequired={true}
      max={2048}
      hint="Public and https. Private and loopback addresses are refused, now and at each attempt."
    />
  );
}

interface EventFieldsParts extends FieldsParts {
  /** Which events there are to choose; all unless said. */
  readonly isOffered?: (event: EventType) => boolean;
}

/** Which events: by group, each with a sample of what is posted where there is one. */
export function EventFields({ values, choices, isOffered = () => true }: EventFieldsParts) {
  return (
    <div class="groups">
      {eventGroupNames.map(group => {
        const ofGroup: readonly EventType[] = eventGroups[group];
        const events = ofGroup.filter(isOffered);
        const [first] = events;
        if (first === undefined) return null;
        const sample = choices.samples.get(first);
        return (
          <fieldset class="group">
            <legend>{groupNames[group]}</legend>
            {events.length < 2 ? null : (
              <label class="choice" hidden>
                <input type="checkbox" data-all />
                <span>All of them</span>
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
                  >
                    <span class="code">{event}</span>
                    {isAllowed ? null : <span class="muted small"> your role does not permit it</span>}
                  </Check>
                );
              })}
            </div>
            {sample === undefined ? null : (
              <details class="inner">
                <summary>A sample of {first}</summary>
                <pre tabIndex={0}>{sample}</pre>
              </details>
            )}
          </fieldset>
        );
      })}
    </div>
  );
}

/** Of which projects and records. */
export function ScopeFields({ values, choices }: FieldsParts) {
  const { projectIds, isTrackedOnly } = values;
  const isEmpty = choices.projects.length === 0;
  // Where all of them and some were said, the fewer are shown as chosen. Without projects only all is left.
  const isAll = isEmpty || (values.hasAllProjects && projectIds.length === 0);
  return (
    <>
      <fieldset class="field">
        <legend>Projects</legend>
        <FieldProblem name="project" />
        <Check name="projects" value="all" type="radio" isChecked={isAll}>
          All that you see, later ones as well
        </Check>
        {isEmpty ? (
          <p class="muted small">You don’t see any projects here yet, so there are none to pick.</p>
        ) : (
          <>
            <Check name="projects" value="picked" type="radio" isChecked={!isAll}>
              These alone:
            </Check>
            <div class="scroll" tabIndex={0} role="group" aria-label="Projects to pick">
              {choices.projects.map(({ id, name }) => (
                <Check name="project" value={id} isChecked={projectIds.includes(id)}>
                  {name} <span class="muted small code">{id}</span>
                </Check>
              ))}
            </div>
          </>
        )}
        {choices.areMoreProjects ? (
          <p class="muted small">These are the oldest ones. For others take all of them.</p>
        ) : null}
      </fieldset>
      <fieldset class="field">
        <legend>Records</legend>
        <Check name="records" value="visible" type="radio" isChecked={!isTrackedOnly}>
          All that you may see
        </Check>
        <Check name="records" value="tracked" type="radio" isChecked={isTrackedOnly}>
          Those that you track: made by you, or chosen
        </Check>
      </fieldset>
    </>
  );
}

/** With which headers of ours. */
export function StandardHeadersField({ values }: { readonly values: EndpointValues }) {
  return (
    <fieldset class="field">
      <legend>Headers of deliveries</legend>
      <Check name="standard" value="on" isChecked={values.sendsStandardHeaders}>
        Add the headers of Standard Webhooks beside ours, for its libraries
      </Check>
    </fieldset>
  );
}

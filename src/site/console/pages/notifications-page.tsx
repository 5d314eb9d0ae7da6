/** `…/notifications`: what a member is mailed, and to administrators what the others are. */
import type { EventType } from '../../../domain/events/event-types';
import { mailsPerDayMax } from '../../../domain/notifications/mailed-events';
import {
  EventFields,
  ScopeFields,
  type EndpointChoices,
  type SubscriptionValues,
} from '../components/endpoint-fields';
import { Form, type FieldProblems } from '../../components/form';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Empty, MessageNotice, Notice, Table, type Message } from '../../components/display';
import { pathIn } from '../paths';

/** What another member is mailed. */
interface OthersMail {
  readonly owner: string;
  readonly eventTypes: readonly string[];
  readonly hasAllProjects: boolean;
  readonly projectIds: readonly string[];
}

/** What the page shows. */
interface NotificationsShown {
  readonly values: SubscriptionValues;
  readonly choices: EndpointChoices;
  readonly isOffered: (event: EventType) => boolean;
  /** Of what is stored; null: nothing is. */
  readonly version: string | null;
  readonly others: readonly OthersMail[];
  readonly problems: FieldProblems | undefined;
  readonly message: Message | undefined;
}

function Own({ place, shown }: { readonly place: ShownPlace; readonly shown: NotificationsShown }) {
  const { values, choices, isOffered, version, problems } = shown;
  const path = (...segments: readonly string[]): string => pathIn(place, 'notifications', ...segments);
  return (
    <>
      <Form action={path()} label="What you are mailed" problems={problems}>
        <input type="hidden" name="version" value={version ?? ''} />
        <EventFields values={values} choices={choices} isOffered={isOffered} />
        <ScopeFields values={values} choices={choices} />
        <button type="submit" class="main">
          Save
        </button>
      </Form>
      {version === null ? null : (
        <details class="more">
          <summary>Mail me nothing more</summary>
          <div>
            <p>What is on its way to you is given up.</p>
            <Form action={path('end')} label="Mail me nothing more">
              <input type="hidden" name="version" value={version} />
              <button type="submit" class="danger">
                Mail me nothing more
              </button>
            </Form>
          </div>
        </details>
      )}
    </>
  );
}

function Others({ others }: { readonly others: readonly OthersMail[] }) {
  return (
    <section aria-labelledby="others">
      <h2 id="others">What the others are mailed</h2>
      <p class="muted">You see it, and they alone change it.</p>
      <Table
        caption="What the others are mailed"
        headings={['Member', 'Events', 'Projects']}
        rows={others.map(({ owner, eventTypes, hasAllProjects, projectIds }) => [
          owner,
          <details class="inner">
            <summary>{eventTypes.length}</summary>
            <span class="code">{eventTypes.join(', ')}</span>
          </details>,
          hasAllProjects ? 'All that they see' : projectIds.join(', '),
        ])}
      />
    </section>
  );
}

/** The page of e-mails. */
export function renderNotificationsPage(
  viewer: Viewer,
  place: ShownPlace,
  shown: NotificationsShown,
): string {
  const { version, others, message } = shown;
  const isOwnShown = place.permissions.has('ManageNotifications');
  const name = place.environment === 'sandbox' ? 'the sandbox' : 'production';
  return renderConsolePage({
    title: 'E-mails',
    viewer,
    place,
    section: 'notifications',
    children: (
      <>
        <h1>E-mails of {name}</h1>
        <MessageNotice message={message} />
        <p class="muted">
          {'A mail says what happened, in which project, and our id of the record: nothing of a patient. ' +
            `At most ${mailsPerDayMax} go to you in 24 hours.`}
        </p>
        {isOwnShown ? (
          <>
            {version === null ? (
              <Notice tone="neutral">You are mailed nothing of {name}. Choose events, and save.</Notice>
            ) : null}
            <Own place={place} shown={shown} />
          </>
        ) : (
          <Empty>
            <p>Your role does not permit e-mails to you: it needs ManageNotifications.</p>
          </Empty>
        )}
        {others.length === 0 ? null : <Others others={others} />}
      </>
    ),
  });
}

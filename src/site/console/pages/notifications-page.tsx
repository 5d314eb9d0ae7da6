/** `…/notifications`: a member's e-mail notifications; administrators also see those of other members. */
import { eventNames } from '../../../domain/events/event-names';
import type { EventType } from '../../../domain/events/event-types';
import { mailsPerDayMax } from '../../../domain/notifications/mailed-events';
import {
  EventFields,
  ScopeFields,
  type SubscriptionChoices,
  type SubscriptionValues,
} from '../components/endpoint-fields';
import { Form, type FieldProblems } from '../../components/form';
import { environmentNames, renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Empty, MessageNotice, Notice, Table, type Message } from '../../components/display';
import { pathIn } from '../paths';

/** The e-mail notifications of another member. */
interface OthersMail {
  readonly owner: string;
  readonly eventTypes: readonly string[];
  readonly hasAllProjects: boolean;
  readonly projectIds: readonly string[];
}

/** The content of the page. */
interface NotificationsShown {
  readonly values: SubscriptionValues;
  readonly choices: SubscriptionChoices;
  readonly isOffered: (event: EventType) => boolean;
  /** The version of the stored settings; `null` if there are none. */
  readonly version: string | null;
  readonly getsDigest: boolean;
  readonly getsWeeklyReport: boolean;
  readonly getsFeeMails: boolean;
  readonly others: readonly OthersMail[];
  /** Who else gets e-mails about events that the member chose; the owners for administrators only. */
  readonly alsoMailed: { readonly count: number; readonly owners: readonly string[] };
  readonly problems: FieldProblems | undefined;
  readonly message: Message | undefined;
}

/** Returns who still gets e-mails about these events once the member turns them off (CONSOLE-102). */
function alsoMailedWords({ count, owners }: NotificationsShown['alsoMailed']): string {
  if (count === 0) return 'No one else in your company gets e-mails about these events.';
  if (owners.length === count) return `Still notified about some of these events: ${owners.join(', ')}.`;
  return count === 1
    ? 'One other member still gets e-mails about some of these events.'
    : `${count} other members still get e-mails about some of these events.`;
}

function Own({ place, shown }: { readonly place: ShownPlace; readonly shown: NotificationsShown }) {
  const { values, choices, isOffered, version, problems } = shown;
  const path = (...segments: readonly string[]): string => pathIn(place, 'notifications', ...segments);
  return (
    <>
      <Form action={path()} label="Your e-mail notifications" problems={problems}>
        <input type="hidden" name="version" value={version ?? ''} />
        <EventFields values={values} choices={choices} isOffered={isOffered} called={eventNames} />
        <ScopeFields values={values} choices={choices} />
        <button type="submit" class="main">
          Save changes
        </button>
      </Form>
      {version === null ? null : (
        <details class="more">
          <summary>Turn off e-mail notifications</summary>
          <div>
            <p>E-mails that haven't been sent yet are discarded. {alsoMailedWords(shown.alsoMailed)}</p>
            <Form action={path('end')} label="Turn off e-mail notifications">
              <input type="hidden" name="version" value={version} />
              <button type="submit" class="danger">
                Turn off e-mail notifications
              </button>
            </Form>
          </div>
        </details>
      )}
    </>
  );
}

interface SwitchParts {
  readonly place: ShownPlace;
  readonly isOn: boolean;
}

/** A kind of e-mail, whether the member gets it, and the button that turns it on or off. */
function MailSwitch({
  place,
  id,
  title,
  about,
  mails,
  gets,
  isOn,
}: SwitchParts & {
  /** The field, and the end of the path. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly mails: string;
  /** What the member gets, or doesn't. */
  readonly gets: string;
}) {
  const verb = isOn ? 'off' : 'on';
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p class="muted">{about}</p>
      <p>{isOn ? `You get ${gets}.` : `You don't get ${gets}.`}</p>
      <Form action={pathIn(place, 'notifications', id)} label={mails}>
        <input type="hidden" name={id} value={verb} />
        <button type="submit" class={isOn ? 'danger' : ''}>
          {`Turn ${verb} ${mails.charAt(0).toLowerCase()}${mails.slice(1)}`}
        </button>
      </Form>
    </section>
  );
}

const placeName = ({ environment }: ShownPlace): string =>
  environment === 'sandbox' ? 'the sandbox' : 'production';

function Digest({ place, isOn }: SwitchParts) {
  return (
    <MailSwitch
      place={place}
      id="digest"
      title="Daily digest"
      about={
        'One e-mail in the morning, from 8 a.m. in the time zone of your company: what needs you, and ' +
        'which record requests got a result. We send it only on days when there is something to report.'
      }
      mails="Daily digest"
      gets={`the daily digest for ${placeName(place)}`}
      isOn={isOn}
    />
  );
}

function WeeklyReport({ place, isOn }: SwitchParts) {
  return (
    <MailSwitch
      place={place}
      id="weekly"
      title="Weekly report"
      about={
        'One e-mail on Monday, from 8 a.m. in the time zone of your company: how many record requests are ' +
        'open, waiting on you, and overdue, and how many were completed or found no records last week. ' +
        'We send it only if there are any.'
      }
      mails="Weekly report"
      gets={`the weekly report for ${placeName(place)}`}
      isOn={isOn}
    />
  );
}

function FeeMails({ place, isOn }: SwitchParts) {
  const name = environmentNames[place.environment].toLowerCase();
  return (
    <MailSwitch
      place={place}
      id="fees"
      title="Fees to approve"
      about={
        'One e-mail when a fee needs approval, in the projects that you see. It has a link ' +
        `to the record request, and no amount. You get at most ${mailsPerDayMax} in 24 hours.`
      }
      mails="E-mails about fees"
      gets={`e-mails about ${name} fees`}
      isOn={isOn}
    />
  );
}

function Others({ others }: { readonly others: readonly OthersMail[] }) {
  return (
    <section aria-labelledby="others">
      <h2 id="others">Other members' notifications</h2>
      <p class="muted">You can view these. Only the members themselves can change them.</p>
      <Table
        caption="Other members' notifications"
        headings={['Member', 'Events', 'Projects']}
        rows={others.map(({ owner, eventTypes, hasAllProjects, projectIds }) => [
          owner,
          <details class="inner">
            <summary>{eventTypes.length}</summary>
            <span class="code">{eventTypes.join(', ')}</span>
          </details>,
          hasAllProjects ? 'All projects they can see' : projectIds.join(', '),
        ])}
      />
    </section>
  );
}

/** Renders the page of e-mail notifications. */
export function renderNotificationsPage(
  viewer: Viewer,
  place: ShownPlace,
  shown: NotificationsShown,
): string {
  const { version, others, message } = shown;
  const isOwnShown = place.permissions.has('ManageNotifications');
  const name = environmentNames[place.environment].toLowerCase();
  return renderConsolePage({
    title: 'E-mail notifications',
    viewer,
    place,
    section: 'notifications',
    children: (
      <>
        <h1>E-mail notifications: {name}</h1>
        <MessageNotice message={message} />
        <p class="muted">
          {'An e-mail names the event, the project, and our ID of the record, and has a link to the page ' +
            `about it, but no patient data. You get at most ${mailsPerDayMax} e-mails in 24 hours.`}
        </p>
        {isOwnShown ? (
          <>
            {version === null ? (
              <Notice tone="neutral">You don't get any {name} e-mails yet. Choose events and save.</Notice>
            ) : null}
            <Own place={place} shown={shown} />
            <Digest place={place} isOn={shown.getsDigest} />
            {place.permissions.has('ViewRecordRequests') ? (
              <WeeklyReport place={place} isOn={shown.getsWeeklyReport} />
            ) : null}
            {place.permissions.has('ApproveFees') && place.permissions.has('ViewRecordRequests') ? (
              <FeeMails place={place} isOn={shown.getsFeeMails} />
            ) : null}
          </>
        ) : (
          <Empty>
            <p>
              You don't have permission to get e-mail notifications. Ask an administrator for the
              ManageNotifications permission.
            </p>
          </Empty>
        )}
        {others.length === 0 ? null : <Others others={others} />}
      </>
    ),
  });
}

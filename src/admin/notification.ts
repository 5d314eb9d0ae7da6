import { endNotification, setNotification } from '../usecases/notifications/notifications';
import { inspectNotifications } from '../usecases/webhooks/endpoints';
import { command, type CommandGroup } from './command';
import { argument, optional, repeated, text, toggle } from './inputs';
import { company, email, environment } from './shared-inputs';
import { events } from './webhook-inputs';

const member = argument('EMAIL', 'the member who is mailed', email);

const set = command({
  name: 'set',
  summary: 'Set what a member, who needs ManageNotifications, is mailed in an environment',
  inputs: {
    member,
    company,
    environment,
    event: events,
    project: repeated('ID', 'a project; none means all of the environment', text(64)),
    tracked: toggle('only records that the member created or tracks'),
  },
  examples: [
    'notification set ana@acme.example --company acme --environment production --event ' +
      'recordRequest.completed',
  ],
  run: async ({ change }, { member, company, environment, event, project, tracked }) => {
    await change('notification.set', inner =>
      setNotification(inner, {
        companyId: company,
        email: member,
        environment,
        events: event,
        projectIds: project,
        isTrackedOnly: tracked,
      }),
    );
    return {
      kind: 'done',
      sentence: 'The member is mailed these events.',
      facts: { company, environment, member },
    };
  },
});

const end = command({
  name: 'end',
  summary: 'End what a member is mailed in an environment',
  inputs: { member, company, environment },
  examples: ['notification end ana@acme.example --company acme --environment production'],
  run: async ({ change }, { member, company, environment }) => {
    await change('notification.end', inner =>
      endNotification(inner, { companyId: company, email: member, environment }),
    );
    return {
      kind: 'done',
      sentence: 'The member is mailed nothing more.',
      facts: { company, environment, member },
    };
  },
});

const list = command({
  name: 'list',
  summary: 'List what the members of a company are mailed',
  inputs: {
    company,
    as: optional('EMAIL', 'as this member sees it: their own, or as an administrator everyone’s', email),
  },
  examples: ['notification list --company acme', 'notification list --company acme --as ana@acme.example'],
  run: async ({ db }, { company, as }) => ({
    kind: 'list',
    headings: {
      member: 'Member',
      environment: 'Environment',
      eventTypes: 'Events',
      projects: 'Projects',
      records: 'Records',
      ...(as !== undefined && { access: 'May' }),
    },
    rows: (await inspectNotifications(db, company, as)).map(found => ({
      notification: found.uid,
      member: found.owner,
      environment: found.environment,
      eventTypes: found.eventTypes,
      projects: found.hasAllProjects ? 'all' : found.projectIds,
      records: found.isTrackedOnly ? 'tracked' : 'visible',
      createdAt: found.createdAt,
      ...(as !== undefined && { access: found.access }),
    })),
    ifEmpty: 'No member is mailed anything.',
  }),
});

/** `notification …`: members' e-mail notifications. Members set their own in the console. */
export const notificationCommands: CommandGroup = {
  name: 'notification',
  summary: 'What the members of a company are told by e-mail',
  commands: [set, list, end],
};

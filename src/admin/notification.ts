import { endNotification, setNotification } from '../usecases/notifications/notifications';
import { inspectNotifications } from '../usecases/webhooks/endpoints';
import { command, type CommandGroup } from './command';
import { argument, optional, repeated, text, toggle } from './inputs';
import { company, email, environment } from './shared-inputs';
import { events } from './webhook-inputs';

const member = argument('EMAIL', "the member's e-mail address", email);

const set = command({
  name: 'set',
  summary: "Set a member's e-mail notifications in an environment; the member needs ManageNotifications",
  inputs: {
    member,
    company,
    environment,
    event: events,
    project: repeated('ID', 'a project (default: all projects of the environment)', text(64)),
    tracked: toggle('only records that the member created or tracks'),
  },
  examples: [
    'notification set ana@acme.example --company acme --environment production --event ' +
      'recordRequest.completed',
  ],
  run: async ({ change }, { member, company, environment, event, project, tracked }) => {
    await change('notification.set', operatorChange =>
      setNotification(operatorChange, {
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
      sentence: "Saved the member's e-mail notifications.",
      facts: { company, environment, member },
    };
  },
});

const end = command({
  name: 'end',
  summary: "Turn off a member's e-mail notifications in an environment",
  inputs: { member, company, environment },
  examples: ['notification end ana@acme.example --company acme --environment production'],
  run: async ({ change }, { member, company, environment }) => {
    await change('notification.end', operatorChange =>
      endNotification(operatorChange, { companyId: company, email: member, environment }),
    );
    return {
      kind: 'done',
      sentence: "Turned off the member's e-mail notifications.",
      facts: { company, environment, member },
    };
  },
});

const list = command({
  name: 'list',
  summary: "List members' e-mail notifications",
  inputs: {
    company,
    as: optional(
      'EMAIL',
      "as this member sees the list: their own, or everyone's for an administrator",
      email,
    ),
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
      ...(as !== undefined && { access: 'Access' }),
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
    ifEmpty: 'No e-mail notifications yet. Run `notification set` to set some up.',
  }),
});

/** `notification …`: members' e-mail notifications. Members set their own in the console. */
export const notificationCommands: CommandGroup = {
  name: 'notification',
  summary: "Manage members' e-mail notifications",
  commands: [set, list, end],
};

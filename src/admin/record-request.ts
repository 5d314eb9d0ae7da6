import { recordRequestStatuses } from '../domain/record-requests/record-request';
import { changeRecordRequestStatus } from '../usecases/record-requests/work-record-requests';
import { command, type CommandGroup } from './command';
import { argument, oneOf, uuid } from './inputs';
import { company } from './shared-inputs';

/** `record-request …` */
export const recordRequestCommands: CommandGroup = {
  name: 'record-request',
  summary: 'Record requests that the delivery team works by hand',
  commands: [
    command({
      name: 'set-status',
      summary: 'Move a record request; its customer is told, and its workflow looks again',
      inputs: {
        request: argument('ID', 'the record request', uuid),
        status: argument('STATUS', 'its new status', oneOf(recordRequestStatuses)),
        company,
      },
      examples: ['record-request set-status 01a1fa97-cbfd-72da-9b40-09c034bab473 SiteClosed --company acme'],
      run: async ({ change }, { request, status, company }) => {
        const moved = await change('recordRequest.changeStatus', inner =>
          changeRecordRequestStatus(inner, { companyId: company, recordRequestUid: request, status }),
        );
        return {
          kind: 'done',
          sentence: `The record request ${moved.uid} is ${moved.status}.`,
          facts: { company, recordRequest: moved.uid, status: moved.status },
        };
      },
    }),
  ],
};

import type { OutreachSettings } from '../../src/partners/settings';

/** The packet settings in tests, with nobody's numbers. */
export const testOutreach: OutreachSettings = {
  sender: {
    name: 'Recordwell Retrieval',
    addressLines: ['1 Example Plaza', 'Chicago, IL 60601'],
    phone: '+13125550100',
    fax: '+13125550101',
  },
  returnInstructions: ['Send the records by fax to (312) 555-0101.', 'Or by mail to the address above.'],
  sendWithinDays: 2,
  answerWithinDays: 30,
};

import type { Contact } from '../../../domain/record-requests/contact';
import { listContacts } from '../../../usecases/record-requests/contacts';
import { reply } from '../../pipeline/contract';
import { operation } from '../../pipeline/operation';
import { cutPage, parseCursor } from '../../schemas/page';
import { listContactsContract } from './contract';

function presentContact({ uid, contactedOn, way, person, outcome, nextOn, author, createdAt }: Contact) {
  return {
    id: uid,
    contactedOn,
    way,
    person,
    outcome,
    nextOn,
    by: author,
    createdAt: createdAt.toISOString(),
  };
}

/** The operations on the contact log. */
export const contactOperations = [
  operation(listContactsContract, async ({ reading }, { params, query }) => {
    const page = { after: parseCursor(query.cursor), limit: query.limit + 1 };
    const { entries, nextCursor } = cutPage(await listContacts(reading, params, page), query.limit);
    return reply(200, { body: { contacts: entries.map(presentContact), nextCursor } });
  }),
];

/** The fees of a record request: members approve or reject them, or ask about them. */
import { z } from 'zod';
import type { FeeResponse } from '../../domain/record-requests/fees';
import { openInvoice, respondToFee } from '../../usecases/fees/fees';
import { feeText } from '../fee-form';
import { field, formOf, version } from '../forms';
import { redirectDone } from '../messages';
import { redirect, type Reply } from '../reply';
import type { Refusal } from '../route';
import { uidIn } from '../visit';
import { pathIn } from './paths';
import { patientSentences } from './problem-sentences';
import { requestIn, requestPage } from './request-routes';
import { act, auditedLook, type MemberRoute } from './routes';
import { readFor, type MemberVisit } from './visit';

const request = '/patients/:patient/record-requests/:request';
const fee = `${request}/fees/:fee`;

const versionForm = z.object({ version });
const rejectForm = z.object({ message: feeText('a message') });
const askForm = z.object({ question: feeText('a question') });

/** Each response, with how its form is read, the field of its text, and the message afterward. */
const responses = {
  approve: { read: (): FeeResponse => ({ kind: 'approve' }), text: undefined, done: 'feeApproved' },
  reject: {
    read: (form: URLSearchParams): FeeResponse => ({ kind: 'reject', ...formOf(rejectForm, form) }),
    text: 'message',
    done: 'feeRejected',
  },
  ask: {
    read: (form: URLSearchParams): FeeResponse => ({ kind: 'ask', ...formOf(askForm, form) }),
    text: 'question',
    done: 'feeAsked',
  },
} as const;

const typedText = z.object({ message: field(z.string()), question: field(z.string()) });

function responding(kind: keyof typeof responses): MemberRoute {
  const { read, text, done } = responses[kind];
  const run = async (visit: MemberVisit): Promise<Reply> => {
    const { place, form } = visit;
    const ref = requestIn(visit);
    const seen = { ...ref, feeUid: uidIn(visit, 'fee'), version: formOf(versionForm, form).version };
    const response = read(form);
    await visit.change(change => respondToFee(change, seen, response));
    const { patientUid, recordRequestUid } = ref;
    return redirectDone(pathIn(place, 'patients', patientUid, 'record-requests', recordRequestUid), done);
  };
  const refused = async (visit: MemberVisit, refusal: Refusal): Promise<Reply> => {
    const typed = text === undefined ? '' : formOf(typedText, visit.form)[text];
    const response = { feeUid: uidIn(visit, 'fee'), kind, text: typed, problems: refusal.fields };
    return requestPage(visit, refusal, { form: 'fee', typed: '', problems: refusal.fields, response });
  };
  return act(`${fee}/${kind}`, `fee.${kind}`, run, { refused, sentences: patientSentences });
}

async function showInvoice(visit: MemberVisit): Promise<Reply> {
  const ref = { ...requestIn(visit), feeUid: uidIn(visit, 'fee') };
  return redirect(await readFor(visit, 'fee.readInvoice', reading => openInvoice(visit.parts, reading, ref)));
}

/** What members do about fees (CONSOLE-90). */
export const requestFeeRoutes: readonly MemberRoute[] = [
  responding('approve'),
  responding('reject'),
  responding('ask'),
  auditedLook(`${fee}/invoice`, 'fee.readInvoice', showInvoice),
];

/** The fees of a record request, as operators enter and resolve them. */
import { z } from 'zod';
import { isRealDate } from '../../domain/clinical/calendar-date';
import { centsOf, dollarText } from '../../domain/dollars';
import {
  feeBases,
  feeCentsMax,
  invoiceFault,
  takesFees,
  type FeeWork,
} from '../../domain/record-requests/fees';
import { isUuid } from '../../domain/text';
import {
  enterFeeAtDesk,
  invoiceUrl,
  offerInvoice,
  resolveFeeAtDesk,
  showFees,
  type InvoiceInput,
} from '../../usecases/desk/fees';
import { feeText, feeTextOrNone } from '../fee-form';
import { formKey, newFormKey } from '../form-key';
import { checkbox, field, formOf, hiddenField, version } from '../forms';
import { messageFor, redirectDone } from '../messages';
import { page, redirect, type Reply } from '../reply';
import { uidIn } from '../visit';
import { renderFeesPage } from './pages/fees-page';
import { deskPath } from './paths';
import { auditedLook, decision, type DeskRoute } from './routes';
import type { DeskVisit } from './visit';

const doneTexts: Readonly<Record<string, string>> = {
  take: 'Assigned to you.',
  entered: 'Fee entered. The customer decides on it next.',
  approved: "Fee entered and approved: it is within the company's limit.",
  attached: 'Invoice attached.',
  answer: 'Answer sent.',
  withdraw: 'Fee withdrawn.',
  close: 'Rejected fee closed.',
  pay: 'Payment recorded.',
};

async function showFeesPage(visit: DeskVisit): Promise<Reply> {
  const shown = await visit.change(change => showFees(change, uidIn(visit)));
  return page(
    renderFeesPage(visit.viewer, {
      ...shown,
      takesFees: takesFees(shown.request.status),
      operatorUid: visit.principal.operatorUid,
      message: messageFor(visit, doneTexts),
    }),
  );
}

const amount = z.string().transform((typed, context): number => {
  const cents = centsOf(typed);
  if (cents !== undefined && cents >= 1 && cents <= feeCentsMax) return cents;
  context.addIssue({ code: 'custom', message: 'invalid' });
  return z.NEVER;
});

const fileName = field(z.string().trim().normalize('NFC'));
const invoiceName = z
  .string()
  .trim()
  .normalize('NFC')
  .transform((name, context): string => {
    const fault = name === '' ? undefined : invoiceFault(name);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    return name;
  });
const enterForm = z.object({
  seen: version,
  amount: field(amount, `Enter an amount from $0.01 to ${dollarText(feeCentsMax)}, such as 30.00.`),
  basis: field(z.enum(feeBases), 'Choose what the fee is based on.'),
  prepayment: checkbox,
  note: feeTextOrNone,
  invoice: field(invoiceName),
});

async function enter(visit: DeskVisit): Promise<Reply> {
  const uid = uidIn(visit);
  const {
    seen: seenFees,
    amount: amountCents,
    prepayment,
    invoice,
    ...entry
  } = formOf(enterForm, visit.form);
  const fee = { ...entry, amountCents, needsPrepayment: prepayment };
  const entered = await visit.change(change => enterFeeAtDesk(change, uid, { ...fee, seenFees }));
  if (invoice === '')
    return redirectDone(deskPath('fees', uid), entered.isWithinLimit ? 'approved' : 'entered');
  return toUpload(visit, { feeUid: entered.uid, fileName: invoice, formKey: newFormKey() });
}

async function toUpload(visit: DeskVisit, invoice: InvoiceInput): Promise<Reply> {
  const uid = uidIn(visit);
  const upload = await visit.change(change => offerInvoice(change, uid, invoice), 'fee.offerInvoice');
  return redirect(deskPath('requests', uid, 'uploads', upload));
}

const feeUid = hiddenField(text => (isUuid(text) ? text.toLowerCase() : undefined));
const invoiceForm = z.object({ fee: feeUid, invoice: fileName, once: formKey });
const seenForm = z.object({ fee: feeUid, version });
const answerForm = z.object({ answer: feeText('an answer') });
const paymentForm = z.object({ paidOn: field(z.string().trim().refine(isRealDate), 'Enter a valid date.') });

async function attach(visit: DeskVisit): Promise<Reply> {
  const { fee, invoice, once } = formOf(invoiceForm, visit.form);
  return toUpload(visit, { feeUid: fee, fileName: invoice, formKey: once });
}

/** Returns the form that works on a fee in one way. */
function workRoute(kind: FeeWork['kind'], read: (form: URLSearchParams) => FeeWork): DeskRoute {
  return decision(`/fees/:uid/${kind}`, `fee.${kind}`, async visit => {
    const uid = uidIn(visit);
    const { fee, version: seenVersion } = formOf(seenForm, visit.form);
    const work = read(visit.form);
    await visit.change(change => resolveFeeAtDesk(change, uid, { feeUid: fee, version: seenVersion }, work));
    return redirectDone(deskPath('fees', uid), kind);
  });
}

async function showInvoice(visit: DeskVisit): Promise<Reply> {
  const ref = { uid: uidIn(visit), feeUid: uidIn(visit, 'fee') };
  return redirect(await visit.change(change => invoiceUrl(change, visit.parts.files, ref)));
}

/** The page of a request's fees, and its forms. */
export const feeRoutes: readonly DeskRoute[] = [
  auditedLook('/fees/:uid', 'fee.list', showFeesPage),
  decision('/fees/:uid/enter', 'fee.enter', enter),
  decision('/fees/:uid/invoice', 'fee.offerInvoice', attach),
  workRoute('answer', form => ({ kind: 'answer', ...formOf(answerForm, form) })),
  workRoute('withdraw', () => ({ kind: 'withdraw' })),
  workRoute('close', () => ({ kind: 'close' })),
  workRoute('pay', form => ({ kind: 'pay', ...formOf(paymentForm, form) })),
  auditedLook('/fees/:uid/:fee/invoice', 'fee.readInvoice', showInvoice),
];

/** `/desk/fees/{recordRequest}`: the fees of a record request, and the forms to enter and resolve them. */
import { dollarText } from '../../../domain/dollars';
import type { QueueItem } from '../../../domain/desk/queue';
import { canDo, feeBases, feeTextMax, isRejectedTooOften } from '../../../domain/record-requests/fees';
import { isOpen, type RecordRequestStatus } from '../../../domain/record-requests/record-request';
import { feeBasisLabels } from '../../../domain/status-labels';
import { Empty, Facts, Notice, type Message } from '../../components/display';
import { FeeCard, type ShownFee } from '../../components/fee-facts';
import { Check, ChoiceField, Form, FormKey, LinesField, TextField } from '../../components/form';
import type { Viewer } from '../../visit';
import { Assignment } from '../components/assignment';
import { renderDeskPage } from '../components/desk-page';
import { deskPath } from '../paths';

/** The content of the page. */
export interface FeesShown {
  readonly request: {
    readonly uid: string;
    readonly submittedSiteName: string;
    readonly patientId: string;
    readonly status: RecordRequestStatus;
    readonly version: number;
  };
  readonly project: { readonly companyId: string; readonly name: string; readonly status: string };
  readonly fees: readonly ShownFee[];
  readonly limitCents: number | null;
  /** Whether fees of the request can be entered. */
  readonly takesFees: boolean;
  readonly item: QueueItem | undefined;
  readonly operatorUid: string;
  /** In UTC. */
  readonly today: string;
  readonly message: Message | undefined;
}

interface FeeParts {
  readonly shown: FeesShown;
  readonly fee: ShownFee;
  readonly number: number;
}

const actionOf = ({ request }: FeesShown, act: string): string => deskPath('fees', request.uid, act);

function Seen({ fee }: Pick<FeeParts, 'fee'>) {
  return (
    <>
      <input type="hidden" name="fee" value={fee.uid} />
      <input type="hidden" name="version" value={String(fee.version)} />
    </>
  );
}

function Answer({ shown, fee, number }: FeeParts) {
  return (
    <Form action={actionOf(shown, 'answer')} label={`Answer question about fee ${number}`}>
      <Seen fee={fee} />
      <LinesField
        id={`answer-${fee.uid}`}
        name="answer"
        label="Answer to the customer"
        max={feeTextMax}
        hint="The fee goes back to the customer for a decision. Don't include patient data."
      />
      <button type="submit" class="main">
        Send answer
      </button>
    </Form>
  );
}

function Payment({ shown, fee, number }: FeeParts) {
  return (
    <Form action={actionOf(shown, 'pay')} label={`Record payment of fee ${number}`}>
      <Seen fee={fee} />
      <TextField
        id={`paid-${fee.uid}`}
        name="paidOn"
        label="Paid on"
        type="date"
        value={fee.paidOn ?? shown.today}
        isRequired
      />
      <button type="submit" class={fee.paidOn === null ? 'main' : undefined}>
        {fee.paidOn === null ? 'Record payment' : 'Change payment date'}
      </button>
    </Form>
  );
}

function Invoice({ shown, fee, number }: FeeParts) {
  return (
    <details class="inner">
      <summary>Attach invoice to fee {number}</summary>
      <Form action={actionOf(shown, 'invoice')} label={`Attach invoice to fee ${number}`}>
        <FormKey />
        <input type="hidden" name="fee" value={fee.uid} />
        <TextField
          id={`invoice-${fee.uid}`}
          name="invoice"
          label="File name"
          isRequired
          max={255}
          hint="With its extension: a PDF, JPEG, PNG, or TIFF file. Don't include patient data."
        />
        <button type="submit">Continue to upload</button>
      </Form>
    </details>
  );
}

function Work(parts: FeeParts) {
  const { shown, fee, number } = parts;
  const takesInvoice =
    fee.invoiceFileUid === null &&
    fee.status !== 'Rejected' &&
    fee.status !== 'Withdrawn' &&
    shown.project.status !== 'Sandbox';
  const button = (act: 'withdraw' | 'close', text: string) => (
    <Form action={actionOf(shown, act)} label={`${text} ${number}`}>
      <Seen fee={fee} />
      <button type="submit">
        {text} {number}
      </button>
    </Form>
  );
  return (
    <>
      {canDo('answer', fee) ? <Answer {...parts} /> : null}
      {canDo('pay', fee) ? <Payment {...parts} /> : null}
      {takesInvoice ? <Invoice {...parts} /> : null}
      {canDo('close', fee) ? (
        <>
          <p class="muted small">Enter another fee below, or close this one if there won't be another.</p>
          {button('close', 'Close rejected fee')}
        </>
      ) : null}
      {canDo('withdraw', fee) ? button('withdraw', 'Withdraw fee') : null}
    </>
  );
}

function Rejected({ shown }: { readonly shown: FeesShown }) {
  const { request, fees } = shown;
  if (!isRejectedTooOften(fees) || !isOpen(request.status)) return null;
  return (
    <Notice tone="warning">
      <p>
        The customer rejected a fee of this request at least twice. Call the customer before you enter another
        one, or cancel the record request.
      </p>
      <Form action={deskPath('requests', request.uid, 'status')} label="Cancel record request">
        <input type="hidden" name="version" value={String(request.version)} />
        <input type="hidden" name="status" value="Canceled" />
        <input type="hidden" name="tell" value="You rejected the facility's fees." />
        <button type="submit" class="danger">
          Cancel record request
        </button>
      </Form>
    </Notice>
  );
}

function Enter({ shown }: { readonly shown: FeesShown }) {
  const { fees, limitCents, project } = shown;
  return (
    <section class="card" aria-labelledby="enter">
      <h2 id="enter">Enter a fee</h2>
      <p class="muted">
        {limitCents === null
          ? 'A member of the company decides on each fee.'
          : `The company approves fees of up to ${dollarText(limitCents)} automatically. A member ` +
            'decides on larger ones.'}
      </p>
      <Form action={actionOf(shown, 'enter')} label="Enter fee">
        <input type="hidden" name="seen" value={String(fees.length)} />
        <TextField id="amount" name="amount" label="Amount in dollars" isRequired max={12} />
        <ChoiceField
          id="basis"
          name="basis"
          label="Basis"
          value="flat"
          options={feeBases.map(basis => [basis, feeBasisLabels[basis]] as const)}
        />
        <Check name="prepayment" value="yes" isChecked={false}>
          The facility waits for the payment before it sends the records
        </Check>
        <LinesField
          id="note"
          name="note"
          label="Note to the customer (optional)"
          max={feeTextMax}
          hint="Don't include patient data."
        />
        {project.status === 'Sandbox' ? null : (
          <TextField
            id="invoice"
            name="invoice"
            label="File name of the invoice (optional)"
            max={255}
            hint="With its extension, such as Invoice.pdf. You upload it on the next page."
          />
        )}
        <button type="submit" class="main">
          Enter fee
        </button>
      </Form>
    </section>
  );
}

/** Renders the fees of a record request. */
export function renderFeesPage(viewer: Viewer, shown: FeesShown): string {
  const { request, project, fees, limitCents, item, operatorUid, message } = shown;
  return renderDeskPage({
    title: 'Fees',
    viewer,
    section: 'queue',
    crumbs: [
      ['Fees to resolve', `${deskPath()}?kind=fee`],
      [request.submittedSiteName, deskPath('requests', request.uid)],
    ],
    message,
    children: (
      <>
        <div class="head">
          <h1>Fees, {request.submittedSiteName}</h1>
          <Assignment kind="fee" uid={request.uid} item={item} operatorUid={operatorUid} />
        </div>
        <Rejected shown={shown} />
        <Facts
          facts={[
            ['Company', project.companyId],
            ['Project', project.name],
            ['Patient ID', request.patientId],
            [
              "Company's limit",
              limitCents === null ? 'None: a member decides on each fee' : dollarText(limitCents),
            ],
          ]}
        />
        {fees.length === 0 ? (
          <Empty>
            <p>No fees yet. Enter what the facility charges below.</p>
          </Empty>
        ) : (
          <section aria-labelledby="entered">
            <h2 id="entered">Entered fees</h2>
            <ol class="attempts">
              {fees.map((fee, index) => (
                <FeeCard
                  fee={fee}
                  number={index + 1}
                  invoicePath={deskPath('fees', request.uid, fee.uid, 'invoice')}
                >
                  <Work shown={shown} fee={fee} number={index + 1} />
                </FeeCard>
              ))}
            </ol>
          </section>
        )}
        {shown.takesFees ? (
          <Enter shown={shown} />
        ) : (
          <p class="muted">The record request has ended without records, so you can't add fees.</p>
        )}
      </>
    ),
  });
}

/** A fee of a record request, as the console and the desk show it. */
import type { ComponentChildren } from 'preact';
import { usDate } from '../../domain/clinical/calendar-date';
import { dollarText } from '../../domain/dollars';
import type { Fee, FeeStatus } from '../../domain/record-requests/fees';
import { feeBasisLabels, feeStatusLabels } from '../../domain/status-labels';
import { Facts, Instant, Pill, type Tone } from './display';

/** A fee, as a page shows it. */
export type ShownFee = Omit<Fee, 'companyUid' | 'recordRequestUid'>;

const tones: Readonly<Record<FeeStatus, Tone>> = {
  WaitingForApproval: 'warning',
  Approved: 'passed',
  Rejected: 'neutral',
  Questioned: 'info',
  Withdrawn: 'neutral',
};

function decisionOf({ status, isWithinLimit, responder, respondedAt, createdAt }: ShownFee) {
  if (isWithinLimit)
    return (
      <>
        Within the company's limit, <Instant at={createdAt} />
      </>
    );
  if (responder === null || respondedAt === null || status === 'WaitingForApproval') return null;
  return (
    <>
      {responder.name}, <Instant at={respondedAt} />
    </>
  );
}

/** The words before who decided, by status. */
const decidedWords: Readonly<Record<FeeStatus, string>> = {
  WaitingForApproval: 'Asked by',
  Approved: 'Approved by',
  Rejected: 'Rejected by',
  Questioned: 'Asked by',
  Withdrawn: 'Last response by',
};

interface FactsParts {
  readonly fee: ShownFee;
  /** The link to the invoice. */
  readonly invoicePath: string;
}

type Fact = readonly [name: string, value: ComponentChildren];

function factsOf({ fee, invoicePath }: FactsParts): Fact[] {
  const decision = decisionOf(fee);
  const text = (name: string, value: string | null): Fact[] =>
    value === null ? [] : [[name, <span class="lines">{value}</span>]];
  return [
    ['Basis', feeBasisLabels[fee.basis]],
    ['Prepayment', fee.needsPrepayment ? 'Required before the facility sends the records' : 'Not required'],
    [
      'Invoice',
      fee.invoiceFileUid === null ? <span class="muted">None</span> : <a href={invoicePath}>View invoice</a>,
    ],
    ['Entered', <Instant at={fee.createdAt} />],
    ...text('Note from support', fee.note),
    ...text('Question', fee.question),
    ...text('Answer from support', fee.answer),
    ...(decision === null ? [] : [[decidedWords[fee.status], decision] as const]),
    ...text('Message', fee.message),
    ...(fee.paidOn === null ? [] : [['Paid on', usDate(fee.paidOn)] as const]),
  ];
}

/** A fee as a card, with the forms about it. */
export function FeeCard({
  number,
  children,
  ...parts
}: FactsParts & {
  /** Its number among the fees of the request, from 1. */
  readonly number: number;
  readonly children?: ComponentChildren;
}) {
  const { uid, amountCents, status } = parts.fee;
  return (
    <li class="card" id={`fee-${uid}`}>
      <div class="head">
        <h3>
          Fee {number}: {dollarText(amountCents)}
        </h3>
        <Pill tone={tones[status]}>{feeStatusLabels[status]}</Pill>
      </div>
      <Facts facts={factsOf(parts)} />
      {children}
    </li>
  );
}

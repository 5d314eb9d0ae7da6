/** The fees of a record request, and the forms that approve, reject, or ask about one. */
import { dollarText } from '../../../domain/dollars';
import { canDo, feeTextMax } from '../../../domain/record-requests/fees';
import { FeeCard, type ShownFee } from '../../components/fee-facts';
import { Form, LinesField, type FieldProblems } from '../../components/form';

/** A response to a fee that was refused, with what was typed. */
export interface RefusedResponse {
  readonly feeUid: string;
  readonly kind: 'approve' | 'reject' | 'ask';
  readonly text: string;
  readonly problems: FieldProblems | undefined;
}

interface FeesParts {
  readonly fees: readonly ShownFee[];
  /** The path of the fees. */
  readonly path: string;
  readonly supportName: string;
  /** Whether this member can respond. */
  readonly mayRespond: boolean;
  readonly refused?: RefusedResponse;
}

interface ResponseParts extends FeesParts {
  readonly fee: ShownFee;
  readonly number: number;
}

const texts = {
  reject: {
    summary: 'Reject fee',
    field: 'message',
    label: 'Why you reject it',
    hint: (name: string) => `For ${name}, which contacts the facility. Don't include patient data.`,
  },
  ask: {
    summary: 'Ask about fee',
    field: 'question',
    label: 'Your question',
    hint: (name: string) => `For ${name}. We'll ask you to decide again once you have an answer.`,
  },
} as const;

function WithText({ kind, ...parts }: ResponseParts & { readonly kind: 'reject' | 'ask' }) {
  const { fee, number, path, supportName, refused } = parts;
  const { summary, field, label, hint } = texts[kind];
  const typed = refused?.feeUid === fee.uid && refused.kind === kind ? refused : undefined;
  return (
    <details class="inner" open={typed !== undefined}>
      <summary>
        {summary} {number}
      </summary>
      <Form action={`${path}/${fee.uid}/${kind}`} label={`${summary} ${number}`} problems={typed?.problems}>
        <input type="hidden" name="version" value={String(fee.version)} />
        <LinesField
          id={`${field}-${fee.uid}`}
          name={field}
          label={label}
          value={typed?.text ?? ''}
          max={feeTextMax}
          hint={hint(supportName)}
        />
        <button type="submit" class={kind === 'reject' ? 'danger' : undefined}>
          {kind === 'reject' ? `Reject ${dollarText(fee.amountCents)}` : 'Send question'}
        </button>
      </Form>
    </details>
  );
}

function Responses(parts: ResponseParts) {
  const { fee, number, path } = parts;
  return (
    <>
      {canDo('approve', fee) ? (
        <Form action={`${path}/${fee.uid}/approve`} label={`Approve fee ${number}`}>
          <input type="hidden" name="version" value={String(fee.version)} />
          <button type="submit" class="main">
            Approve {dollarText(fee.amountCents)}
          </button>
        </Form>
      ) : null}
      {canDo('reject', fee) ? <WithText {...parts} kind="reject" /> : null}
      {canDo('ask', fee) ? <WithText {...parts} kind="ask" /> : null}
    </>
  );
}

/** The fees, oldest first; nothing if there are none, which is usual. */
export function RequestFees(parts: FeesParts) {
  const { fees, path, mayRespond } = parts;
  if (fees.length === 0) return null;
  return (
    <section aria-labelledby="fees">
      <h2 id="fees">Fees</h2>
      <ol class="attempts">
        {fees.map((fee, index) => (
          <FeeCard fee={fee} number={index + 1} invoicePath={`${path}/${fee.uid}/invoice`}>
            {mayRespond ? <Responses {...parts} fee={fee} number={index + 1} /> : null}
          </FeeCard>
        ))}
      </ol>
    </section>
  );
}

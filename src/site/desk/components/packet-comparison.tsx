import { usDate } from '../../../domain/clinical/calendar-date';
import type {
  ComparedPart,
  Comparison,
  ComparisonResult,
} from '../../../domain/record-requests/packet-comparison';
import type { RecordRequestKind } from '../../../domain/record-requests/record-request';
import { requestKindLabels } from '../../../domain/status-labels';
import { Notice, Pill, Table, type Tone } from '../../components/display';

/** The comparison of a request with its authorization, or why there is none. */
export type ShownComparison = readonly Comparison[] | 'noDocument' | 'notRead';

const partNames: Readonly<Record<ComparedPart, string>> = {
  kinds: 'Records',
  dates: 'Dates of service',
  facility: 'Disclosing facility',
  recipient: 'Recipient',
};

const resultNames: Readonly<Record<ComparisonResult, string>> = {
  match: 'Match',
  differs: 'Differs',
  notOnForm: 'Not on the form',
};

const tones: Readonly<Record<ComparisonResult, Tone>> = {
  match: 'passed',
  differs: 'failed',
  notOnForm: 'warning',
};

/** A request, as it is compared. */
interface ComparedRequest {
  readonly kind: RecordRequestKind;
  readonly startDateOfService: string | null;
  readonly endDateOfService: string | null;
}

/** Returns the requested dates of service in words. */
export function datesOf({
  startDateOfService: from,
  endDateOfService: until,
}: Omit<ComparedRequest, 'kind'>): string {
  if (from === null && until === null) return 'All dates';
  if (from === null) return `Until ${until === null ? '' : usDate(until)}`;
  return until === null ? `From ${usDate(from)}` : `${usDate(from)} to ${usDate(until)}`;
}

/** The request next to what the enclosed authorization says (DESK-46). */
export function PacketComparison({
  comparison,
  request,
}: {
  readonly comparison: ShownComparison;
  readonly request: ComparedRequest;
}) {
  if (comparison === 'noDocument') return <p class="muted">No authorization is enclosed.</p>;
  if (comparison === 'notRead')
    return (
      <Notice tone="warning">
        The enclosed authorization wasn't read. Compare it with the request before you send it.
      </Notice>
    );
  const requestedOf = ({ part, requested }: Comparison): string =>
    part === 'kinds'
      ? requestKindLabels[request.kind]
      : part === 'dates'
        ? datesOf(request)
        : (requested ?? '–');
  return (
    <Table
      caption="Request and authorization"
      headings={['Compared', 'Request', 'Authorization', 'Result']}
      rows={comparison.map(compared => [
        partNames[compared.part],
        requestedOf(compared),
        compared.stated ?? '–',
        <Pill tone={tones[compared.result]}>{resultNames[compared.result]}</Pill>,
      ])}
    />
  );
}

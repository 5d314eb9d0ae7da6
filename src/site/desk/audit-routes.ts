import { dayInUtc } from '../../domain/clinical/calendar-date';
import { auditPeriodOf } from '../../domain/desk/audit-period';
import { isUuid } from '../../domain/text';
import { showAuditTrail } from '../../usecases/desk/audit';
import { OperatorError } from '../../usecases/operator-error';
import { messageFor } from '../messages';
import { page, type Reply } from '../reply';
import type { Refusal } from '../route';
import { queried } from '../visit';
import { renderAuditPage, type AuditFilters } from './pages/audit-page';
import { positionIn, positionOf } from '../positions';
import { auditedLook, type DeskRoute } from './routes';
import type { DeskVisit } from './visit';

function filtersIn(visit: DeskVisit): AuditFilters {
  const given = (name: string, max: number): string => queried(visit, name).trim().slice(0, max);
  return {
    from: given('from', 10),
    until: given('until', 10),
    company: given('company', 64),
    actor: given('actor', 254),
    record: given('record', 36),
  };
}

const nonEmpty = (text: string): string | undefined => (text === '' ? undefined : text);

async function showLog(visit: DeskVisit): Promise<Reply> {
  const { viewer, parts } = visit;
  const filters = filtersIn(visit);
  const { rows, isMore } = await visit.change(change => {
    const period = auditPeriodOf(filters, dayInUtc(parts.clock.now()));
    if (typeof period === 'string') throw new OperatorError(period);
    if (filters.record !== '' && !isUuid(filters.record))
      throw new OperatorError('A record ID must be a UUID.');
    const before = positionIn(queried(visit, 'before'));
    return showAuditTrail(change, {
      period,
      companyId: nonEmpty(filters.company),
      actor: nonEmpty(filters.actor),
      resourceUid: nonEmpty(filters.record.toLowerCase()),
      before: before && { occurredAt: before.at, uid: before.uid },
    });
  });
  const last = rows.at(-1);
  const moreBefore = isMore && last !== undefined ? positionOf(last.occurredAt, last.uid) : undefined;
  return page(
    renderAuditPage(viewer, { filters, rows, moreBefore, now: parts.clock.now(), message: undefined }),
  );
}

async function refused(visit: DeskVisit, refusal: Refusal): Promise<Reply> {
  const now = visit.parts.clock.now();
  const shown = { filters: filtersIn(visit), rows: [], moreBefore: undefined, now };
  return page(
    renderAuditPage(visit.viewer, { ...shown, message: messageFor(visit, {}, refusal) }),
    refusal.status,
  );
}

/** The audit log. */
export const auditRoutes: readonly DeskRoute[] = [auditedLook('/audit', 'audit.read', showLog, { refused })];

import { dayInUtc } from '../../domain/clinical/calendar-date';
import { auditPeriodOf } from '../../domain/desk/audit-period';
import { isUuid } from '../../domain/text';
import { queriedOf } from '../door-routes';
import { page, type Reply } from '../reply';
import { showAuditTrail } from '../../usecases/desk/audit';
import { OperatorError } from '../../usecases/operator-error';
import { renderAuditPage, type AuditFilters } from './pages/audit-page';
import { positionIn, positionOf } from './positions';
import { auditedLook, type Route } from './routes';
import type { Visit } from './visit';

function filtersIn(visit: Visit): AuditFilters {
  const said = (name: string, max: number): string => queriedOf(visit, name).trim().slice(0, max);
  return {
    from: said('from', 10),
    until: said('until', 10),
    company: said('company', 64),
    actor: said('actor', 254),
    record: said('record', 36),
  };
}

const stated = (text: string): string | undefined => (text === '' ? undefined : text);

async function showTheTrail(visit: Visit): Promise<Reply> {
  const { viewer, change, attempt, parts } = visit;
  const filters = filtersIn(visit);
  const looked = await attempt(() =>
    change(inner => {
      const period = auditPeriodOf(filters, dayInUtc(parts.clock.now()));
      if (typeof period === 'string') throw new OperatorError(period);
      if (filters.record !== '' && !isUuid(filters.record))
        throw new OperatorError('A record is named by its uid.');
      const before = positionIn(queriedOf(visit, 'before'));
      return showAuditTrail(inner, {
        period,
        companyId: stated(filters.company),
        actor: stated(filters.actor),
        resourceUid: stated(filters.record.toLowerCase()),
        before: before && { occurredAt: before.at, uid: before.uid },
      });
    }),
  );
  if (!looked.isDone)
    return page(
      renderAuditPage(viewer, { filters, rows: [], moreBefore: undefined, fault: looked.sentence }),
      422,
    );
  const { rows, isMore } = looked.value;
  const last = rows.at(-1);
  const moreBefore = isMore && last !== undefined ? positionOf(last.occurredAt, last.uid) : undefined;
  return page(renderAuditPage(viewer, { filters, rows, moreBefore }));
}

/** The audit trail. */
export const auditRoutes: readonly Route[] = [auditedLook('/audit', 'audit.read', showTheTrail)];

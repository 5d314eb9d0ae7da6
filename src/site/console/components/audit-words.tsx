/** How pages show rows of the audit log. */
import { auditWordsOf } from '../../../domain/audit-words';
import type { Environment } from '../../../domain/projects/project';
import { Instant, Pill, Table } from '../../components/display';
import { pathIn } from '../paths';
import type { ShownPlace } from './page';

/** A row of the log. */
export interface ShownAuditRow {
  readonly uid: string;
  readonly occurredAt: Date;
  readonly actorKind: 'key' | 'operator' | 'service' | 'embed' | 'console';
  readonly userName: string | null;
  readonly keyName: string | null;
  readonly event: string;
  readonly outcome: 'success' | 'refused' | 'failed';
  readonly problem: string | null;
  readonly resourceKind: string | null;
  readonly resourceUid: string | null;
  readonly patientUid: string | null;
  readonly environment: Environment | null;
}

/** The name of each outcome. */
export const outcomeNames: Readonly<Record<ShownAuditRow['outcome'], string>> = {
  success: 'Succeeded',
  refused: 'Refused',
  failed: 'Failed',
};

/** Returns who did it: operators are one actor, and a key's user is named with the key. */
export function auditActorOf(
  { actorKind, userName, keyName }: Pick<ShownAuditRow, 'actorKind' | 'userName' | 'keyName'>,
  supportName: string,
): string {
  if (actorKind === 'operator') return supportName.charAt(0).toUpperCase() + supportName.slice(1);
  if (actorKind === 'service') return 'recordwell (automatic)';
  const name = userName ?? (actorKind === 'embed' ? 'Holder of an embed token' : 'Unknown');
  return keyName === null ? name : `${name}, API key ${keyName}`;
}

/** Returns the kind of a record in words. */
export function recordNameOf(kind: string): string {
  const words = kind.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function RecordLink({ place, row }: { readonly place: ShownPlace; readonly row: ShownAuditRow }) {
  const { resourceKind, resourceUid, patientUid, environment } = row;
  if (resourceKind === null || resourceUid === null) return <span class="muted">–</span>;
  const name = `${recordNameOf(resourceKind)} …${resourceUid.slice(-6)}`;
  if (patientUid === null || environment === null || !place.permissions.has('ViewPatients'))
    return <>{name}</>;
  const patient = pathIn({ ...place, environment }, 'patients', patientUid);
  const path = resourceKind === 'recordRequest' ? `${patient}/record-requests/${resourceUid}` : patient;
  return <a href={path}>{name}</a>;
}

/** A table of audit rows. */
export function AuditTable({
  place,
  rows,
}: {
  readonly place: ShownPlace;
  readonly rows: readonly ShownAuditRow[];
}) {
  return (
    <Table
      caption="Audit log"
      headings={['Time', 'Who', 'Action', 'Record', 'Outcome']}
      rows={rows.map(row => [
        <Instant at={row.occurredAt} />,
        auditActorOf(row, place.supportName),
        auditWordsOf(row.event),
        <RecordLink place={place} row={row} />,
        row.outcome === 'success' ? (
          outcomeNames.success
        ) : (
          <Pill tone={row.outcome === 'failed' ? 'failed' : 'warning'}>{outcomeNames[row.outcome]}</Pill>
        ),
      ])}
    />
  );
}

/** `/desk/approved`: approved authorizations that fail since they were read again. */
import type { ShownFailure } from '../../../usecases/auth-checks/rereads';
import { Empty, Instant, Table } from '../../components/display';
import { authorizationStatusLabels } from '../../../domain/status-labels';
import type { Viewer } from '../../visit';
import { withQuery } from '../../paths';
import { renderDeskPage } from '../components/desk-page';
import { deskPath } from '../paths';

/** The content of the page. */
export interface FailingShown {
  readonly rows: readonly ShownFailure[];
  /** The patient after whom the next page starts; `undefined` if there is none. */
  readonly moreAfter: string | undefined;
}

/** Renders the list of approved authorizations that fail. */
export function renderFailingPage(viewer: Viewer, { rows, moreAfter }: FailingShown): string {
  return renderDeskPage({
    title: 'Approved with problems',
    viewer,
    section: 'approved',
    children: (
      <>
        <h1>Approved with problems</h1>
        <p>
          These authorizations are approved and in use. They were read again after the reader improved, and a
          check now fails. Open each one, and approve it again or deny it.
        </p>
        {rows.length === 0 ? (
          <Empty>
            <h2>No problems found</h2>
            <p>
              No approved authorization fails. To read the ones from before the last release again, run the
              admin command <code>review reread</code>.
            </p>
          </Empty>
        ) : (
          <Table
            caption="Approved authorizations that fail"
            headings={['Patient', 'Company', 'Project', 'Reason', 'Suggested status', 'Read again']}
            rows={rows.map(row => [
              <a href={deskPath('authorizations', row.patientUid)}>{row.patientUid}</a>,
              row.companyId,
              row.projectId,
              row.reason,
              authorizationStatusLabels[row.suggestedStatus],
              <Instant at={row.readAgainAt} />,
            ])}
          />
        )}
        {moreAfter === undefined ? null : (
          <p>
            <a class="button" href={withQuery(deskPath('approved'), { after: moreAfter })}>
              Show more
            </a>
          </p>
        )}
      </>
    ),
  });
}

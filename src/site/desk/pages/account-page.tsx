import { AccountContent, type AccountShown } from '../../components/account';
import { deskSite, renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';

/** Renders `/desk/account`: the operator's account and sessions. */
export function renderAccountPage(viewer: Viewer, shown: AccountShown): string {
  return renderDeskPage({
    title: 'Your account',
    viewer,
    children: <AccountContent root={deskSite.root} viewer={viewer} shown={shown} />,
  });
}

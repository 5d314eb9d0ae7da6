import { renderDoor } from '../../components/document';
import { Form } from '../../components/form';
import { consoleSite } from '../components/page';

/**
 * `/console/invitations/{token}`: who invites to what; a button, since programs that look through mail open
 * every link.
 */
export function renderInvitationPage({
  action,
  email,
  companyName,
  inviterName,
}: {
  readonly action: string;
  readonly email: string;
  readonly companyName: string;
  readonly inviterName: string;
}): string {
  return renderDoor(consoleSite, {
    title: 'You are invited',
    children: (
      <>
        <p>
          {inviterName} invites <strong>{email}</strong> to {companyName}. Are you somebody else? Then close
          this page.
        </p>
        <Form action={action} label="Become a member">
          <button type="submit" class="main">
            Become a member
          </button>
        </Form>
      </>
    ),
  });
}

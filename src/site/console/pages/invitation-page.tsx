import { renderDoor } from '../../components/document';
import { Form } from '../../components/form';
import { consoleSite } from '../components/page';

/** Renders `/console/invitations/{token}`. It has a button, because mail scanners open every link. */
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
    title: "You're invited",
    children: (
      <>
        <p>
          {inviterName} invited <strong>{email}</strong> to join {companyName}. If that's not your address,
          close this page.
        </p>
        <Form action={action} label="Accept invitation">
          <button type="submit" class="main">
            Accept invitation
          </button>
        </Form>
      </>
    ),
  });
}

import { Form } from '@remix-run/react';
import { LogOut } from 'lucide-react';
import { leaveSession } from '#app/components/frame/leave-session.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { menuLine } from '#app/components/ui/overlay/details-menu.tsx';

export function SignOutForm() {
  return (
    <Form method="post" action="/logout" reloadDocument onSubmit={leaveSession}>
      <button type="submit" className={menuLine}>
        <Icon of={LogOut} />
        Sign Out
      </button>
    </Form>
  );
}

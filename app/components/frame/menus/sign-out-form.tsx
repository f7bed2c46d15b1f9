import { Form } from '@remix-run/react';
import { LogOut } from 'lucide-react';
import { forgetToken } from '#app/components/frame/stored-token.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { menuLine } from '#app/components/ui/overlay/details-menu.tsx';

export function SignOutForm() {
  return (
    <Form method="post" action="/logout" reloadDocument onSubmit={forgetToken}>
      <button type="submit" className={menuLine}>
        <Icon of={LogOut} />
        Sign Out
      </button>
    </Form>
  );
}

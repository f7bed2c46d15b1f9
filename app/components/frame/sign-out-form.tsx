import { Form } from '@remix-run/react';
import { LogOut } from 'lucide-react';
import { menuLine } from '#app/components/ui/details-menu.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { forgetToken } from './stored-token.ts';

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

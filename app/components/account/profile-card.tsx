import { Form } from '@remix-run/react';
import { forgetToken } from '#app/components/frame/stored-token.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Card, CardBody, CardHead, Pair, Pairs } from '#app/components/ui/card.tsx';

interface ProfileCardProps {
  email: string;
  name: string | null;
}

/** Who is signed in, and the way out. */
export function ProfileCard({ email, name }: ProfileCardProps) {
  return (
    <Card aria-labelledby="profile">
      <CardHead id="profile" title="Profile Information" />
      <CardBody>
        <Pairs>
          <Pair label="Email">
            {email}
            <span className="block text-xs text-muted">Email cannot be changed</span>
          </Pair>
          <Pair label="Name">
            {name ?? <span className="text-muted">Your sign-in has not told one.</span>}
          </Pair>
        </Pairs>
        <Form method="post" action="/logout" reloadDocument onSubmit={forgetToken} className="mt-5">
          <Button type="submit">Sign Out</Button>
        </Form>
      </CardBody>
    </Card>
  );
}

import { Card, CardBody } from '#app/components/ui/card.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';

interface ExternalRedirectPageProps {
  title: string;
  text: string;
  label: string;
  /** URL on another origin, which our Content-Security-Policy blocks for forms; null after a plain link. */
  leadTo: string | null;
}

/** Page with a link to another origin, for forms sent without JavaScript. */
export function ExternalRedirectPage({ title, text, label, leadTo }: ExternalRedirectPageProps) {
  return (
    <>
      <PageHead title={title} back={{ to: '/dashboard/settings', label: 'Settings' }} />
      <Card className="max-w-form">
        <CardBody>
          <p className="mb-5 max-w-prose">{text}</p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink to="/dashboard/settings">{leadTo === null ? 'Settings' : 'Cancel'}</ButtonLink>
            {leadTo === null ? null : (
              <ButtonLink to={leadTo} variant="primary">
                {label}
              </ButtonLink>
            )}
          </div>
        </CardBody>
      </Card>
    </>
  );
}

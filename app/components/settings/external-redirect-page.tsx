import { Card, CardBody } from '#app/components/ui/card.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';

interface ExternalRedirectPageProps {
  title: string;
  text: string;
  label: string;
  /** A page of another origin, where the content policy allows no form of ours; null after a plain link. */
  leadTo: string | null;
}

/** The way to a page of another origin as a link, for forms sent without a script. */
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

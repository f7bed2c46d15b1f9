import { Spinner } from '#app/components/ui/icon.tsx';
import { ButtonLink, type ButtonLinkProps } from '#app/components/ui/input/button.tsx';
import { useDownload } from './use-download.ts';

/** A link to a file that looks like a button. */
export function DownloadLink({ icon, children, ...link }: ButtonLinkProps) {
  const { pending, onLink } = useDownload();
  const isPending = pending !== null;
  return (
    <ButtonLink
      {...link}
      reloadDocument
      icon={isPending ? undefined : icon}
      aria-busy={isPending}
      onClick={onLink}
    >
      {isPending ? <Spinner /> : null}
      {children}
    </ButtonLink>
  );
}

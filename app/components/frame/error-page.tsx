import { buttonStyle } from '#app/components/ui/input/button-style.ts';
import { ButtonLink } from '#app/components/ui/input/button.tsx';

interface ErrorPageProps {
  /** Heading: "Page Not Found". */
  title: string;
  /** The cause, as a sentence. */
  message: string;
  /** Link to continue; without `to`, it requests the same page again. */
  action: { to?: string; label: string; isReload?: boolean };
  /** Set for server errors, to quote in a support request. */
  requestId?: string | undefined;
  status?: number | undefined;
}

/** Heading, cause and next step, inside the frame in which the error occurred. */
export function ErrorPage({ title, message, action, requestId, status }: ErrorPageProps) {
  return (
    <div className="mx-auto grid max-w-120 justify-items-center px-4 py-16 text-center sm:py-24">
      <StoppedClock />
      {status ? <p className="mt-6 text-xs font-semibold text-muted">{status}</p> : null}
      <h1 tabIndex={-1} className={`${status ? 'mt-1' : 'mt-6'} text-2xl font-semibold`}>
        {title}
      </h1>
      <p className="mt-2 text-pretty text-muted">{message}</p>
      <div className="mt-6">
        {action.to === undefined ? (
          // eslint-disable-next-line jsx-a11y/anchor-is-valid -- the address of this very page, whichever it stands at
          <a href="" className={buttonStyle({ variant: 'primary' })}>
            {action.label}
          </a>
        ) : (
          <ButtonLink to={action.to} variant="primary" {...(action.isReload && { reloadDocument: true })}>
            {action.label}
          </ButtonLink>
        )}
      </div>
      {requestId ? (
        <p className="mt-6 text-xs text-muted">
          Request <code className="inline-block text-xs wrap-anywhere">{requestId}</code>
        </p>
      ) : null}
    </div>
  );
}

/** The station clock without its hand: nothing is due here. */
function StoppedClock() {
  const marks = Array.from({ length: 12 }, (_, index) => index * 30);
  return (
    <svg
      width="96"
      height="96"
      viewBox="-50 -50 100 100"
      aria-hidden="true"
      fill="none"
      className="stroke-control"
    >
      <circle r="46" strokeWidth="1.5" />
      {marks.map((angle) => (
        <path
          key={angle}
          d="M0 -42V-36"
          strokeWidth={angle % 90 === 0 ? 3 : 1.5}
          transform={`rotate(${angle})`}
        />
      ))}
      <path d="M0 0L-18 -11M0 0L16 -25" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

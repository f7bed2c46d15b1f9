import { Banner } from '#app/components/ui/banner.tsx';

/** Errors of the whole form; always in the page, so screen readers announce them. */
export function FormErrors({ id, errors }: { id: string; errors: string[] | undefined }) {
  return (
    <div id={id} className={errors?.length ? undefined : 'hidden'}>
      {errors?.length ? (
        <Banner tone="danger">
          {errors.map((error) => (
            <p key={error}>{error}</p>
          ))}
        </Banner>
      ) : null}
    </div>
  );
}

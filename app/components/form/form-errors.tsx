import { Banner } from '#app/components/ui/banner.tsx';

/** What is wrong with the whole form; always in the page, so that it is heard when it appears. */
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

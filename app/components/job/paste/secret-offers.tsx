import { Button } from '#app/components/ui/input/button.tsx';
import { Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import type { SecretOffer } from '#app/presenters/job-form/form-credentials.ts';
import type { PasteReport } from '#app/presenters/job-form/paste-into-form.ts';

/** Credentials found in a command: each button stores one as a secret and puts its name into the form. */
export function SecretOffers({
  offers,
  refused,
}: {
  offers: SecretOffer[];
  refused: PasteReport['refused'];
}) {
  return (
    <div className="mt-2 grid gap-3">
      <p>
        <b>Credentials found.</b> Store them as secrets of your account: many jobs can use one, and it is
        never shown again.
      </p>
      {offers.map(({ id, label, suggestedName }, index) => {
        const control = `job-secretName-${index}`;
        const errors = refused?.id === id ? [refused.message] : undefined;
        return (
          <div key={id} className="grid max-w-form items-start gap-2 sm:grid-cols-[1fr_auto]">
            <input type="hidden" name="secretId" form="job" value={id} />
            <Field id={control} label={`Secret name for ${label}`} errors={errors}>
              <Input
                id={control}
                name="secretName"
                form="job"
                isMono
                maxLength={64}
                autoComplete="off"
                defaultValue={suggestedName}
                aria-invalid={errors ? true : undefined}
                aria-describedby={errors ? `${control}-error` : undefined}
              />
            </Field>
            <Button
              type="submit"
              form="job"
              name="storeSecret"
              value={id}
              formNoValidate
              className="sm:mt-7"
              aria-label={`Store ${label} as Secret`}
            >
              Store as Secret
            </Button>
          </div>
        );
      })}
    </div>
  );
}

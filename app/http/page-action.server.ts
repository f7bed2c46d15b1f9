import type { ActionFunctionArgs } from '@remix-run/node';
import { thrownPage } from '#app/http/page-loader.server.ts';
import { readForm } from '#app/http/read-form.server.ts';

/**
 * An action behind a button: guard, read the form, one use case, respond. Expected errors become the error page
 * of their status, as in pageLoader; forms with fields to correct take formAction.
 */
export function pageAction<Allowed extends object, Done>({
  guard,
  run,
}: {
  guard: (request: Request) => Promise<Allowed>;
  run: (args: ActionFunctionArgs & Allowed & { form: FormData }) => Promise<Done>;
}): (args: ActionFunctionArgs) => Promise<Done> {
  return async (args) => {
    try {
      const allowed = await guard(args.request);
      return await run({ ...args, ...allowed, form: await readForm(args) });
    } catch (error) {
      throw thrownPage({ error, request: args.request });
    }
  };
}

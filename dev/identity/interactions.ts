import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type Provider from 'oidc-provider';
import type { Interaction } from 'oidc-provider';
import { claimsOf } from './accounts.ts';
import { consentPage, loginPage } from './pages.ts';

/** The pages on which a person signs in, agrees or refuses. */
export function interactionRoutes(provider: Provider): Router {
  const routes = express.Router();
  routes.use(express.urlencoded({ extended: false }));

  routes.get(
    '/:uid',
    handled(async (request, response) => {
      const { uid, prompt, params } = await provider.interactionDetails(request, response);
      const scopes = params.scope?.split(' ').filter((scope) => scope !== 'openid') ?? [];
      const hint = params.login_hint;
      response.send(
        prompt.name === 'login'
          ? loginPage({ uid, ...(hint !== undefined && { email: hint }) })
          : consentPage({ uid, client: 'Punctual', scopes }),
      );
    }),
  );

  routes.post(
    '/:uid/login',
    handled(async (request, response) => {
      const { email = '' } = request.body as { email?: string };
      const claims = claimsOf(email);
      if (!claims) {
        const error = 'This is no email address. Write one such as premium@punctual.test.';
        response.status(400).send(loginPage({ uid: request.params.uid ?? '', email, error }));
        return;
      }
      const result = { login: { accountId: claims.sub, remember: true } };
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    }),
  );

  routes.post(
    '/:uid/consent',
    handled(async (request, response) => {
      const grantId = await grantFor({
        provider,
        interaction: await provider.interactionDetails(request, response),
      });
      const result = { consent: { grantId } };
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
    }),
  );

  routes.post(
    '/:uid/cancel',
    handled(async (request, response) => {
      const result = { error: 'access_denied', error_description: 'The sign-in was cancelled.' };
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    }),
  );
  return routes;
}

/** Passes a failure on: this Express version ignores rejected promises. */
export function handled(handle: (request: Request, response: Response) => Promise<void>): RequestHandler {
  return (request, response, next) => void handle(request, response).catch(next);
}

async function grantFor({
  provider,
  interaction,
}: {
  provider: Provider;
  interaction: Interaction;
}): Promise<string> {
  const { prompt, params, session, grantId } = interaction;
  const owner = { accountId: session?.accountId ?? '', clientId: params.client_id ?? '' };
  const grant = (grantId && (await provider.Grant.find(grantId))) || new provider.Grant(owner);
  if (prompt.details.missingOIDCScope) grant.addOIDCScope(prompt.details.missingOIDCScope.join(' '));
  if (prompt.details.missingOIDCClaims) grant.addOIDCClaims(prompt.details.missingOIDCClaims);
  return grant.save();
}

import express, { type NextFunction, type Request, type Response } from 'express';
import { signIdToken } from './id-token.ts';
import { handled, interactionRoutes } from './interactions.ts';
import { messagePage } from './pages.ts';
import { makeProvider } from './provider.ts';
import { loadSigningKeys } from './signing-keys.ts';

// A certified OpenID Connect provider for development: real flows, made-up people.
const { IDENTITY_PORT: port = '', APP_ORIGIN: appOrigin = '', PUNCTUAL_HOME: home = '' } = process.env;
const issuer = `http://127.0.0.1:${port}`;
const keys = await loadSigningKeys({ home });
const provider = makeProvider({
  issuer,
  appOrigin,
  clientSecret: process.env.OIDC_CLIENT_SECRET ?? '',
  keys,
});

const app = express();
app.disable('x-powered-by');
app.use((_request, response, next) => {
  response.set('cache-control', 'no-store');
  next();
});
app.get(
  '/token',
  handled(async (request, response) => {
    const { email } = request.query;
    const token = await signIdToken({ issuer, keys, email: typeof email === 'string' ? email : '' });
    if (token) response.json({ id_token: token });
    else response.status(400).json({ error: 'Give an email address: /token?email=premium@punctual.test' });
  }),
);
app.use('/interaction', interactionRoutes(provider));
app.use(provider.callback());
app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
  const text = 'This sign-in has expired or was begun in another browser. Begin it again.';
  console.error(error.message);
  response.status(400).send(messagePage({ title: 'The sign-in cannot go on', text }));
});

const server = app.listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});

import type { LoaderFunctionArgs } from '@remix-run/node';
import * as callback from '#app/routes/auth.callback.ts';
import * as confirm from '#app/routes/auth.confirm.ts';
import * as login from '#app/routes/auth.login.ts';

export const origin = 'http://127.0.0.1:3000';
const context = { nonce: 'n', requestId: 'r', isBodyTooLarge: () => false, onLeave: () => undefined };

/** A browser with its cookies: calls the product's routes directly, and the provider over the network. */
export class Browser {
  private readonly jars = new Map<string, Map<string, string>>();

  constructor(cookies: Record<string, string> = {}) {
    this.jars.set(origin, new Map(Object.entries(cookies)));
  }

  cookie(name: string): string | undefined {
    return this.jars.get(origin)?.get(name);
  }

  /** A request to the product with this browser's cookies. */
  request(path: string, init: RequestInit = {}): Request {
    const headers = new Headers(init.headers);
    headers.set('cookie', this.cookiesOf(origin));
    headers.set('x-request-id', crypto.randomUUID());
    headers.set('x-punctual-client', '127.0.0.1');
    return new Request(new URL(path, origin), { ...init, headers });
  }

  /** Calls /auth/login and returns the redirect target. */
  async begin(query = ''): Promise<URL> {
    return this.locationOf(await this.ask({ route: login.loader, path: `/auth/login${query}` }));
  }

  /** Calls /auth/confirm and returns the redirect target. */
  async beginConfirm(query = ''): Promise<URL> {
    return this.locationOf(await this.ask({ route: confirm.loader, path: `/auth/confirm${query}` }));
  }

  /** Sends the provider's response to /auth/callback and returns the redirect. */
  async finish(response: URL): Promise<URL> {
    return this.locationOf(
      await this.ask({ route: callback.loader, path: response.pathname + response.search }),
    );
  }

  /** Signs in at the provider's forms and returns the address it sends the browser to. */
  async passProvider({ to, name }: { to: URL; name: string }): Promise<URL> {
    let next = await this.visit(to);
    for (let step = 0; step < 8; step += 1) {
      if (next instanceof URL) {
        if (next.origin === origin) return next;
        next = await this.visit(next);
      } else {
        next = await this.submit({ html: next.html, at: next.at, name });
      }
    }
    throw new Error('The provider does not come to an end.');
  }

  async signIn({ name, query = '' }: { name: string; query?: string }): Promise<URL> {
    return this.finish(await this.passProvider({ to: await this.begin(query), name }));
  }

  /** Calls a route as Remix would and keeps the cookies of its response, even a thrown one. */
  async ask({
    route,
    path,
    init = {},
  }: {
    route: (args: LoaderFunctionArgs) => unknown;
    path: string;
    init?: RequestInit;
  }): Promise<Response> {
    try {
      const response = await route({
        request: this.request(path, init),
        params: {},
        context: { ...context },
      });
      if (response instanceof Response) return this.keep(response, origin);
    } catch (error) {
      if (error instanceof Response) return this.keep(error, origin);
      throw error;
    }
    throw new Error('The route answered no Response.');
  }

  private async visit(url: URL, init: RequestInit = {}): Promise<URL | { html: string; at: URL }> {
    const headers = new Headers(init.headers);
    headers.set('cookie', this.cookiesOf(url.origin));
    const response = this.keep(await fetch(url, { ...init, headers, redirect: 'manual' }), url.origin);
    const location = response.headers.get('location');
    return location ? new URL(location, url) : { html: await response.text(), at: url };
  }

  private submit({ html, at, name }: { html: string; at: URL; name: string }) {
    const action = /<form[^>]*action="([^"]+)"/.exec(html)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1];
    if (!action || !prompt) throw new Error(`No form at ${at.pathname}.`);
    const body = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: name, password: 'any' }) });
    return this.visit(new URL(action, at), { method: 'POST', body });
  }

  private cookiesOf(site: string): string {
    return [...(this.jars.get(site) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private keep(response: Response, site: string): Response {
    const jar = this.jars.get(site) ?? new Map<string, string>();
    this.jars.set(site, jar);
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const [name = '', ...value] = pair.split('=');
      const isGone = attributes.some(
        (one) => /^max-age=0$/i.test(one) || /^expires=Thu, 01 Jan 1970/i.test(one),
      );
      if (isGone) jar.delete(name);
      else jar.set(name, value.join('='));
    }
    return response;
  }

  private locationOf(response: Response): URL {
    return new URL(response.headers.get('location') ?? '', origin);
  }
}

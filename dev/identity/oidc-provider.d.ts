// Types of the parts that are used here: the package has none.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface Interaction {
    uid: string;
    prompt: { name: string; details: { missingOIDCScope?: string[]; missingOIDCClaims?: string[] } };
    params: Record<string, string | undefined>;
    session?: { accountId: string };
    grantId?: string;
  }

  interface Grant {
    addOIDCScope: (scope: string) => void;
    addOIDCClaims: (claims: string[]) => void;
    save: () => Promise<string>;
  }

  interface GrantModel {
    new (owner: { accountId: string; clientId: string }): Grant;
    find: (id: string) => Promise<Grant | undefined>;
  }

  export interface Context {
    body: string;
    type: string;
    host: string;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly Client: {
      prototype: Record<'redirectUriAllowed' | 'postLogoutRedirectUriAllowed', (uri: string) => boolean>;
    };
    readonly Grant: GrantModel;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
    on(event: string, listener: (context: Context, error: Error) => void): void;
  }
}

/** What the environment brings of its own: such a part is used, not started. */
export interface Given {
  databaseUrl: string | undefined;
  temporalAddress: string | undefined;
  oidcIssuer: string | undefined;
  smtpUrl: string | undefined;
  /** Of a real payment provider. */
  paymentsKey: string | undefined;
  webPort: number | undefined;
  appOrigin: string | undefined;
}

export function readGiven(environment: NodeJS.ProcessEnv): Given {
  const text = (name: string) => environment[name]?.trim() || undefined;
  const webPort = Number(text('PORT'));
  return {
    databaseUrl: text('DATABASE_URL'),
    temporalAddress: text('TEMPORAL_ADDRESS'),
    oidcIssuer: text('OIDC_ISSUER'),
    smtpUrl: text('SMTP_URL'),
    paymentsKey: text('STRIPE_SECRET_KEY'),
    webPort: Number.isInteger(webPort) && webPort > 0 ? webPort : undefined,
    appOrigin: text('APP_ORIGIN')?.replace(/\/$/, ''),
  };
}

/** Parts from the environment: such a part is used, not started. */
export interface Given {
  databaseUrl: string | undefined;
  temporalAddress: string | undefined;
  oidcIssuer: string | undefined;
  smtpUrl: string | undefined;
  /** Key of a real payment provider. */
  paymentsKey: string | undefined;
  webPort: number | undefined;
  appOrigin: string | undefined;
  /** Cache size of Temporal's embedded server; the worker reads the same variable itself. */
  keptRuns: number | undefined;
}

export function readGiven(environment: NodeJS.ProcessEnv): Given {
  const text = (name: string) => environment[name]?.trim() || undefined;
  const wholeNumber = (name: string) => {
    const value = Number(text(name));
    return Number.isInteger(value) && value > 0 ? value : undefined;
  };
  return {
    databaseUrl: text('DATABASE_URL'),
    temporalAddress: text('TEMPORAL_ADDRESS'),
    oidcIssuer: text('OIDC_ISSUER'),
    smtpUrl: text('SMTP_URL'),
    paymentsKey: text('STRIPE_SECRET_KEY'),
    webPort: wholeNumber('PORT'),
    appOrigin: text('APP_ORIGIN')?.replace(/\/$/, ''),
    keptRuns: wholeNumber('MAX_CACHED_WORKFLOWS'),
  };
}

import { askProvider } from '#server/billing/payment-provider.server.ts';

// Plans are changed and canceled on the Settings page, because it shows the effect on the jobs.
const mark = { punctual: 'portal' };
const features = {
  customer_update: {
    enabled: true,
    allowed_updates: ['address' as const, 'name' as const, 'tax_id' as const],
  },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: false },
  subscription_update: { enabled: false },
};

let kept: string | undefined;

/**
 * The provider's settings of our billing portal; undefined: none were published, and its default is taken.
 */
export async function portalSettings(): Promise<string | undefined> {
  kept ??= await findSettings();
  return kept;
}

/** Makes them, unless they are there. */
export async function publishPortal(): Promise<string> {
  if (await findSettings()) return 'billing portal: as it should be';
  await askProvider((provider) =>
    provider.billingPortal.configurations.create(
      { business_profile: { headline: 'Punctual' }, features, metadata: mark },
      { idempotencyKey: 'portal-settings' },
    ),
  );
  return 'billing portal: made';
}

async function findSettings(): Promise<string | undefined> {
  const { data } = await askProvider((provider) =>
    provider.billingPortal.configurations.list({ active: true, limit: 100 }),
  );
  return data.find(({ metadata }) => metadata?.['punctual'] === mark.punctual)?.id;
}

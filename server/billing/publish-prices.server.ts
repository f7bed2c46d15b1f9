import type Stripe from 'stripe';
import { type PaidTier, paidTiers, plans } from '#domain/plan.ts';
import { publishPortal } from '#server/billing/checkout/portal-settings.server.ts';
import { askProvider, providerCode } from '#server/billing/payment-provider.server.ts';
import { lookupKeyOf, monthlyPrice, productOf } from '#server/billing/prices.server.ts';

/**
 * Updates the payment provider's products, prices and billing portal to match `domain/plan`. Safe to run again at any
 * time, also twice at once: correct entries stay. A changed price is created for new subscribers; existing ones keep
 * the old price.
 * @returns its changes, one line each
 */
export async function publishPrices(): Promise<string[]> {
  const done: string[] = [];
  for (const tier of paidTiers) done.push(await publishProduct(tier), await publishPrice(tier));
  done.push(await publishPortal());
  return done;
}

async function publishProduct(tier: PaidTier): Promise<string> {
  const id = productOf(tier);
  const texts = { name: `Punctual ${plans[tier].name}`, description: plans[tier].description };
  const known = await findProduct(id);
  if (!known) {
    // The id is ours, so a second creation fails as a duplicate.
    await askProvider((provider) =>
      provider.products.create({ id, ...texts, metadata: { tier } }, { idempotencyKey: `product-${id}` }),
    ).catch((error: unknown) => {
      if (providerCode(error) !== 'resource_already_exists') throw error;
    });
    return `${id}: made`;
  }
  const isSame = known.name === texts.name && known.description === texts.description && known.active;
  if (isSame) return `${id}: as it should be`;
  await askProvider((provider) => provider.products.update(id, { ...texts, active: true }));
  return `${id}: brought up to date`;
}

async function findProduct(id: string): Promise<Stripe.Product | null> {
  try {
    return await askProvider((provider) => provider.products.retrieve(id));
  } catch (error) {
    if (providerCode(error) === 'resource_missing') return null;
    throw error;
  }
}

async function publishPrice(tier: PaidTier): Promise<string> {
  const key = lookupKeyOf(tier);
  const wanted = monthlyPrice(tier);
  const { data } = await askProvider((provider) =>
    provider.prices.list({ lookup_keys: [key], active: true, limit: 1 }),
  );
  const [known] = data;
  const isSame =
    known?.unit_amount === wanted.unit_amount &&
    known.currency === wanted.currency &&
    known.recurring?.interval === wanted.recurring.interval;
  if (isSame) return `${key}: as it should be`;
  await askProvider((provider) =>
    provider.prices.create(
      {
        ...wanted,
        product: productOf(tier),
        lookup_key: key,
        // Moved from the previous price.
        transfer_lookup_key: true,
        metadata: { tier },
      },
      { idempotencyKey: `price-${key}-${wanted.unit_amount}-after-${known?.id ?? 'none'}` },
    ),
  );
  return `${key}: ${known ? 'a new price' : 'made'}`;
}

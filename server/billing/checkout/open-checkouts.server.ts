import { AppError } from '#domain/errors.ts';
import { askProvider } from '#server/billing/payment-provider.server.ts';

/** The pages of a customer on which it could still pay. @throws AppError external_service_error */
export async function openCheckouts({
  customerId,
}: {
  customerId: string;
}): Promise<{ id: string; url: string | null }[]> {
  const { data } = await askProvider((provider) =>
    provider.checkout.sessions.list({ customer: customerId, status: 'open', limit: 100 }),
  );
  return data.map(({ id, url }) => ({ id, url }));
}

/** Closes such a page. A completed or closed one is unchanged. */
export async function closeCheckout({ id }: { id: string }): Promise<void> {
  await askProvider((provider) => provider.checkout.sessions.expire(id)).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

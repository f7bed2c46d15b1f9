import { startPayments } from './fake-stripe.ts';

const { PAYMENTS_PORT = '', PUNCTUAL_HOME = '', APP_ORIGIN = '', STRIPE_SECRET_KEY = '' } = process.env;
const fakeStripe = await startPayments({
  port: Number(PAYMENTS_PORT),
  home: PUNCTUAL_HOME,
  secretKey: STRIPE_SECRET_KEY,
  webhookSecret: process.env.STRIPE_WEBHOOK_SECRET ?? '',
  receiver: `${APP_ORIGIN}/webhooks/stripe`,
});
process.on('SIGTERM', () => void fakeStripe.stop().then(() => process.exit(0)));

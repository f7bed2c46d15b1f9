import { takeWebhook } from '#app/http/payment-webhook.server.ts';

export const loader = takeWebhook;
export const action = takeWebhook;

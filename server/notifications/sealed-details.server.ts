import type { EventDetails } from '#domain/notifications/event-details.ts';
import { seal, unseal } from '#server/sealing/seal.server.ts';

const field = 'notification.details';

/** Seals what happened: values of responses are its owner's alone. */
export function sealDetails({ ownerId, details }: { ownerId: number; details: EventDetails }): string {
  return seal({ text: JSON.stringify(details), userId: ownerId, field });
}

/** @throws Error if it cannot be decrypted */
export function decryptDetails({ ownerId, details }: { ownerId: number; details: string }): EventDetails {
  return JSON.parse(unseal({ sealed: details, userId: ownerId, field })) as EventDetails;
}

import { refusal } from '#app/http/api/check-input.ts';
import type { givenSettings } from '#app/presenters/api/channels/channel-schema.ts';
import type { givenQuietHours } from '#app/presenters/api/channels/quiet-hours-schema.ts';
import type { givenTemplate } from '#app/presenters/api/channels/template-schema.ts';
import { AppError } from '#domain/errors.ts';
import { snakeOf } from '#domain/job/job-wire.ts';
import { type QuietHours, readQuietHours } from '#domain/notifications/quiet-hours.ts';
import { type BodyTemplate, readTemplate } from '#domain/notifications/template/read-template.ts';
import type { ChannelInput } from '#domain/notifications/read-channel-config.ts';
import type { z } from 'zod';

type Given = { [Name in keyof typeof givenSettings]?: z.output<(typeof givenSettings)[Name]> };

/** The settings of a channel in a body, by the names of the domain; what is left out stays out. */
export function toChannelSettings(body: Given): ChannelInput {
  const { addresses } = body;
  const settings: ChannelInput = {
    url: body.url,
    addresses: Array.isArray(addresses) ? addresses.join(',') : addresses,
    botToken: body.bot_token,
    chatId: body.chat_id,
    server: body.server,
    topic: body.topic,
    accessToken: body.access_token,
    routingKey: body.routing_key,
    region: body.region,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/**
 * The quiet hours of a body; undefined where it has none, null to remove them.
 * @throws AppError validation_error: each bad field as quiet_hours.from
 */
export function toQuietHours(given: z.output<typeof givenQuietHours>): QuietHours | null | undefined {
  if (given === undefined || given === null) return given;
  const { timezone: timeZone, ...hours } = given;
  const { quietHours, errors } = readQuietHours({ ...hours, timeZone });
  if (quietHours) return quietHours;
  const wireName = (name: string) => `quiet_hours.${name === 'timeZone' ? 'timezone' : name}`;
  throw refusal(Object.entries(errors).map(([name, text]) => [wireName(name), text]));
}

/**
 * The template of a body; undefined where it has none, null to remove it.
 * @throws AppError validation_error: each bad field as template.body
 */
export function toTemplate(given: z.output<typeof givenTemplate>): BodyTemplate | null | undefined {
  if (given === undefined || given === null) return given;
  const read = readTemplate(given);
  if (read.template) return read.template;
  throw refusal(Object.entries(read.errors).map(([name, text]) => [`template.${name}`, text]));
}

/** Runs a use case; errors of its fields come back under their names in the API. */
export async function withWireNames<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError) || error.type !== 'validation_error' || !error.details) throw error;
    throw refusal(Object.entries(error.details).map(([name, text]) => [snakeOf(name), String(text)]));
  }
}

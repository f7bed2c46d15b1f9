import { z } from 'zod';

/** An instant as the API writes it, in UTC. */
export const instant = (description: string) =>
  z.iso.datetime().meta({ description, examples: ['2026-11-23T05:00:00.000Z'] });

/** A whole number that names something. */
export const id = (description: string, example: number) =>
  z
    .int()
    .min(1)
    .meta({ description, examples: [example] });

/** A whole number from 0 up. */
export const count = (most?: number) => {
  const number = z.int().min(0);
  return most === undefined ? number : number.max(most);
};

/** Milliseconds that something took. */
export const milliseconds = (description: string, example: number) =>
  count()
    .nullable()
    .meta({ description, examples: [example] });

export const headersSchema = z.record(z.string(), z.string());

import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';

/** What a model gave; nothing of it is checked yet: the call of the API does. */
export type Given = Record<string, unknown>;

/** A call of the API, as a client would make it. */
export interface ApiAsk {
  /** The route that answers it. */
  route: (args: ActionFunctionArgs) => Promise<Response>;
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  params?: Record<string, string>;
  query?: Given;
  body?: Given;
}

/** What a model may do here. Each tool is one call of the API, with all that holds for it. */
export interface Tool {
  title: string;
  description: string;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    /** Whether it reaches beyond this service. */
    openWorldHint: boolean;
  };
  input: z.ZodObject;
  ask: (given: Given) => ApiAsk;
}

export const reads = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
export const switches = { ...reads, readOnlyHint: false };

/** Ids that a model gave, of whatever kind they are, as parameters of a path. */
export function idsIn<Name extends string>(given: Given, names: Record<Name, string>): Record<Name, string> {
  const entries = Object.entries<string>(names).map(([param, name]) => [
    param,
    encodeURIComponent(textOf(given[name])),
  ]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** A value as an address carries it. */
export function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const idOf = (of: string) =>
  z
    .int()
    .min(1)
    .meta({ description: `The id of the ${of}.` });
export const jobId = idOf('job, from list_jobs');
export const executionId = idOf('execution, from list_executions');

/** What a call takes beside ids, as its own schema has it. */
export function takenBy(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

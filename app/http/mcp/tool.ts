import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';

/** Arguments of a model, still unchecked: the API call validates them. */
export type ToolInput = Record<string, unknown>;

/** A call of the API, as a client would make it. */
export interface ApiAsk {
  /** Route of the call. */
  route: (args: ActionFunctionArgs) => Promise<Response>;
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  params?: Record<string, string>;
  query?: ToolInput;
  body?: ToolInput;
}

/** Tools of a model. Each is one call of the API, with all its rules. */
export interface Tool {
  title: string;
  description: string;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    /** True if it reaches beyond this service. */
    openWorldHint: boolean;
  };
  input: z.ZodObject;
  ask: (given: ToolInput) => ApiAsk;
}

export const reads = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
export const switches = { ...reads, readOnlyHint: false };

/** Ids from a model, of any type, as parameters of a path. */
export function idsIn<Name extends string>(
  given: ToolInput,
  names: Record<Name, string>,
): Record<Name, string> {
  const entries = Object.entries<string>(names).map(([param, name]) => [
    param,
    encodeURIComponent(toolText(given[name])),
  ]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** A value as an address carries it. */
export function toolText(value: unknown): string {
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
export const channelId = idOf('channel, from list_channels');
export const incidentId = idOf('incident, from list_incidents');

/** Input of a call besides ids, from its own schema. */
export function takenBy(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

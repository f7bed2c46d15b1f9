import { z } from 'zod';
import { dayMs } from '#domain/time/units.ts';
import {
  catchUpPolicies,
  jobChannels,
  jobStatuses,
  jobTypes,
  notifyFrequencies,
  overlapPolicies,
  scheduleModes,
  successCriteria,
} from './choices.ts';
import { httpMethods } from './http-methods.ts';
import { longestWatch } from './watched-part.ts';

// One schema for the form, the API and the import (specification sections 3, 5 and 9; D12, D29, D40, D41a).
// Names of the input are the specification's form fields; the output has the database's names.

const longestTooLongAfter = dayMs / 1_000;

const wholeNumber = ({ label, min, max }: { label: string; min: number; max: number }) =>
  z
    .number({ error: `${label} must be a whole number from ${min} to ${max}.` })
    .int({ error: `${label} must be a whole number from ${min} to ${max}.` })
    .min(min, { error: `${label} must be ${min} or more.` })
    .max(max, { error: `${label} must be ${max} or less.` });

const text = ({ label, max }: { label: string; max: number }) =>
  z
    .string({ error: `${label} must be a text.` })
    .max(max, { error: `${label} can have ${max.toLocaleString('en-US')} characters.` });

const choice = <const T extends readonly [string, ...string[]]>({ label, of }: { label: string; of: T }) =>
  z.enum(of, { error: `${label} must be one of ${of.join(', ')}.` });

/** The fields as they come in, before the rules that concern more than one of them. */
export const jobFields = z.object({
  name: z
    .string({ error: 'Give the job a name.' })
    .min(1, { error: 'Give the job a name.' })
    .max(200, { error: 'The name can have 200 characters.' }),
  description: text({ label: 'The description', max: 2_000 }).nullish(),
  type: choice({ label: 'The type', of: jobTypes }).optional(),
  webhookURL: z
    .string({ error: 'Enter the URL to call.' })
    .min(1, { error: 'Enter the URL to call.' })
    .max(2_048, { error: 'The URL can have 2,048 characters.' }),
  httpMethod: choice({ label: 'The method', of: httpMethods }).optional(),
  headers: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
  /** An object, or its JSON as the form sends it. */
  auth: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
  payload: z.string({ error: 'The payload must be a text.' }).nullish(),
  timeout: wholeNumber({ label: 'The timeout in seconds', min: 1, max: 300 }).default(30),
  retryCount: wholeNumber({ label: 'The retry count', min: 0, max: 10 }).default(3),
  /** An object, or its JSON as the form sends it. */
  retryDelays: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
  timezone: z.string().max(64).default('UTC'),
  /** The form's tab for the schedule; absent in the API, which sends the expression alone. */
  mode: z.enum(scheduleModes).optional(),
  timeInterval: z.string().max(2).optional(),
  minute: z.string().max(256).optional(),
  hour: z.string().max(256).optional(),
  dayOfMonth: z.string().max(256).optional(),
  month: z.string().max(256).optional(),
  dayOfWeek: z.string().max(256).optional(),
  cronExpression: z.string({ error: 'Write a cron expression.' }).nullish(),
  successCriterion: choice({
    label: 'The criterion',
    of: successCriteria,
  }).optional(),
  successRegex: text({ label: 'The pattern', max: 256 }).nullish(),
  acceptedStatuses: text({ label: 'The accepted statuses', max: 256 }).nullish(),
  notifyFrequency: choice({
    label: 'The frequency',
    of: notifyFrequencies,
  }).optional(),
  notificationType: choice({ label: 'The type', of: jobChannels }).nullish(),
  notificationConfig: text({ label: 'The notification URL', max: 4_096 }).nullish(),
  /** A list, or its JSON as the form sends it. */
  notifyRules: z.union([z.string(), z.array(z.unknown())], { error: 'Enter a list of rules.' }).nullish(),
  lateAfter: wholeNumber({ label: 'The seconds after which a run is late', min: 1, max: 3_600 }).nullish(),
  tooLongAfter: wholeNumber({
    label: 'The seconds after which a run is too long',
    min: 1,
    max: longestTooLongAfter,
  }).nullish(),
  certificateDays: wholeNumber({
    label: 'The days before the certificate expires',
    min: 0,
    max: 90,
  }).optional(),
  answerWatch: text({ label: 'The watched response', max: longestWatch }).nullish(),
  status: choice({ label: 'The status', of: jobStatuses }).optional(),
  tags: z.union([z.string(), z.array(z.string())]).nullish(),
  externalId: text({ label: 'The external id', max: 128 }).nullish(),
  overlap: choice({ label: 'Overlap', of: overlapPolicies }).optional(),
  catchUp: choice({ label: 'Catch-up', of: catchUpPolicies }).optional(),
  followRedirects: z.boolean({ error: 'Follow redirects must be true or false.' }).optional(),
  signing: z.boolean({ error: 'Signing must be true or false.' }).optional(),
});

export type JobFields = z.output<typeof jobFields>;

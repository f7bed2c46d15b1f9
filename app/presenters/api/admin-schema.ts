import { z } from 'zod';
import { securityEvents, securityEventTypes } from '#domain/security-event.ts';
import { count, id, instant } from './field-schema.ts';

const text = z.string();

/** The whole installation in figures. */
export const adminStatsSchema = z
  .object({
    total_users: count().meta({ examples: [1204] }),
    new_users_last_7_days: count().meta({ examples: [31] }),
    total_jobs: count().meta({ description: 'In any status.', examples: [8412] }),
    total_active_jobs: count().meta({ examples: [7730] }),
    total_executions: count().meta({ description: 'Runs, all time.', examples: [1_204_331] }),
    successful_executions: count().meta({ examples: [1_198_020] }),
    failed_executions: count().meta({ examples: [6311] }),
    success_rate: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: 'Percent with two decimals; 0 before the first run.', examples: [99.48] }),
    system_uptime: text.meta({
      description: 'Uptime of the web process that responds.',
      examples: ['3d 4h'],
    }),
    server_start_time: instant('Start time.'),
    database_connections_max: count().meta({ examples: [100] }),
    database_connections_open: count().meta({ description: 'For all clients.', examples: [23] }),
  })
  .meta({ id: 'AdminStats', description: 'The whole installation in figures.' });

/** An entry of the security log. */
export const logEntrySchema = z
  .object({
    id: id('The id of the entry.', 5120),
    type: z.enum(securityEventTypes).meta({ examples: ['AUTH_FAILURE'] }),
    path: text.meta({
      description: 'Path of the request; empty if there is none.',
      examples: ['/api/v1/jobs'],
    }),
    message: text.meta({ examples: [securityEvents.key_bad.text] }),
    timestamp: instant('Time of the event.'),
    ipAddress: text.nullable().meta({ examples: ['192.0.2.7'] }),
    userAgent: text.nullable().meta({ examples: ['curl/8.9.1'] }),
    code: text.meta({ description: 'Stable code of the event.', examples: ['key_bad'] }),
    actorId: z
      .int()
      .nullable()
      .meta({ description: 'The account that did it.', examples: [null] }),
    subjectId: z
      .int()
      .nullable()
      .meta({ description: 'The subject of the event.', examples: [null] }),
    requestId: text.nullable().meta({ examples: ['4f0c1d2e-7a8b-4c9d-8e1f-203142536475'] }),
    count: id('Number of events: many of one kind within a minute share an entry.', 1),
  })
  .meta({ id: 'LogEntry', description: 'An entry of the security log.' });

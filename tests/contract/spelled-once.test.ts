import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '#dev/test/source-files.ts';
import { callerKinds, keyScopes } from '#domain/api-key.ts';
import {
  catchUpPolicies,
  jobChannels,
  jobStatuses,
  jobTypes,
  notifyFrequencies,
  overlapPolicies,
  scheduleModes,
  successCriteria,
} from '#domain/job/choices.ts';
import { httpMethods } from '#domain/job/http-methods.ts';
import { jobFilters, jobSorts } from '#domain/job/job-query.ts';
import { channelKinds } from '#domain/notifications/channel-kinds.ts';
import { channels, notificationRules, notificationStates } from '#domain/notifications/notification.ts';
import { apiStatuses, lastResults, outcomeReasons, outcomes } from '#domain/outcome.ts';
import { tiers } from '#domain/plan.ts';
import { roles } from '#domain/role.ts';
import { weekdays } from '#domain/schedule/week-hours.ts';
import { securityEventTypes } from '#domain/security-event.ts';
import { subscriptionStatuses } from '#domain/subscription.ts';
import {
  cronMonths,
  cronWeekdays,
  monthNames,
  shortMonths,
  shortWeekdays,
  weekdayNames,
} from '#domain/time/names.ts';
import { callTriggers, executionTriggers } from '#domain/trigger.ts';

const enums: Record<string, readonly string[]> = {
  Role: roles,
  Tier: tiers,
  JobStatus: jobStatuses,
  JobType: jobTypes,
  SuccessCriterion: successCriteria,
  NotifyFrequency: notifyFrequencies,
  Overlap: overlapPolicies,
  CatchUp: catchUpPolicies,
  Trigger: callTriggers,
  Outcome: outcomes,
  LastResult: lastResults,
  OutcomeReason: outcomeReasons,
  ChannelKind: channelKinds,
  NotificationState: notificationStates,
  KeyScope: keyScopes,
  SecurityEventType: securityEventTypes,
};

test('every database enum has the values of its tuple in domain, in the same order', () => {
  const schema = readFileSync('prisma/schema.prisma', 'utf8');
  const found = [...schema.matchAll(/^enum (\w+) \{\n([^}]*)\}/gm)];
  expect(
    Object.fromEntries(found.map(([, name = '', body = '']) => [name, body.trim().split(/\s+/)])),
  ).toEqual(enums);
});

const tuples = [
  ...Object.values(enums),
  ...[apiStatuses, callerKinds, channels, executionTriggers, httpMethods, jobChannels, jobFilters, jobSorts],
  ...[notificationRules, scheduleModes, subscriptionStatuses],
  ...[monthNames, shortMonths, cronMonths, weekdayNames, shortWeekdays, cronWeekdays, weekdays],
];
const keyOf = (words: readonly string[]) => [...words].sort().join(' ');
const tupleKeys = new Set(tuples.map(keyOf));

/** Unions and lists of a source text that name all values of a tuple, and none besides. */
function copiesIn(text: string): string[] {
  return [...text.matchAll(/'\w+'(?:\s*([|,])\s*'\w+'(?:\s*\1\s*'\w+')*)/g)]
    .map(([spelled]) => spelled)
    .filter((spelled) => tupleKeys.has(keyOf([...spelled.matchAll(/\w+/g)].map(([word]) => word))));
}

const productFiles = () => sourceFiles().filter((file) => !/^(?:dev|prisma)\//.test(file));

/** Files that hold the tuples. */
const declared =
  /^domain\/(?:api-key|outcome|trigger|plan|role|notifications\/notification|notifications\/channel-kinds|subscription|security-event|job\/choices|job\/job-query|job\/http-methods|time\/names)\.ts: /;

test('no other file spells out a tuple of domain', () => {
  const copies = productFiles().flatMap((file) =>
    copiesIn(readFileSync(file, 'utf8')).map((spelled) => `${file}: ${spelled}`),
  );
  expect(copies.filter((copy) => !declared.test(copy))).toEqual([]);
});

/** Levels and buckets that contain a minute by chance, and SQL. */
const otherNumbers =
  /^(?:app\/format\/heat-words|server\/metrics\/instruments\.server|server\/executions\/statistics\/hour-timeline\.server)\.ts$/;

test('a minute, an hour and a day in milliseconds come from domain/time', () => {
  const found = productFiles()
    .filter((file) => !otherNumbers.test(file) && file !== 'domain/time/units.ts')
    .filter((file) => /\b(?:60_?000|3_?600_?000|86_?400_?000|86_?400)\b/.test(readFileSync(file, 'utf8')));
  expect(found).toEqual([]);
});

import { dayMs, hourMs, minuteMs } from '#domain/time/units.ts';
import { sendPendingMails } from '#server/account-mail/send-pending-mails.server.ts';
import { removeChannels } from '#server/channels/remove-channels.server.ts';
import { cancelOrphans } from '#server/engine/rescue/cancel-orphans.server.ts';
import { reconcileJobs } from '#server/engine/rescue/reconcile-jobs.server.ts';
import { removeEvents } from '#server/event-subscriptions/remove-events.server.ts';
import { countQuarterHours, quarterHoursName } from '#server/heat-map/count-quarter-hours.server.ts';
import { countServiceDays, serviceDaysName } from '#server/status/count-service-days.server.ts';
import { certificatesName, notifyCertificates } from '#server/watches/notify-certificates.server.ts';
import { advanceIncidents } from './advance-incidents.server.ts';
import { checkStatistics } from './check-statistics.server.ts';
import { endSubscriptions } from './end-subscriptions.server.ts';
import { enqueueReminders } from './enqueue-reminders.server.ts';
import { withinRun } from './in-batches.server.ts';
import { keepRetention, retentionName } from './keep-retention.server.ts';
import { reconcilePayments } from './reconcile-payments.server.ts';
import { reencrypt, reencryptName } from './reencrypt.server.ts';
import { removeExpired } from './remove-expired.server.ts';
import { resumePaused } from './resume-paused.server.ts';
import type { MaintenanceTask } from './types.ts';

/** Every system job there is: each becomes a Temporal Schedule of its own. */
export const maintenanceTasks: MaintenanceTask[] = [
  { name: 'expired', everyMs: hourMs, offsetMs: 5 * minuteMs, run: removeExpired },
  { name: retentionName, everyMs: 10 * minuteMs, offsetMs: 5.5 * minuteMs, run: keepRetention },
  { name: 'statistics', everyMs: dayMs, offsetMs: 70 * minuteMs, run: checkStatistics },
  { name: 'subscriptions', everyMs: hourMs, offsetMs: 45 * minuteMs, run: endSubscriptions },
  { name: 'payments', everyMs: dayMs, offsetMs: 130 * minuteMs, run: reconcilePayments },
  { name: 'reminders', everyMs: hourMs, offsetMs: 20 * minuteMs, run: enqueueReminders },
  {
    name: 'mails',
    everyMs: minuteMs,
    // Away from the full minute, at which most jobs of users fire.
    offsetMs: minuteMs / 2,
    run: ({ isStopping }) => sendPendingMails({ isOver: withinRun(isStopping) }),
  },
  { name: 'incidents', everyMs: minuteMs, offsetMs: minuteMs / 4, run: advanceIncidents },
  { name: 'pauses', everyMs: 5 * minuteMs, offsetMs: 2 * minuteMs, run: resumePaused },
  { name: 'events', everyMs: 10 * minuteMs, offsetMs: 7.5 * minuteMs, run: removeEvents },
  { name: 'channels', everyMs: 10 * minuteMs, offsetMs: 8.5 * minuteMs, run: removeChannels },
  { name: certificatesName, everyMs: hourMs, offsetMs: 15 * minuteMs, run: notifyCertificates },
  { name: 'reconcile', everyMs: hourMs, offsetMs: 25 * minuteMs, run: reconcileJobs },
  { name: 'orphans', everyMs: hourMs, offsetMs: 35 * minuteMs, run: cancelOrphans },
  {
    name: serviceDaysName,
    everyMs: 10 * minuteMs,
    offsetMs: 3.5 * minuteMs,
    run: ({ isStopping }) => countServiceDays({ isStopping: withinRun(isStopping) }),
  },
  {
    name: quarterHoursName,
    everyMs: 10 * minuteMs,
    // After most runs of the full minutes and quarter-hours have ended.
    offsetMs: 1.5 * minuteMs,
    run: ({ isStopping }) => countQuarterHours({ isStopping: withinRun(isStopping) }),
  },
  { name: reencryptName, everyMs: minuteMs, offsetMs: 0, run: reencrypt },
];

-- An account mail tells the owner of a channel that it was disabled.
ALTER TABLE "AccountMail" DROP CONSTRAINT "AccountMail_kind_known";
ALTER TABLE "AccountMail" ADD CONSTRAINT "AccountMail_kind_known"
  CHECK ("kind" IN ('welcome', 'trial_ending', 'payment_failed', 'events_disabled', 'channel_disabled', 'jobs_paused',
    'weekly_summary'));

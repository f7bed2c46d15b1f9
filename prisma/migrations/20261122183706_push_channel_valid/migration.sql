-- Notes are written and delivered while it reads them.
ALTER TABLE "Notification" VALIDATE CONSTRAINT "Notification_channel_known";

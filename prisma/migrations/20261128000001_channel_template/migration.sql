-- A webhook channel may have a body of its own, sealed like its settings.
ALTER TABLE "Channel" ADD COLUMN "template" TEXT;

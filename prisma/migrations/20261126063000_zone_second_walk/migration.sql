alter table "ZoneData" add column "walk" integer not null default 1;

-- A status notice becomes one row of its group. Older programs would write a row for each member, so they cannot serve on this schema.
CREATE TABLE "status_notices" (
	"id" bigint DEFAULT nextval('notices_id_seq') NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"number" integer NOT NULL,
	"group_id" text NOT NULL,
	"group_name" text NOT NULL,
	"user_id" text NOT NULL,
	"user_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "status_readings" (
	"user_id" text NOT NULL,
	"group_id" text NOT NULL,
	"number" integer NOT NULL,
	CONSTRAINT "status_readings_user_id_group_id_number_pk" PRIMARY KEY("user_id","group_id","number")
);
--> statement-breakpoint
-- Leaves room on each page for new versions of its rows. Then a toggle changes no index of these tables.
ALTER TABLE "groups" SET (fillfactor = 60);--> statement-breakpoint
ALTER TABLE "memberships" SET (fillfactor = 60);--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "notice_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "notices_after" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "read_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "own_since_read" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
INSERT INTO "status_notices" ("id", "created_at", "number", "group_id", "group_name", "user_id", "user_name")
SELECT n."id", n."created_at", row_number() OVER (PARTITION BY g."id" ORDER BY n."id"), g."id", n."related_group_name", n."related_user_id", n."related_user_name"
FROM "notices" n JOIN "groups" g ON g."id" = n."related_group_id"
WHERE n."type" = 'membership' AND n."action" = 'status' AND n."related_group_name" IS NOT NULL AND n."related_user_id" IS NOT NULL AND n."related_user_name" IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "status_notices" ADD CONSTRAINT "status_notices_group_id_id_pk" PRIMARY KEY("group_id","id");--> statement-breakpoint
UPDATE "groups" g SET "notice_count" = counted."count"
FROM (SELECT "group_id", count(*) FROM "status_notices" GROUP BY "group_id") counted WHERE g."id" = counted."group_id";
--> statement-breakpoint
-- The notifications of status notices whose group still exists, if the recipient is still a member.
CREATE TEMPORARY TABLE "received" ON COMMIT DROP AS
SELECT n."user_id", s."group_id", s."id", s."number", n."read"
FROM "notifications" n JOIN "status_notices" s ON s."id" = n."notice_id"
JOIN "memberships" m ON m."group_id" = s."group_id" AND m."user_id" = n."user_id";
--> statement-breakpoint
ANALYZE "received", "status_notices";--> statement-breakpoint
-- Sets `notices_after` to the newest notice from before the member joined that the member did not receive. Later notices without a
-- notification were read and deleted after 90 days. They count as read.
UPDATE "memberships" m SET "notices_after" = missed."id"
FROM (
	SELECT m."group_id", m."user_id", max(s."id") AS "id"
	FROM "memberships" m JOIN "status_notices" s ON s."group_id" = m."group_id" AND s."user_id" <> m."user_id" AND s."created_at" <= m."joined_at"
	LEFT JOIN "received" r ON r."user_id" = m."user_id" AND r."id" = s."id"
	WHERE r."id" IS NULL GROUP BY m."group_id", m."user_id"
) missed WHERE m."group_id" = missed."group_id" AND m."user_id" = missed."user_id";
--> statement-breakpoint
UPDATE "memberships" m SET "read_number" = g."notice_count" FROM "groups" g WHERE g."id" = m."group_id";--> statement-breakpoint
UPDATE "memberships" m SET "read_number" = unread."first" - 1
FROM (
	SELECT r."group_id", r."user_id", min(r."number") AS "first"
	FROM "received" r JOIN "memberships" m ON m."group_id" = r."group_id" AND m."user_id" = r."user_id"
	WHERE NOT r."read" AND r."id" > m."notices_after" GROUP BY r."group_id", r."user_id"
) unread WHERE m."group_id" = unread."group_id" AND m."user_id" = unread."user_id";
--> statement-breakpoint
INSERT INTO "status_readings" ("user_id", "group_id", "number")
SELECT m."user_id", m."group_id", s."number"
FROM "memberships" m JOIN "status_notices" s ON s."group_id" = m."group_id" AND s."user_id" <> m."user_id" AND s."number" > m."read_number"
LEFT JOIN "received" r ON r."user_id" = m."user_id" AND r."id" = s."id" AND NOT r."read"
WHERE r."id" IS NULL;
--> statement-breakpoint
UPDATE "memberships" m SET "own_since_read" = own."count"
FROM (
	SELECT s."group_id", s."user_id", count(*)
	FROM "status_notices" s JOIN "memberships" m ON m."group_id" = s."group_id" AND m."user_id" = s."user_id"
	WHERE s."number" > m."read_number" GROUP BY s."group_id", s."user_id"
) own WHERE m."group_id" = own."group_id" AND m."user_id" = own."user_id";
--> statement-breakpoint
-- Deletes the status notices that were moved, and those whose group no longer exists.
DELETE FROM "notices" n WHERE n."type" = 'membership' AND n."action" = 'status' AND n."related_group_id" IS NOT NULL
AND (NOT EXISTS (SELECT FROM "groups" g WHERE g."id" = n."related_group_id") OR n."id" IN (SELECT "id" FROM "status_notices"));
--> statement-breakpoint
CREATE TEMPORARY TABLE "kept" ON COMMIT DROP AS SELECT * FROM "notifications" WHERE "notice_id" IN (SELECT "id" FROM "notices");--> statement-breakpoint
TRUNCATE "notifications";--> statement-breakpoint
INSERT INTO "notifications" SELECT * FROM "kept";--> statement-breakpoint
ALTER TABLE "status_readings" ADD CONSTRAINT "status_readings_of_membership" FOREIGN KEY ("group_id","user_id") REFERENCES "public"."memberships"("group_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_of_notice" ON "notifications" USING btree ("notice_id");
--> statement-breakpoint
CREATE INDEX "notices_by_time" ON "notices" USING btree ("created_at");

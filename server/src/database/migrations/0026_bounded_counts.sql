-- The notices about each member are numbered. Older programs do not number them, so they cannot serve on this schema.
ALTER TABLE "follows" ADD COLUMN "read_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "board_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "notice_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "status_notices" ADD COLUMN "own_number" integer;--> statement-breakpoint
UPDATE "status_notices" s SET "own_number" = numbered."own_number"
FROM (
	SELECT "group_id", "id", row_number() OVER (PARTITION BY "group_id", "user_id" ORDER BY "number") AS "own_number" FROM "status_notices"
) numbered WHERE s."group_id" = numbered."group_id" AND s."id" = numbered."id";
--> statement-breakpoint
ALTER TABLE "status_notices" ALTER COLUMN "own_number" SET NOT NULL;--> statement-breakpoint
UPDATE "memberships" m SET "notice_count" = counted."count"
FROM (SELECT "group_id", "user_id", count(*) FROM "status_notices" GROUP BY "group_id", "user_id") counted
WHERE m."group_id" = counted."group_id" AND m."user_id" = counted."user_id";
--> statement-breakpoint
CREATE INDEX "status_notices_of_member" ON "status_notices" USING btree ("group_id","user_id","number");

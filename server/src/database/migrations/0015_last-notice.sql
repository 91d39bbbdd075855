-- Older programs would not keep this column current, so they cannot serve on this schema.
ALTER TABLE "groups" ADD COLUMN "last_notice_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "groups" g SET "last_notice_id" = newest."id"
FROM (SELECT "group_id", max("id") AS "id" FROM "status_notices" GROUP BY "group_id") newest WHERE g."id" = newest."group_id";

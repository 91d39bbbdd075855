ALTER TABLE "users" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
UPDATE "users" SET "language" = newest."language" FROM (
	SELECT DISTINCT ON ("user_id") "user_id", "language" FROM "devices" ORDER BY "user_id", "seen_at" DESC
) newest WHERE newest."user_id" = "users"."uid";--> statement-breakpoint
ALTER TABLE "devices" DROP COLUMN "language";--> statement-breakpoint
ALTER TABLE "hooks" DROP COLUMN "language";

-- Columns take names that say what they hold. Older programs cannot serve on this schema.
ALTER TABLE "hooks" RENAME COLUMN "told" TO "last_sent";--> statement-breakpoint
ALTER TABLE "groups" RENAME COLUMN "coverage_told" TO "coverage_alerted";--> statement-breakpoint
ALTER TABLE "groups" RENAME COLUMN "short_told_at" TO "short_alerted_at";--> statement-breakpoint
ALTER TABLE "groups" RENAME COLUMN "enough_told_at" TO "enough_alerted_at";

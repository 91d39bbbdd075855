ALTER TABLE "memberships" ADD COLUMN "changes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "changes_since" timestamp (3) with time zone;
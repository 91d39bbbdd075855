CREATE TABLE "prompts" (
	"group_id" text NOT NULL,
	"user_id" text NOT NULL,
	"prompt" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "prompts_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
DROP INDEX "watch_notices_by_time";--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "needed" integer;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "covered" integer;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "coverage_told" text;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "short_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "enough_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "coverage_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "asking_interval" integer;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "available_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "usual_end" integer;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "availability_notice_id" bigint;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "asking_interval" integer;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "ends_unanswered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "coverage_alerts" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "needed" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "reminds_of_ends" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "prompts" ADD CONSTRAINT "prompts_of_membership" FOREIGN KEY ("group_id","user_id") REFERENCES "public"."memberships"("group_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "prompts_by_due" ON "prompts" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "groups_with_needed" ON "groups" USING btree ("id") WHERE needed is not null;--> statement-breakpoint
CREATE INDEX "memberships_by_due" ON "memberships" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "availability_notices_by_time" ON "notices" USING btree ("created_at") WHERE action in ('awaited', 'reached', 'short', 'enough');--> statement-breakpoint
CREATE INDEX "coverage_notices" ON "notices" USING btree ("related_group_id","id") WHERE action in ('short', 'enough');
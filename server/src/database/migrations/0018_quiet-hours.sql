ALTER TABLE "users" ADD COLUMN "quiet_hours" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "muted_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "hides_names" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "users_by_mute" ON "users" USING btree ("muted_until") WHERE muted_until is not null;
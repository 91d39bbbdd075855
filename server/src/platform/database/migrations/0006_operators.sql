ALTER TABLE "site" ADD COLUMN "claimable_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "last_backup_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_operator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "absent_since" date;--> statement-breakpoint
CREATE INDEX "users_operators" ON "users" USING btree ("uid") WHERE is_operator;--> statement-breakpoint
CREATE INDEX "users_by_time" ON "users" USING btree ("created_at","uid");
CREATE TABLE "watches" (
	"id" text PRIMARY KEY NOT NULL,
	"group_id" text NOT NULL,
	"user_id" text NOT NULL,
	"member_id" text,
	"needed" integer,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "watches_one_purpose" CHECK (("watches"."member_id" is null) <> ("watches"."needed" is null)),
	CONSTRAINT "watches_of_others" CHECK ("watches"."user_id" <> "watches"."member_id")
);
--> statement-breakpoint
-- An earlier migration of the same transaction may have changed groups, whose deferred foreign key is then still to be checked.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "watched" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_of_membership" FOREIGN KEY ("group_id","user_id") REFERENCES "public"."memberships"("group_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_only_members" FOREIGN KEY ("group_id","member_id") REFERENCES "public"."memberships"("group_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watches_of_group" ON "watches" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "watches_of_user" ON "watches" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "watches_by_end" ON "watches" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "watch_notices_by_time" ON "notices" USING btree ("created_at") WHERE action in ('awaited', 'reached');
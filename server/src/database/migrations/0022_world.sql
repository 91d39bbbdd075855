CREATE TABLE "boards" (
	"id" text PRIMARY KEY NOT NULL,
	"group_id" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"shows_names" boolean NOT NULL,
	"frame_origins" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_seen_on" date
);
--> statement-breakpoint
CREATE TABLE "hook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hook_id" text NOT NULL,
	"topic" text NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hooks" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"group_id" text,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"host" text NOT NULL,
	"target" "bytea" NOT NULL,
	"language" text NOT NULL,
	"time_zone" text NOT NULL,
	"tells_notifications" boolean DEFAULT false NOT NULL,
	"tells_own_status" boolean DEFAULT false NOT NULL,
	"tells_names" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"told" jsonb NOT NULL,
	"outcomes" jsonb NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"off_at" timestamp (3) with time zone,
	"busy_until" timestamp (3) with time zone,
	CONSTRAINT "hooks_one_owner" CHECK (("hooks"."user_id" is null) <> ("hooks"."group_id" is null))
);
--> statement-breakpoint
CREATE TABLE "keys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"name" text NOT NULL,
	"may_switch" boolean NOT NULL,
	"group_ids" text[],
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_on" date,
	"last_four" text NOT NULL,
	"warned_days" integer,
	CONSTRAINT "keys_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "shown_outside" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "boards" ADD CONSTRAINT "boards_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hook_deliveries" ADD CONSTRAINT "hook_deliveries_hook_id_hooks_id_fk" FOREIGN KEY ("hook_id") REFERENCES "public"."hooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hooks" ADD CONSTRAINT "hooks_user_id_users_uid_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hooks" ADD CONSTRAINT "hooks_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_user_id_users_uid_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "boards_of_group" ON "boards" USING btree ("group_id","created_at");--> statement-breakpoint
CREATE INDEX "boards_by_expiry" ON "boards" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_delivery_of_topic" ON "hook_deliveries" USING btree ("hook_id","topic");--> statement-breakpoint
CREATE INDEX "hook_deliveries_due" ON "hook_deliveries" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "hooks_of_user" ON "hooks" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "hooks_of_group" ON "hooks" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "keys_of_user" ON "keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "keys_by_expiry" ON "keys" USING btree ("expires_at") WHERE expires_at is not null;
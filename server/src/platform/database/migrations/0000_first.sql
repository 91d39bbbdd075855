CREATE TABLE "action_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blocked_inviters" (
	"user_id" text NOT NULL,
	"inviter_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "blocked_inviters_user_id_inviter_id_pk" PRIMARY KEY("user_id","inviter_id")
);
--> statement-breakpoint
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
CREATE TABLE "devices" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"session_hash" "bytea" NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"name" text NOT NULL,
	"language" text NOT NULL,
	"time_zone" text,
	"confirmation_hash" "bytea" NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"warned_at" timestamp (3) with time zone,
	"rung_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "devices_session_hash_unique" UNIQUE("session_hash")
);
--> statement-breakpoint
CREATE TABLE "email_blocks" (
	"address_hash" "bytea" PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"group_id" text NOT NULL,
	"user_id" text NOT NULL,
	"member_id" text NOT NULL,
	"read_number" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "follows_group_id_user_id_member_id_pk" PRIMARY KEY("group_id","user_id","member_id"),
	CONSTRAINT "follows_of_others" CHECK ("follows"."user_id" <> "follows"."member_id")
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"created_by" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"notice_count" integer DEFAULT 0 NOT NULL,
	"last_notice_id" bigint DEFAULT 0 NOT NULL,
	"watched" boolean DEFAULT false NOT NULL,
	"needed" integer,
	"covered" integer,
	"coverage_alerted" text,
	"short_alerted_at" timestamp (3) with time zone,
	"enough_alerted_at" timestamp (3) with time zone,
	"coverage_due_at" timestamp (3) with time zone,
	"board_version" integer DEFAULT 0 NOT NULL,
	"asking_interval" integer
);
--> statement-breakpoint
CREATE TABLE "hook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hook_id" text NOT NULL,
	"topic" text NOT NULL,
	"message_id" text DEFAULT gen_random_uuid() NOT NULL,
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
	"last_sent" jsonb NOT NULL,
	"outcomes" jsonb NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"off_at" timestamp (3) with time zone,
	"busy_until" timestamp (3) with time zone,
	CONSTRAINT "hooks_one_owner" CHECK (("hooks"."user_id" is null) <> ("hooks"."group_id" is null))
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"linked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"group_id" text NOT NULL,
	"email" text NOT NULL,
	"invited_by" text,
	"message" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"resent_at" timestamp (3) with time zone,
	"invite_link_id" text
);
--> statement-breakpoint
CREATE TABLE "invite_links" (
	"id" text PRIMARY KEY NOT NULL,
	"group_id" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"max_uses" integer NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"needs_approval" boolean NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "invite_links_within_uses" CHECK ("invite_links"."uses" <= "invite_links"."max_uses")
);
--> statement-breakpoint
CREATE TABLE "join_requests" (
	"group_id" text NOT NULL,
	"user_id" text NOT NULL,
	"invite_link_id" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "join_requests_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
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
CREATE TABLE "memberships" (
	"group_id" text NOT NULL,
	"user_id" text NOT NULL,
	"status" boolean NOT NULL,
	"last_updated" timestamp (3) with time zone NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"group_offered_at" timestamp (3) with time zone,
	"changes" integer DEFAULT 0 NOT NULL,
	"changes_since" timestamp (3) with time zone,
	"notices_after" bigint DEFAULT 0 NOT NULL,
	"read_number" integer DEFAULT 0 NOT NULL,
	"own_since_read" integer DEFAULT 0 NOT NULL,
	"notice_count" integer DEFAULT 0 NOT NULL,
	"rings" text DEFAULT 'all' NOT NULL,
	"available_until" timestamp (3) with time zone,
	"note" text,
	"usual_end" integer,
	"availability_notice_id" bigint,
	"asked_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	"asking_interval" integer,
	"ends_unanswered" boolean DEFAULT false NOT NULL,
	"due_at" timestamp (3) with time zone,
	"coverage_alerts" text,
	"shown_outside" boolean DEFAULT false NOT NULL,
	CONSTRAINT "memberships_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"action" text NOT NULL,
	"message" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"related_group_id" text,
	"related_group_name" text,
	"related_user_id" text,
	"related_user_name" text,
	"recipient_role" text,
	"count" integer,
	"needed" integer
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"notice_id" bigint NOT NULL,
	"user_id" text NOT NULL,
	"read" boolean DEFAULT false NOT NULL,
	CONSTRAINT "notifications_user_id_read_notice_id_pk" PRIMARY KEY("user_id","read","notice_id")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"inviter_id" text,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_on" date,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "prompts" (
	"group_id" text NOT NULL,
	"user_id" text NOT NULL,
	"prompt" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "prompts_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "pushes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pushes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" text NOT NULL,
	"topic" text NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "removed_members" (
	"group_id" text NOT NULL,
	"user_id" text NOT NULL,
	"removed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "removed_members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "ring_cursors" (
	"group_id" text PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"recent" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"browser" text,
	"confirmed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_up_codes" (
	"sign_up_id" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_up_codes_sign_up_id_purpose_pk" PRIMARY KEY("sign_up_id","purpose"),
	CONSTRAINT "sign_up_codes_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_ups" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"display_name" text NOT NULL,
	"password_hash" text,
	"browser_hash" "bytea" NOT NULL,
	"invite_link_id" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"secret_fingerprint" "bytea" NOT NULL,
	"oldest_schema" text NOT NULL,
	"push_key" "bytea",
	CONSTRAINT "one_site" CHECK ("site"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "status_notices" (
	"id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"number" integer NOT NULL,
	"own_number" integer NOT NULL,
	"group_id" text NOT NULL,
	"group_name" text NOT NULL,
	"user_id" text NOT NULL,
	"user_name" text NOT NULL,
	CONSTRAINT "status_notices_group_id_id_pk" PRIMARY KEY("group_id","id")
);
--> statement-breakpoint
CREATE TABLE "status_readings" (
	"user_id" text NOT NULL,
	"group_id" text NOT NULL,
	"number" integer NOT NULL,
	CONSTRAINT "status_readings_user_id_group_id_number_pk" PRIMARY KEY("user_id","group_id","number")
);
--> statement-breakpoint
CREATE TABLE "user_versions" (
	"user_id" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"uid" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"display_name" text NOT NULL,
	"password_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"quiet_hours" jsonb,
	"muted_until" timestamp (3) with time zone,
	"hides_names" boolean DEFAULT false NOT NULL,
	"reminds_of_ends" boolean DEFAULT true NOT NULL,
	"blocks_invitations" boolean DEFAULT false NOT NULL,
	"has_signed_in" boolean DEFAULT false NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_email_lower_case" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
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
ALTER TABLE "action_codes" ADD CONSTRAINT "action_codes_user_id_users_uid_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_inviters" ADD CONSTRAINT "blocked_inviters_user_id_users_uid_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_inviters" ADD CONSTRAINT "blocked_inviters_inviter_id_users_uid_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boards" ADD CONSTRAINT "boards_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_uid_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_session_hash_sessions_token_hash_fk" FOREIGN KEY ("session_hash") REFERENCES "public"."sessions"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_of_membership" FOREIGN KEY ("group_id","user_id") REFERENCES "public"."memberships"("group_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_only_members" FOREIGN KEY ("group_id","member_id") REFERENCES "public"."memberships"("group_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_creator_is_member" FOREIGN KEY ("id","created_by") REFERENCES "public"."memberships"("group_id","user_id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "hook_deliveries" ADD CONSTRAINT "hook_deliveries_hook_id_hooks_id_fk" FOREIGN KEY ("hook_id") REFERENCES "public"."hooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hooks" ADD CONSTRAINT "hooks_user_id_users_uid_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hooks" ADD CONSTRAINT "hooks_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_uid_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_uid_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("uid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invite_link_id_invite_links_id_fk" FOREIGN KEY ("invite_link_id") REFERENCES "public"."invite_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite_links" ADD CONSTRAINT "invite_links_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_requests" ADD CONSTRAINT "join_requests_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_requests" ADD CONSTRAINT "join_requests_user_id_users_uid_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_requests" ADD CONSTRAINT "join_requests_invite_link_id_invite_links_id_fk" FOREIGN KEY ("invite_link_id") REFERENCES "public"."invite_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_user_id_users_uid_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_uid_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_of_group" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_uid_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompts" ADD CONSTRAINT "prompts_of_membership" FOREIGN KEY ("group_id","user_id") REFERENCES "public"."memberships"("group_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_members" ADD CONSTRAINT "removed_members_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_members" ADD CONSTRAINT "removed_members_user_id_users_uid_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ring_cursors" ADD CONSTRAINT "ring_cursors_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_uid_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_up_codes" ADD CONSTRAINT "sign_up_codes_sign_up_id_sign_ups_id_fk" FOREIGN KEY ("sign_up_id") REFERENCES "public"."sign_ups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_readings" ADD CONSTRAINT "status_readings_of_membership" FOREIGN KEY ("group_id","user_id") REFERENCES "public"."memberships"("group_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_of_membership" FOREIGN KEY ("group_id","user_id") REFERENCES "public"."memberships"("group_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_only_members" FOREIGN KEY ("group_id","member_id") REFERENCES "public"."memberships"("group_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Leaves room on each page for new versions of its rows. Then a toggle changes no index of these tables.
ALTER TABLE "groups" SET (fillfactor = 60);--> statement-breakpoint
ALTER TABLE "memberships" SET (fillfactor = 60);--> statement-breakpoint
CREATE INDEX "action_codes_of_user" ON "action_codes" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "action_codes_by_expiry" ON "action_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "attempts_by_end" ON "attempts" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "blocked_inviters_of_inviter" ON "blocked_inviters" USING btree ("inviter_id");--> statement-breakpoint
CREATE INDEX "boards_of_group" ON "boards" USING btree ("group_id","created_at");--> statement-breakpoint
CREATE INDEX "boards_by_expiry" ON "boards" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_device_of_endpoint" ON "devices" USING btree ("endpoint") WHERE confirmed_at is not null;--> statement-breakpoint
CREATE INDEX "devices_of_user" ON "devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "devices_by_seen" ON "devices" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "follows_of_member" ON "follows" USING btree ("group_id","member_id");--> statement-breakpoint
CREATE INDEX "groups_of_creator" ON "groups" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "groups_with_needed" ON "groups" USING btree ("id") WHERE needed is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_delivery_of_topic" ON "hook_deliveries" USING btree ("hook_id","topic");--> statement-breakpoint
CREATE INDEX "hook_deliveries_due" ON "hook_deliveries" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "hooks_of_user" ON "hooks" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "hooks_of_group" ON "hooks" USING btree ("group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_identity_of_user" ON "identities" USING btree ("user_id","issuer");--> statement-breakpoint
CREATE UNIQUE INDEX "one_pending_invitation" ON "invitations" USING btree ("group_id","email") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "invitations_of_email" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "pending_invitations_by_expiry" ON "invitations" USING btree ("expires_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "invitations_of_group" ON "invitations" USING btree ("group_id","email");--> statement-breakpoint
CREATE INDEX "invitations_of_inviter" ON "invitations" USING btree ("invited_by","created_at");--> statement-breakpoint
CREATE INDEX "invitations_of_link" ON "invitations" USING btree ("invite_link_id") WHERE invite_link_id is not null;--> statement-breakpoint
CREATE INDEX "invite_links_of_group" ON "invite_links" USING btree ("group_id","created_at");--> statement-breakpoint
CREATE INDEX "invite_links_by_expiry" ON "invite_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "join_requests_of_user" ON "join_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "join_requests_of_link" ON "join_requests" USING btree ("invite_link_id");--> statement-breakpoint
CREATE INDEX "join_requests_by_time" ON "join_requests" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "keys_of_user" ON "keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "keys_by_expiry" ON "keys" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX "memberships_of_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "memberships_by_due" ON "memberships" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_offer" ON "memberships" USING btree ("group_id") WHERE group_offered_at is not null;--> statement-breakpoint
CREATE INDEX "notices_by_time" ON "notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "availability_notices_by_time" ON "notices" USING btree ("created_at") WHERE action in ('awaited', 'reached', 'short', 'enough');--> statement-breakpoint
CREATE INDEX "coverage_notices" ON "notices" USING btree ("related_group_id","id") WHERE action in ('short', 'enough');--> statement-breakpoint
CREATE INDEX "notifications_of_notice" ON "notifications" USING btree ("notice_id");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("next_attempt_at") WHERE sent_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX "outbox_by_time" ON "outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "passkeys_of_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "prompts_by_due" ON "prompts" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_push_of_topic" ON "pushes" USING btree ("device_id","topic");--> statement-breakpoint
CREATE INDEX "pushes_due" ON "pushes" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "removed_members_of_user" ON "removed_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "removed_members_by_time" ON "removed_members" USING btree ("removed_at");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_ups_of_email" ON "sign_ups" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "sign_ups_by_time" ON "sign_ups" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "status_notices_of_member" ON "status_notices" USING btree ("group_id","user_id","number");--> statement-breakpoint
CREATE INDEX "users_by_mute" ON "users" USING btree ("muted_until") WHERE muted_until is not null;--> statement-breakpoint
CREATE INDEX "watches_of_group" ON "watches" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "watches_of_user" ON "watches" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "watches_by_end" ON "watches" USING btree ("ends_at");

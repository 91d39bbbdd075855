-- Tables and columns take the names that the specification gives them. Older programs cannot serve on this schema.
ALTER TABLE "users" RENAME COLUMN "id" TO "uid";--> statement-breakpoint
ALTER TABLE "groups" RENAME COLUMN "created_at" TO "created";--> statement-breakpoint
ALTER TABLE "memberships" RENAME COLUMN "available" TO "status";--> statement-breakpoint
ALTER TABLE "memberships" RENAME COLUMN "available_since" TO "last_updated";--> statement-breakpoint
ALTER TABLE "letters" RENAME TO "outbox";--> statement-breakpoint
ALTER INDEX "letters_pkey" RENAME TO "outbox_pkey";--> statement-breakpoint
ALTER INDEX "letters_due" RENAME TO "outbox_due";--> statement-breakpoint
ALTER INDEX "letters_by_time" RENAME TO "outbox_by_time";--> statement-breakpoint
ALTER TABLE "action_codes" RENAME CONSTRAINT "action_codes_user_id_users_id_fk" TO "action_codes_user_id_users_uid_fk";--> statement-breakpoint
ALTER TABLE "invitations" RENAME CONSTRAINT "invitations_invited_by_users_id_fk" TO "invitations_invited_by_users_uid_fk";--> statement-breakpoint
ALTER TABLE "memberships" RENAME CONSTRAINT "memberships_user_id_users_id_fk" TO "memberships_user_id_users_uid_fk";--> statement-breakpoint
ALTER TABLE "sessions" RENAME CONSTRAINT "sessions_user_id_users_id_fk" TO "sessions_user_id_users_uid_fk";

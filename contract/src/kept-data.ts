/** An entry of the page /privacy. The keys of `columns` are tables. `days` is the number of days in the text of the entry. */
type KeptData = { columns: Record<string, readonly string[]>; days?: number }

/** Everything that the database keeps. A test checks that each column has an entry. */
export const keptData = {
  availability: { columns: { memberships: ['group_id', 'user_id', 'status', 'last_updated'] } },
  statusNotices: {
    columns: {
      status_notices: [
        'id',
        'created_at',
        'number',
        'own_number',
        'group_id',
        'group_name',
        'user_id',
        'user_name',
      ],
    },
    days: 7,
  },
  endsAndNotes: {
    columns: { memberships: ['available_until', 'note', 'usual_end', 'availability_notice_id', 'due_at'] },
  },
  changesInMinute: { columns: { memberships: ['changes', 'changes_since'] } },
  memberships: { columns: { memberships: ['joined_at', 'group_offered_at'] } },
  account: {
    columns: {
      users: [
        'uid',
        'email',
        'display_name',
        'created_at',
        'email_verified_at',
        'disabled_at',
        'has_signed_in',
      ],
    },
  },
  password: { columns: { users: ['password_hash'] } },
  signUps: {
    columns: {
      sign_ups: [
        'id',
        'email',
        'display_name',
        'password_hash',
        'browser_hash',
        'invite_link_id',
        'created_at',
      ],
      sign_up_codes: ['sign_up_id', 'purpose', 'code_hash', 'expires_at'],
    },
    days: 14,
  },
  sessions: {
    columns: {
      sessions: ['token_hash', 'user_id', 'created_at', 'expires_at', 'browser', 'confirmed_at'],
    },
    days: 30,
  },
  passkeys: {
    columns: {
      passkeys: [
        'id',
        'user_id',
        'credential_id',
        'public_key',
        'counter',
        'transports',
        'name',
        'created_at',
        'last_used_on',
      ],
    },
  },
  identities: { columns: { identities: ['issuer', 'subject', 'user_id', 'linked_at'] } },
  links: {
    columns: {
      action_codes: ['code_hash', 'purpose', 'user_id', 'created_at', 'expires_at', 'used_at', 'ended_at'],
    },
    days: 30,
  },
  groups: { columns: { groups: ['id', 'name', 'description', 'created_by', 'created'] } },
  invitations: {
    columns: {
      invitations: [
        'id',
        'group_id',
        'email',
        'invited_by',
        'message',
        'status',
        'created_at',
        'updated_at',
        'expires_at',
        'resent_at',
        'invite_link_id',
      ],
    },
  },
  inviteLinks: {
    columns: {
      invite_links: [
        'id',
        'group_id',
        'secret_hash',
        'created_at',
        'expires_at',
        'max_uses',
        'uses',
        'needs_approval',
        'revoked_at',
      ],
      join_requests: ['group_id', 'user_id', 'invite_link_id', 'asked_at'],
    },
    days: 30,
  },
  removedMembers: { columns: { removed_members: ['group_id', 'user_id', 'removed_at'] }, days: 60 },
  blockedInviters: {
    columns: {
      blocked_inviters: ['user_id', 'inviter_id', 'created_at'],
      users: ['blocks_invitations'],
    },
  },
  emailBlocks: { columns: { email_blocks: ['address_hash', 'created_at'] } },
  notifications: {
    columns: {
      notices: [
        'id',
        'type',
        'action',
        'message',
        'created_at',
        'related_group_id',
        'related_group_name',
        'related_user_id',
        'related_user_name',
        'recipient_role',
        'count',
      ],
      notifications: ['notice_id', 'user_id', 'read'],
    },
    days: 90,
  },
  reading: {
    columns: {
      memberships: ['notices_after', 'read_number', 'own_since_read', 'notice_count'],
      status_readings: ['user_id', 'group_id', 'number'],
    },
  },
  ringing: {
    columns: { memberships: ['rings'], follows: ['group_id', 'user_id', 'member_id', 'read_number'] },
  },
  ringingSettings: {
    columns: { users: ['quiet_hours', 'muted_until', 'hides_names', 'reminds_of_ends'] },
    days: 1,
  },
  watches: {
    columns: {
      watches: ['id', 'group_id', 'user_id', 'member_id', 'needed', 'ends_at'],
      groups: ['watched'],
    },
    days: 1,
  },
  questions: {
    columns: {
      memberships: ['asked_at', 'confirmed_at', 'asking_interval', 'ends_unanswered'],
      groups: ['asking_interval'],
      prompts: ['group_id', 'user_id', 'prompt', 'due_at'],
    },
  },
  coverage: {
    columns: {
      groups: [
        'needed',
        'covered',
        'coverage_alerted',
        'short_alerted_at',
        'enough_alerted_at',
        'coverage_due_at',
      ],
      memberships: ['coverage_alerts'],
      notices: ['needed'],
    },
    days: 7,
  },
  devices: {
    columns: {
      devices: [
        'id',
        'user_id',
        'session_hash',
        'endpoint',
        'p256dh',
        'auth',
        'name',
        'language',
        'time_zone',
        'confirmation_hash',
        'confirmed_at',
        'created_at',
        'seen_at',
        'warned_at',
        'rung_at',
        'failures',
      ],
    },
    days: 60,
  },
  pushes: {
    columns: {
      pushes: [
        'id',
        'device_id',
        'topic',
        'content',
        'created_at',
        'expires_at',
        'next_attempt_at',
        'attempts',
      ],
      ring_cursors: ['group_id', 'number', 'recent'],
    },
    days: 1,
  },
  keys: {
    columns: {
      keys: [
        'id',
        'user_id',
        'token_hash',
        'name',
        'may_switch',
        'group_ids',
        'created_at',
        'expires_at',
        'last_used_on',
        'last_four',
        'warned_days',
      ],
    },
  },
  hooks: {
    columns: {
      hooks: [
        'id',
        'user_id',
        'group_id',
        'name',
        'kind',
        'host',
        'target',
        'language',
        'time_zone',
        'tells_notifications',
        'tells_own_status',
        'tells_names',
        'created_at',
        'last_sent',
        'outcomes',
        'failing_since',
        'off_at',
        'busy_until',
      ],
      hook_deliveries: [
        'id',
        'hook_id',
        'topic',
        'message_id',
        'content',
        'created_at',
        'expires_at',
        'next_attempt_at',
        'attempts',
      ],
    },
  },
  boards: {
    columns: {
      boards: [
        'id',
        'group_id',
        'secret_hash',
        'shows_names',
        'frame_origins',
        'created_at',
        'expires_at',
        'last_seen_on',
      ],
      memberships: ['shown_outside'],
    },
  },
  emails: {
    columns: {
      outbox: [
        'id',
        'kind',
        'to_address',
        'inviter_id',
        'subject',
        'text',
        'html',
        'created_at',
        'attempts',
        'next_attempt_at',
        'sent_at',
        'failed_at',
        'last_error',
      ],
    },
    days: 30,
  },
  attempts: { columns: { attempts: ['key', 'count', 'ends_at'] }, days: 1 },
  counters: {
    columns: {
      user_versions: ['user_id', 'version'],
      groups: ['version', 'board_version', 'notice_count', 'last_notice_id'],
    },
  },
  site: { columns: { site: ['id', 'secret_fingerprint', 'oldest_schema', 'push_key'] } },
} as const satisfies Record<string, KeptData>

export const keptElsewhere = ['log', 'metrics', 'backups', 'browser', 'mailServers', 'pushServices'] as const

export type KeptName = keyof typeof keptData | (typeof keptElsewhere)[number]

import { readFileSync } from 'node:fs'
import { keptDays, type StoredName } from '@grouplight/contract/kept-data.ts'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import * as schema from './schema.ts'

const columns = Object.values(schema)
  .filter(table => is(table, PgTable))
  .flatMap(table => Object.values(getTableColumns(table)).map(({ name }) => `${getTableName(table)}.${name}`))

/** The columns of each entry of the page /privacy, by table. */
const keptColumns: Record<StoredName, Record<string, string>> = {
  availability: { memberships: 'group_id user_id status last_updated' },
  statusNotices: { status_notices: 'id created_at number own_number group_id group_name user_id user_name' },
  endsAndNotes: { memberships: 'available_until note' },
  account: {
    users:
      'uid email display_name language created_at email_verified_at disabled_at has_signed_in is_operator absent_since password_hash',
  },
  signUps: {
    sign_ups: 'id email display_name password_hash browser_hash invite_link_id created_at',
    sign_up_codes: 'sign_up_id purpose code_hash expires_at',
  },
  sessions: { sessions: 'token_hash user_id created_at expires_at browser confirmed_at' },
  passkeys: {
    passkeys: 'id user_id credential_id public_key counter transports name created_at last_used_on',
    identities: 'issuer subject user_id linked_at',
  },
  links: { action_codes: 'code_hash purpose user_id created_at expires_at used_at ended_at' },
  groups: {
    groups: 'id name description created_by created without_admin_since creator_seen_on',
    memberships: 'joined_at group_offered_at deputy_since take_over_asked_at',
  },
  invitations: {
    invitations:
      'id group_id email invited_by message status created_at updated_at expires_at resent_at invite_link_id',
  },
  inviteLinks: {
    invite_links: 'id group_id secret_hash created_at expires_at max_uses uses needs_approval revoked_at',
    join_requests: 'group_id user_id invite_link_id asked_at',
  },
  removedMembers: { removed_members: 'group_id user_id removed_at' },
  blocks: {
    blocked_inviters: 'user_id inviter_id created_at',
    users: 'blocks_invitations',
    email_blocks: 'address_hash created_at',
  },
  notifications: {
    notices:
      'id type action message created_at related_group_id related_group_name related_user_id related_user_name recipient_role count',
    notifications: 'notice_id user_id read',
    memberships: 'notices_after read_number own_since_read notice_count',
    status_readings: 'user_id group_id number',
  },
  ringing: { memberships: 'rings ignores_members', follows: 'group_id user_id member_id read_number' },
  ringingSettings: { users: 'quiet_hours muted_until hides_names reminds_of_ends' },
  watches: { watches: 'id group_id user_id member_id needed ends_at', groups: 'watched' },
  calls: {
    calls:
      'id group_id asker_id text everybody needed opened_at ends_at closed_at outcome rung_at rings unmailed',
    call_answers: 'call_id user_id can words',
    called: 'call_id user_id',
    notices: 'call_id call_text call_names',
    groups: 'askers uncalled_at',
    memberships: 'ignores_calls',
    users: 'mails_calls',
  },
  routine: {
    memberships:
      'usual_end asked_at confirmed_at asking_interval ends_unanswered availability_notice_id due_at',
    groups: 'asking_interval',
    prompts: 'group_id user_id prompt due_at',
  },
  coverage: {
    groups: 'needed covered coverage_alerted short_alerted_at enough_alerted_at coverage_due_at',
    memberships: 'coverage_alerts',
    notices: 'needed',
  },
  devices: {
    devices:
      'id user_id session_hash endpoint p256dh auth name time_zone confirmation_hash confirmed_at created_at seen_at warned_at rung_at failures',
    pushes: 'id device_id topic content created_at expires_at next_attempt_at attempts',
    ring_cursors: 'group_id number recent',
  },
  keys: {
    keys: 'id user_id token_hash name may_switch may_ask group_ids created_at expires_at last_used_on last_four warned_days',
  },
  hooks: {
    hooks:
      'id user_id group_id name kind host target time_zone tells_notifications tells_own_status tells_names tells_call_texts created_at last_sent outcomes failing_since off_at busy_until',
    hook_deliveries: 'id hook_id topic message_id content created_at expires_at next_attempt_at attempts',
  },
  boards: {
    boards:
      'id group_id secret_hash shows_names shows_calls frame_origins created_at expires_at last_seen_on',
    board_codes: 'code_hash board_id secret_hash expires_at',
    memberships: 'shown_outside',
  },
  emails: {
    outbox:
      'id kind to_address inviter_id subject text html created_at attempts next_attempt_at sent_at failed_at last_error',
  },
  attempts: { attempts: 'key count ends_at', memberships: 'changes changes_since' },
  counters: {
    groups: 'version board_version notice_count last_notice_id',
    site: 'id secret_fingerprint oldest_schema push_key settings update_look claimable_until last_backup_at',
  },
}

const listed = Object.values(keptColumns).flatMap(tables =>
  Object.entries(tables).flatMap(([table, names]) => names.split(' ').map(name => `${table}.${name}`)),
)

describe('the list of kept data on the page /privacy', () => {
  test('contains every column of the schema', () => {
    expect(
      columns.filter(column => !listed.includes(column)),
      'Add these columns to an entry of `keptColumns`, and say in locales/*/privacy.json who sees them and how long.',
    ).toEqual([])
  })

  test('contains only columns of the schema, and each column once', () => {
    expect(listed.filter((column, at) => !columns.includes(column) || listed.indexOf(column) !== at)).toEqual(
      [],
    )
  })

  test.each([
    ['statusNotices', 'features/notification/retention.ts', 'statusNoticeKeptMs'],
    ['coverage', 'features/notification/retention.ts', 'statusNoticeKeptMs'],
    ['notifications', 'features/notification/retention.ts', 'readKeptMs'],
    ['signUps', 'features/account/sign-ups.ts', 'signUpLifeMs'],
    ['sessions', 'features/account/sessions.ts', 'sessionLifeMs'],
    ['links', 'features/account/action-codes.ts', 'expiredCodeKeptMs'],
    ['devices', 'features/ringing/retention.ts', 'unseenKeptMs'],
    ['ringingSettings', 'features/ringing/retention.ts', 'mutedKeptMs'],
    ['emails', 'platform/mail/retention.ts', 'endedEmailKeptMs'],
    ['inviteLinks', 'features/invitation/link/retention.ts', 'endedLinkKeptMs'],
    ['removedMembers', 'features/group/retention.ts', 'removalKeptMs'],
  ] as const)('has for %s the number of days that %s sets', (name, file, constant) => {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    expect(source).toContain(`const ${constant} = ${keptDays[name]} * dayMs`)
  })
})

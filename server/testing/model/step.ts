import type { Askers } from '@grouplight/contract/call.ts'
import type { askingIntervals } from '@grouplight/contract/question.ts'
import type { CoverageAlerts, RingingRule } from '@grouplight/contract/ringing.ts'

/** One action with all its ids. `as`, `device` and `at` are the indexes of a user, a device and a node. */
export type Step = { as: number; device: number; at: number } & Action

type Action =
  | { action: 'create'; name: string }
  | { action: 'rename group'; groupId: string; name: string }
  | { action: 'invite'; groupId: string; emails: string[] }
  | { action: 'accept' | 'decline'; invitationId: string }
  | { action: 'cancel' | 'resend'; groupId: string; invitationId: string }
  | { action: 'toggle'; groupId: string; userId: string; status: boolean; details: StepDetails }
  | { action: 'toggle in groups'; groupIds?: string[]; status: boolean; details: StepDetails }
  | { action: 'set usual end'; groupId: string; minutes: number | null }
  | { action: 'leave' | 'delete' | 'withdraw' | 'take over' | 'refuse'; groupId: string }
  | { action: 'offer' | 'remove' | 'make deputy' | 'end deputy'; groupId: string; memberId: string }
  | { action: 'set rule'; groupId: string; rule: RingingRule }
  | { action: 'set needed'; groupId: string; needed: number | null }
  | { action: 'choose alerts'; groupId: string; coverage: CoverageAlerts }
  | { action: 'follow' | 'unfollow'; groupId: string; memberId: string }
  | { action: 'set asking interval'; groupId: string; minutes: Minutes | null }
  | { action: 'set own interval'; groupId: string; minutes: Minutes | null; endsUnanswered: boolean }
  | { action: 'confirm'; groupId: string }
  | { action: 'allow asking'; groupId: string; askers: Askers | null }
  | { action: 'ask'; groupId: string; everybody: boolean; needed: number | null }
  | { action: 'answer'; callId: string; can: boolean | null }
  | { action: 'withdraw call'; callId: string }
  | { action: 'rename'; name: string }
  | { action: 'read'; id: number }
  | { action: 'read all'; upTo: number }
  | { action: 'sign out' }
  | { action: 'sign in' }
  | { action: 'reopen' }
  | { action: 'wait'; ms: number }

/** If a step makes a member Available and sets neither `forMinutes` nor `until: null`, the usual end applies. */
export type StepDetails = { forMinutes?: number; until?: null; note?: string }

type Minutes = (typeof askingIntervals)[number]

export type Answer = { status: number; body: unknown }

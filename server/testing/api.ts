import * as account from '@grouplight/contract/account.ts'
import * as accountExport from '@grouplight/contract/account-export.ts'
import * as call from '@grouplight/contract/ask-around.ts'
import * as availability from '@grouplight/contract/availability.ts'
import * as board from '@grouplight/contract/board.ts'
import * as dashboard from '@grouplight/contract/dashboard.ts'
import * as device from '@grouplight/contract/device.ts'
import type { Endpoint } from '@grouplight/contract/endpoint.ts'
import * as group from '@grouplight/contract/group.ts'
import * as hook from '@grouplight/contract/hook.ts'
import * as invitation from '@grouplight/contract/invitation.ts'
import * as invitationBlock from '@grouplight/contract/invitation-block.ts'
import * as inviteLink from '@grouplight/contract/invite-link.ts'
import * as key from '@grouplight/contract/key.ts'
import * as notification from '@grouplight/contract/notification.ts'
import * as operator from '@grouplight/contract/operator.ts'
import * as passkey from '@grouplight/contract/passkey.ts'
import * as provider from '@grouplight/contract/provider.ts'
import * as question from '@grouplight/contract/question.ts'
import * as ringing from '@grouplight/contract/ringing.ts'
import * as ringingSettings from '@grouplight/contract/ringing-settings.ts'
import * as session from '@grouplight/contract/session.ts'
import * as siteSettings from '@grouplight/contract/site-settings.ts'
import * as watch from '@grouplight/contract/watch.ts'

/** All endpoints of the contract, and the other exports of their files. A test calls, for example, `ana.ok(api.listGroups)`. */
export const api = {
  ...account,
  ...accountExport,
  ...availability,
  ...dashboard,
  ...board,
  ...call,
  ...device,
  ...group,
  ...hook,
  ...invitation,
  ...invitationBlock,
  ...inviteLink,
  ...key,
  ...notification,
  ...operator,
  ...passkey,
  ...provider,
  ...question,
  ...ringing,
  ...ringingSettings,
  ...session,
  ...siteSettings,
  ...watch,
}

export const endpoints = Object.values<unknown>(api).filter(
  (part): part is Endpoint => typeof part === 'object' && part !== null && 'access' in part,
)

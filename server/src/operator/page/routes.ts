import * as contract from '@grouplight/contract/operator.ts'
import * as settings from '@grouplight/contract/site-settings.ts'
import { limitLinkGuesses } from '#features/account/action-codes.ts'
import { addAccount } from '#features/account/add-account.ts'
import { findAccount, findAddressById } from '#features/account/find-account.ts'
import { signOutEverywhere } from '#features/account/sign-out.ts'
import { offerByOperator } from '#features/group/offer-group.ts'
import { announce } from '#features/notification/announce.ts'
import { sendTestEmail } from '#operator/send-test-email.ts'
import { dayOf } from '#platform/clock.ts'
import type { Router } from '#platform/http/endpoint-route.ts'
import type { Caller, Services } from '#services.ts'
import { accountIn, changeUser, createUserLink, deleteUser } from './change-user.ts'
import { claimSite } from './claim-site.ts'
import { createBackupDownload } from './download-backup.ts'
import { listEmailFailures } from './email-failures.ts'
import { listGroupsWithoutAdmin } from './groups-without-admin.ts'
import { readLegalTemplates } from './legal-templates.ts'
import { listUsers } from './list-users.ts'
import { readSiteState } from './read-site-state.ts'
import { changeSiteSettings, readSiteSettings, readUpdates } from './site-settings.ts'

/** The operations do what the operator's commands do, by the same functions. The router demands confirmations, and counts and logs changes. */
export function operatorRoutes(route: Router<Caller>, services: Services): void {
  route(contract.readSiteState, () => readSiteState(services))
  route(contract.claimSite, ({ body, ip, user }) =>
    limitLinkGuesses(services, ip, () => claimSite(services, { userId: user.userId, token: body.token })),
  )
  route(contract.listUsers, ({ query }) => listUsers(services, query))
  route(contract.addUserByOperator, async ({ body: { email, displayName: name } }) => {
    const { userId, link } = await addAccount(services, { email, name })
    return { userId, url: link?.url ?? null }
  })
  route(contract.changeUserByOperator, ({ body, params, user }) =>
    changeUser(services, { ...body, ...params, operatorId: user.userId }),
  )
  route(contract.signOutUserByOperator, async ({ params }) => {
    const { uid: userId } = accountIn(await findAddressById(services.database, params.userId))
    await signOutEverywhere(services, { userId })
  })
  route(contract.createUserLink, ({ params }) => createUserLink(services, params.userId))
  route(contract.deleteUserByOperator, ({ params, query, user }) =>
    deleteUser(services, { ...params, ...query, operatorId: user.userId }),
  )
  route(contract.listGroupsWithoutAdmin, () => listGroupsWithoutAdmin(services))
  route(contract.offerGroupByOperator, async ({ body, params: { groupId } }) => {
    const { uid: userId } = await findAccount(services.database, body.email)
    await offerByOperator(services, { groupId, userId })
  })
  const downloadBackup = createBackupDownload(services)
  route(contract.downloadBackup, async ({ reply }) => {
    const { bytes, length } = await downloadBackup()
    const name = `grouplight-${dayOf(services.clock.now())}.backup`
    reply
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('content-length', length)
      .type('application/octet-stream')
      .send(bytes)
  })
  route(contract.announceToAll, async ({ body }) => ({ notified: await announce(services, body) }))
  route(settings.readSiteSettings, async () => readSiteSettings(services))
  route(settings.changeSiteSettings, ({ body }) => changeSiteSettings(services, body))
  route(settings.readLegalTemplates, async ({ user }) => readLegalTemplates(services, user.language))
  route(settings.sendTestEmail, async ({ user }) => {
    const report = await sendTestEmail(services, user)
    return { ...report, accepted: report.fault === null }
  })
  route(settings.listEmailFailures, () => listEmailFailures(services))
  route(settings.readUpdates, async () => readUpdates(services))
}

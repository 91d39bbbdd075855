import { hourMs } from '#platform/clock.ts'
import { api } from './api.ts'
import type { TestApp } from './test-app.ts'
import type { TestUser } from './test-user.ts'

/** Returns all answers that an inviter can get about an invitation of `email`, without ids, times and the address itself. */
export async function inviterAnswers(
  app: TestApp,
  inviter: TestUser,
  email: string,
): Promise<[status: number, body: string][]> {
  const { id: groupId } = await app.groupOf(inviter)
  const invite = () => inviter.call(api.inviteMembers, { params: { groupId }, body: { emails: [email] } })
  const sent = await invite()
  const { invited } = sent.body as { invited: { id: string }[] }
  const params = { groupId, invitationId: invited[0]?.id ?? '' }
  const [again, listed] = [await invite(), await inviter.call(api.listSentInvitations, { params })]
  app.clock.advance(hourMs)
  const later = [
    await inviter.call(api.resendInvitation, { params }),
    await inviter.call(api.resendInvitation, { params }),
    await inviter.call(api.cancelInvitation, { params }),
    await inviter.call(api.listNotifications),
  ]
  return [sent, again, listed, ...later].map(({ status, body }) => [
    status,
    withoutVariableParts(body, email),
  ])
}

function withoutVariableParts(body: unknown, address: string): string {
  return JSON.stringify(body)
    .replaceAll(address, 'it')
    .replaceAll(/"(id|groupId)":"\w{12}"/g, '"$1"')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')
}

import { functionsPath } from '@grouplight/contract/callable.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { TestProvider } from '#testing/provider.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { Reply, TestUser } from '#testing/test-user.ts'

const provider = await TestProvider.open()
const app = useTestApp(provider.env)

/** The actors, in the order of the cells of a row. All of them know the code of the same invite link to the group. */
const actors = [
  'guest with a link',
  'user with a link',
  // This user has also asked to join by another link.
  'asked',
  'removed',
  'member by provider',
  // This user is not signed in, because the provider has answered `access_denied`.
  'disabled',
] as const
type Actor = (typeof actors)[number]
type Cells = readonly [string, string, string, string, string, string]
type Row = [what: string, ask: (who: TestUser) => Promise<Reply>, cells: Cells]

let userOf: Record<Actor, TestUser>
let creator: TestUser
let code: string
let params: { groupId: string }

beforeAll(async () => {
  await provider.listen(app.url)
  creator = await app.signUp('Creator')
  const [holder, asked, removed] = [
    await app.signUp('Holder'),
    await app.signUp('Asked'),
    await app.signUp('Gone'),
  ]
  params = { groupId: (await app.groupOf(creator, removed)).id }
  const makeLink = async (needsApproval: boolean) => {
    const { address } = await creator.ok(api.createInviteLink, { params, body: { needsApproval } })
    return address.split('#')[1] ?? ''
  }
  code = await makeLink(false)
  await asked.ok(api.joinByLink, { body: { code: await makeLink(true) } })
  await creator.ok(api.removeMember, { params: { ...params, userId: removed.userId } })
  const [member, disabled] = [app.guest(), app.guest()]
  provider.user = {
    sub: newId(),
    email: `${newId().toLowerCase()}@example.org`,
    email_verified: true,
    name: 'Ana',
  }
  await provider.visit(member)
  member.userId = (await member.ok(api.readSession)).account?.uid ?? ''
  await member.ok(api.joinByLink, { body: { code } })
  await provider.visit(disabled, {
    change: ({ searchParams }) => {
      searchParams.delete('code')
      searchParams.set('error', 'access_denied')
    },
  })
  userOf = {
    'guest with a link': app.guest(),
    'user with a link': holder,
    asked,
    removed,
    'member by provider': member,
    disabled,
  }
})

afterAll(() => provider.close())

const signIn = '401 unauthenticated'
const noGroup = '404 group-not-found'
const notCreator = '403 not-group-creator'
const noLink = '404 link-not-usable'
const membersOnly: Cells = [signIn, noGroup, noGroup, noGroup, '200', signIn]
const creatorOnly: Cells = [signIn, noGroup, noGroup, noGroup, notCreator, signIn]
const verifiedOnly: Cells = [signIn, '200', '200', '200', '200', signIn]

const rows: Row[] = [
  [
    'opening the invite link',
    who => who.call(api.readInviteLink, { body: { code } }),
    ['200', '200', '200', noLink, '200', '200'],
  ],
  ['reading the group', who => who.call(api.readGroup, { params }), membersOnly],
  ['listing one’s groups', who => who.call(api.listGroups), verifiedOnly],
  ['setting one’s own availability', who => setUnavailable(who, who.userId || newId()), membersOnly],
  [
    'making the creator Unavailable',
    who => setUnavailable(who, creator.userId),
    [signIn, noGroup, noGroup, noGroup, '403 not-your-availability', signIn],
  ],
  [
    'setting one’s own ringing rule of the group',
    who => who.call(api.setRingingRule, { params, body: { rule: 'all' } }),
    membersOnly,
  ],
  ['listing the requests to join', who => who.call(api.listJoinRequests, { params }), creatorOnly],
  [
    'admitting the user who has asked to join',
    who => who.call(api.admitToGroup, { params: { ...params, userId: userOf.asked.userId } }),
    creatorOnly,
  ],
  ['listing the invite links of the group', who => who.call(api.listInviteLinks, { params }), creatorOnly],
  ['making an invite link', who => who.call(api.createInviteLink, { params, body: {} }), creatorOnly],
  ['listing the invitations to the group', who => who.call(api.listSentInvitations, { params }), creatorOnly],
  [
    'inviting somebody',
    who => who.call(api.inviteMembers, { params, body: { emails: ['new@example.org'] } }),
    creatorOnly,
  ],
  [
    'sending an invitation email by the function sendEmailHttp',
    who => who.request('POST', `${functionsPath}/sendEmailHttp`, { to: 'new@example.org' }),
    [signIn, notCreator, notCreator, notCreator, notCreator, signIn],
  ],
  [
    'removing a member',
    who => who.call(api.removeMember, { params: { ...params, userId: userOf['member by provider'].userId } }),
    creatorOnly,
  ],
  ['deleting the group', who => who.call(api.deleteGroup, { params }), creatorOnly],
  ['downloading one’s own data', who => who.call(api.exportAccount), verifiedOnly],
  [
    'joining by the invite link',
    who => who.call(api.joinByLink, { body: { code } }),
    [signIn, '200', '200', noLink, '200', signIn],
  ],
]

describe('users with an invite link and users of the provider', () => {
  test('users who are not yet or no longer members receive no live messages of the group and see no group in their list', async () => {
    const outside = [userOf['user with a link'], userOf.asked, userOf.removed]
    const screens = await Promise.all(outside.map(user => user.open()))
    for (const screen of screens) screen.clear()
    await creator.ok(api.updateGroup, { params, body: { name: 'Night Watch', description: '' } })
    await setUnavailable(creator, creator.userId)
    for (const screen of screens) expect(await screen.settled()).toEqual([])
    for (const screen of screens) screen.close()
    for (const user of outside) expect((await user.ok(api.listGroups)).groups).toEqual([])
  })

  test.each(rows)('each actor gets the expected answer: %s', async (_, ask, cells) => {
    for (const [index, actor] of actors.entries()) {
      const { status, body } = await ask(userOf[actor])
      const { code, error } = (body ?? {}) as { code?: string; error?: { status: string } }
      const shown = status < 400 ? String(status) : `${status} ${code ?? error?.status}`
      expect([actor, shown]).toEqual([actor, cells[index]])
    }
  })
})

function setUnavailable(who: TestUser, userId: string): Promise<Reply> {
  return who.call(api.setAvailability, { params: { ...params, userId }, body: { status: false } })
}

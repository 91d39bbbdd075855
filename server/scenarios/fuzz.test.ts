import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { setOperator } from '#features/account/operators.ts'
import { blockLink } from '#features/invitation/email-block.ts'
import { attempts, blockedInviters, keys } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { Fuzzer } from '#testing/fuzz/fuzzer.ts'
import { LiveFuzzer } from '#testing/fuzz/live-fuzzer.ts'
import { type ApiDocument, type Known, operationsOf } from '#testing/fuzz/operations.ts'
import { Random } from '#testing/fuzz/random.ts'
import { newKey } from '#testing/keys.ts'
import type { LiveScreen } from '#testing/live-screen.ts'
import { checkInvariants } from '#testing/model/invariants.ts'
import { reportProgress } from '#testing/progress.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

// With the SEED of an earlier run, a run has the same random values again.
const requests = Number(process.env.REQUESTS ?? 2_000)
const seed = Number(process.env.SEED ?? Math.trunc(Math.random() * 2 ** 31))
const atATime = 500
const liveShare = 0.1

// Nothing listens on this port.
const HOOK_HOSTS = 'http://127.0.0.1:9'
const app = useTestApp({
  LIMIT_INVITATIONS_PER_DAY: '1000000',
  LIMIT_REQUESTS_PER_SECOND: '1000000',
  HOOK_HOSTS,
})

test('random requests and frames cause no server error and break no invariant', {
  timeout: 240_000 + requests * 30,
}, async () => {
  process.stdout.write(`SEED=${seed} REQUESTS=${requests}\n`)
  const [creator, member, other, operator] = [
    await app.signUp('Ana'),
    await app.signUp('Ben'),
    await app.signUp('Cora'),
    await app.signUp('Olga'),
  ]
  await setOperator(app.services, { userId: operator.userId, isOperator: true })
  const { body } = await creator.request('GET', '/api/openapi.json')
  const operations = operationsOf(body as ApiDocument)
  expect(operations.length).toBeGreaterThan(25)
  const random = new Random(seed)
  const fuzzer = new Fuzzer(app.url, operations, [creator, member, other, operator], random)
  const liveFuzzer = new LiveFuzzer([creator, other], random)
  const bugs: string[] = []
  const heaps: number[] = []

  for (let left = requests; left > 0; left -= atATime) {
    fuzzer.known = { ...(await createTestData(creator, member, other)), ...(await createVictims(operator)) }
    const count = Math.min(atATime, left)
    const bystander = await member.open()
    await liveFuzzer.send(Math.ceil(count * liveShare))
    await expectUnaffected(bystander, creator, fuzzer.known)
    await fuzzer.send(Math.floor(count * (1 - liveShare)))
    bugs.push(...app.logged.filter(line => JSON.parse(line).level >= 50))
    app.logged.length = 0
    for (const user of [creator, member, other]) await user.ok(api.readNotifications, { body: { upTo: 1e9 } })
    heaps.push(await heapBytes())
    reportProgress(requests - left + count, requests)
    if (fuzzer.findings.wrong.length + liveFuzzer.wrong.length > 20) break
  }
  fuzzer.close()

  const { byStatus, ms } = fuzzer.findings
  const { byOutcome } = liveFuzzer
  const wrong = [...fuzzer.findings.wrong, ...liveFuzzer.wrong]
  const inOrder = ms.toSorted((a, b) => a - b)
  const [median = 0, most = 0, slowest = 0] = [0.5, 0.99, 1].map(part =>
    Math.round(inOrder[Math.ceil(inOrder.length * part) - 1] as number),
  )
  const overOneSecond = ms.filter(each => each > 1_000).length
  process.stdout.write(
    `${requests} rounds of bad requests and frames, ${wrong.length} answered with a bug: ${JSON.stringify({ ...byStatus, ...byOutcome, median, most, slowest, overOneSecond })}\n`,
  )
  expect(wrong).toEqual([])
  expect(bugs).toEqual([])
  expect(most).toBeLessThan(100 * Math.max(1, median))
  if (requests >= 20_000) expectFlat(heaps)

  await checkInvariants(app.database)
  const group = await app.groupOf(creator, await app.signUp('Dan'))
  expect(await creator.ok(api.readGroup, { params: { groupId: group.id } })).toMatchObject({ memberCount: 2 })
})

/** Checks that the connection of a user who sent no frames has received only `hello`, and that it then receives a toggle. */
async function expectUnaffected(
  screen: LiveScreen,
  creator: TestUser,
  { groupId = [] }: Known,
): Promise<void> {
  expect((await screen.settled()).map(([name]) => name)).toEqual(['hello'])
  const params = { groupId: groupId[0] ?? '', userId: creator.userId }
  await creator.ok(api.setAvailability, { params, body: { status: false } })
  await screen.next(([name]) => name === 't')
  screen.close()
}

/** Confirms the operator's session, and returns users whom the operator may change. */
async function createVictims(operator: TestUser): Promise<Known> {
  await operator.ok(api.confirmByPassword, { body: { password: operator.password } })
  const ids = [(await app.signUp('Vera')).userId, (await app.signUp('Vito')).userId, 'AAAAAAAAAAAA']
  const changes = ['changeUserByOperator', 'signOutUserByOperator', 'createUserLink', 'deleteUserByOperator']
  return Object.fromEntries(changes.map(name => [`${name} userId`, ids]))
}

/** Replaces the data of the users. Returns values for the parameters and fields of requests, by name. */
async function createTestData(
  creator: TestUser,
  member: TestUser,
  other: TestUser,
): Promise<Record<string, string[]>> {
  await app.database.delete(attempts)
  await app.database.delete(blockedInviters)
  for (const user of [member, other]) await user.ok(api.blockAllInvitations, { body: { all: false } })
  for (const user of [creator, member, other]) await leaveAllGroups(user)
  const { id: shared } = await app.groupOf(creator, member)
  const { id: foreign } = await other.ok(api.createGroup, { body: { name: 'Others' } })
  const { invited } = await creator.ok(api.inviteMembers, {
    params: { groupId: shared },
    body: { emails: [other.email, 'nobody@example.org'] },
  })
  const { hook } = await creator.ok(api.createGroupHook, {
    params: { groupId: shared },
    body: { name: 'Lamp', kind: 'webhook', url: HOOK_HOSTS },
  })
  const made = await creator.ok(api.createBoard, { params: { groupId: shared }, body: { showsNames: true } })
  await creator.ok(api.setAskers, { params: { groupId: shared }, body: { askers: 'members' } })
  const question = { text: 'Fire drill', needed: 2, forMinutes: 60 }
  const call = await creator.ok(api.openCall, { params: { groupId: shared }, body: question })
  await app.database.delete(keys)
  await creator.ok(api.confirmByPassword, { body: { password: creator.password } })
  const { key, token } = await newKey(creator, { maySwitch: true, mayAsk: true })
  const { config, secret } = app.services
  const userIds = [creator, member, other].map(({ userId }) => userId)
  return {
    groupId: [shared, foreign, 'AAAAAAAAAAAA'],
    userId: userIds,
    memberId: userIds,
    invitationId: invited.map(({ id }) => id),
    hookId: [hook.id, 'AAAAAAAAAAAA'],
    url: [`${HOOK_HOSTS}/topic`, 'https://10.0.0.1/x', 'x'],
    boardId: [made.board.id],
    keyId: [key.id],
    callId: [call.id, 'AAAAAAAAAAAA'],
    key: [token],
    board: [(made.address.split('/board/')[1] ?? '').replace('#', '.')],
    notificationId: ['1', '2', '999999'],
    email: [creator.email, 'nobody@example.org', 'x'],
    to: [other.email, 'nobody@example.org'],
    token: [tokenIn(blockLink(config, secret, other.email)), 'x'],
    password: ['correct', 'horse battery'],
    newPassword: ['correct horse'],
  }
}

function tokenIn(link: string): string {
  return new URL(link).searchParams.get('token') ?? ''
}

async function leaveAllGroups(user: TestUser): Promise<void> {
  const { body } = await user.request('GET', '/api/groups')
  for (const { id, createdBy } of (body as { groups: { id: string; createdBy: string }[] }).groups)
    await user.request('DELETE', `/api/groups/${id}${createdBy === user.userId ? '' : '/membership'}`)
}

async function heapBytes(): Promise<number> {
  setFlagsFromString('--expose-gc')
  await runInNewContext('gc')({ type: 'major', execution: 'async' })
  return process.memoryUsage().heapUsed
}

/** Checks that the heap hardly grows in the second half of the run. The margin is for the list of durations in the fuzzer. */
function expectFlat(heaps: number[]): void {
  const half = Math.floor(heaps.length / 2)
  const highest = (some: number[]) => Math.max(...some)
  expect(highest(heaps.slice(half))).toBeLessThan(highest(heaps.slice(0, half)) * 1.25 + 16 * 2 ** 20)
}

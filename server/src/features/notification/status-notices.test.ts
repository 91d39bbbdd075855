import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { api } from '#testing/api.ts'
import { permutations } from '#testing/model/compare.ts'
import { checkInvariants } from '#testing/model/invariants.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { Reply, TestUser } from '#testing/test-user.ts'
import { countUnread, newestNotifications } from './notifications.ts'
import { deleteOldStatusNotices } from './retention.ts'

const runs = Number(process.env.RUNS ?? 8)
const app = useTestApp({ LIMIT_INVITATIONS_PER_DAY: '100000' })
const users = app.users('Ana', 'Ben', 'Cora')
const [ana, ben, cora] = users
/** Each user has two tabs, and each tab has a session of its own. */
const tabs: TestUser[][] = []

beforeAll(async () => {
  for (const user of users) tabs.push([user, await user.onAnotherDevice()])
})

/**
 * `about` is the index in `users` of the member who became Available. `marks` maps the index of each recipient to whether this
 * user has read the notice. `id` is null until the notice is first listed.
 */
type ModelNotice = { id: number | null; about: number; ms: number; marks: Record<number, boolean> }
type Model = { isAvailable: boolean[]; isMember: boolean[]; notices: ModelNotice[] }

type Step = { action: 'toggle' | 'read' | 'read all' | 'leave'; who: number; which: number }
type Burst = Step[] | 'rejoin' | { waitDays: number }

const step = fc.record({
  action: fc.constantFrom('toggle', 'toggle', 'toggle', 'read', 'read', 'read all', 'leave'),
  who: fc.nat({ max: 2 }),
  which: fc.nat({ max: 20 }),
}) as fc.Arbitrary<Step>
const bursts: fc.Arbitrary<Burst[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.array(step, { minLength: 1, maxLength: 4 }) },
    { weight: 2, arbitrary: fc.constant('rejoin' as const) },
    { weight: 1, arbitrary: fc.record({ waitDays: fc.integer({ min: 1, max: 8 }) }) },
  ),
  { minLength: 5, maxLength: 16 },
)

test('after concurrent steps in two tabs of each user, lists and unread numbers equal those of a model', {
  timeout: 60_000 + runs * 20_000,
}, async () => {
  const property = fc.asyncProperty(bursts, async bursts => {
    const groupId = (await app.groupOf(cora, ana, ben)).id
    let model: Model = { isAvailable: [true, true, true], isMember: [true, true, true], notices: [] }
    for (const burst of bursts) model = await play(groupId, model, burst)
    await cora.ok(api.deleteGroup, { params: { groupId } })
  })
  await fc.assert(property, { numRuns: runs, endOnFailure: true })
})

async function play(groupId: string, model: Model, burst: Burst): Promise<Model> {
  if (burst === 'rejoin') {
    for (const who of [0, 1]) {
      if (model.isMember[who]) continue
      await app.join(cora, groupId, users[who] as TestUser)
      model.isAvailable[who] = model.isMember[who] = true
    }
    return observe(groupId, [], [], model)
  }
  if ('waitDays' in burst) {
    app.clock.advance(burst.waitDays * dayMs)
    const now = app.clock.now().getTime()
    await deleteOldStatusNotices(app.services)
    model.notices = model.notices.filter(({ ms }) => now - ms <= 7 * dayMs)
    for (const tab of tabs.flat()) await tab.signIn()
    return observe(groupId, [], [], model)
  }
  const ids = model.notices.flatMap(({ id }) => id ?? [])
  const steps = burst.map(one => ({ ...one, id: ids[one.which] ?? unknownId }))
  const replies = await Promise.all(steps.map((one, index) => send(groupId, one, index % 2)))
  const statuses = replies.map(({ status }) => status)
  return observe(groupId, steps, statuses, model)
}

/** This id is higher than all others. Reading up to this id includes new notices, which have no id in the model yet. */
const unknownId = 2 ** 50

type SentStep = Step & { id: number }

function send(groupId: string, { action, who, which, id }: SentStep, tab: number): Promise<Reply> {
  const user = tabs[who]?.[tab] as TestUser
  switch (action) {
    case 'toggle':
      return user.call(api.setAvailability, {
        params: { groupId, userId: user.userId },
        body: { status: which % 2 === 0 },
      })
    case 'read':
      return user.call(api.readNotification, { params: { notificationId: id } })
    case 'read all':
      return user.call(api.readNotifications, { body: { upTo: id } })
    case 'leave':
      return user.call(api.leaveGroup, { params: { groupId } })
  }
}

/** Carries out a step in the model. Returns the expected HTTP status. */
function predict(model: Model, { action, who, which, id }: SentStep): number {
  const { isMember, isAvailable, notices } = model
  const mine = notices.filter(({ marks }) => marks[who] !== undefined)
  switch (action) {
    case 'toggle': {
      if (!isMember[who]) return 404
      const isNews = which % 2 === 0 && !isAvailable[who]
      isAvailable[who] = which % 2 === 0
      const recipients = [0, 1, 2].filter(other => other !== who && isMember[other])
      const marks = Object.fromEntries(recipients.map(other => [other, false]))
      if (isNews) notices.push({ id: null, about: who, ms: 0, marks })
      return 200
    }
    case 'read': {
      const found = mine.find(notice => notice.id === id)
      if (found) found.marks[who] = true
      return found ? 200 : 404
    }
    case 'read all':
      for (const notice of mine) if ((notice.id ?? unknownId) <= id) notice.marks[who] = true
      return 200
    case 'leave':
      if (!isMember[who]) return 404
      if (who === 2) return 409
      isMember[who] = false
      for (const notice of notices) delete notice.marks[who]
      return 204
  }
}

/**
 * Checks that the steps give the same lists and HTTP statuses in the model, in at least one order. Returns the model after the
 * steps in this order, with the ids of new notices.
 */
async function observe(
  groupId: string,
  steps: SentStep[],
  statuses: number[],
  before: Model,
): Promise<Model> {
  await checkInvariants(app.database)
  const lists = await Promise.all(users.map(({ userId }) => statusNoticesOf(userId, groupId)))
  const known = new Set(before.notices.map(({ id }) => id))
  const shown = lists.map(list => list.map(({ id, about, read }) => [known.has(id) ? id : null, about, read]))
  const outcomes = permutations([...steps.keys()]).map(order => {
    const model = structuredClone(before)
    const expected: number[] = []
    for (const index of order) expected[index] = predict(model, steps[index] as SentStep)
    const shown = users.map((_, who) =>
      model.notices.flatMap(({ id, about, marks }) =>
        marks[who] === undefined ? [] : [[id, about, marks[who]]],
      ),
    )
    return { model, outcome: { statuses: expected, shown } }
  })
  const observed = { statuses, shown }
  const matching = outcomes.find(({ outcome }) => JSON.stringify(outcome) === JSON.stringify(observed))
  if (!matching) expect(observed, JSON.stringify(steps)).toEqual(outcomes[0]?.outcome)
  const model = matching?.model as Model
  const found = [...new Map(lists.flat().map(notice => [notice.id, notice])).values()].sort(
    (a, b) => a.id - b.id,
  )
  const fresh = found.filter(({ id }) => !known.has(id))
  for (const notice of model.notices) {
    // A notice without a recipient is in no list.
    if (notice.id === null && Object.keys(notice.marks).length > 0) Object.assign(notice, idOf(fresh.shift()))
  }
  return { ...model, notices: model.notices.filter(({ id }) => id !== null) }
}

const idOf = (found: Listed | undefined) => ({ id: found?.id ?? null, ms: found?.ms ?? 0 })

type Listed = { id: number; about: number; read: boolean; ms: number }

/** Returns a user's status notices of a group, oldest first. Also checks the unread number. */
async function statusNoticesOf(userId: string, groupId: string): Promise<Listed[]> {
  const list = await newestNotifications(app.database, { userId, most: 10_000 })
  const { unread } = await countUnread(app, { userId })
  expect(unread).toBe(list.filter(({ read }) => !read).length)
  return list
    .filter(({ action, relatedGroupId }) => action === 'status' && relatedGroupId === groupId)
    .map(({ id, relatedUserId, read, createdAt }) => ({
      id,
      about: users.findIndex(user => user.userId === relatedUserId),
      read,
      ms: Date.parse(createdAt),
    }))
    .reverse()
}

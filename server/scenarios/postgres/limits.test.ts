import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { functionsPath } from '@grouplight/contract/callable.ts'
import { livePath } from '@grouplight/contract/live.ts'
import { eq, like, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { setOperator } from '#features/account/operators.ts'
import { passwordMatches } from '#features/account/passwords.ts'
import { mailUnmailed } from '#features/call/mail-asked.ts'
import { newKeyToken } from '#features/key/key-token.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '#platform/clock.ts'
import { rows } from '#platform/database/database.ts'
import {
  attempts,
  boards,
  calls,
  devices,
  hooks,
  inviteLinks,
  keys,
  users,
} from '#platform/database/schema.ts'
import { createAnsweringServer } from '#platform/http/answer-limits.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { Authenticator, addPasskey, wrongOptions } from '#testing/authenticator.ts'
import { newSubscription } from '#testing/fake-push-service.ts'
import { freePort } from '#testing/free-port.ts'
import { personalHook } from '#testing/hook-receiver.ts'
import { newKey, withKey } from '#testing/keys.ts'
import { limitedConnections } from '#testing/limited-connections.ts'
import { LiveScreen } from '#testing/live-screen.ts'
import { tableRows } from '#testing/page-blocks.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { Reply, TestUser } from '#testing/test-user.ts'

const app = useTestApp({
  LIMIT_FAILED_SIGN_INS_PER_IP: '',
  LIMIT_PASSWORD_RESETS_PER_IP: '',
  LIMIT_SIGN_UPS_PER_IP: '',
  LIMIT_VERIFICATION_EMAILS_PER_IP: '',
  LIMIT_WRONG_CODES_PER_IP: '',
  LIMIT_CHANGES_PER_MINUTE: '',
  LIMIT_INVITATIONS_ON_FIRST_DAY: '',
  LIMIT_INVITATIONS_PER_ADDRESS: '',
  TRUSTED_PROXIES: '127.0.0.1, ::1',
  // Nothing listens on this port.
  PUSH_SERVICES: 'http://127.0.0.1:9',
  HOOK_HOSTS: 'http://127.0.0.1:9',
})
const guarded = useTestApp({ LIMIT_REQUESTS_PER_SECOND: '' })

type Line = { what: string; most: number; window: string; whose: string; answer: string }
/** A number is the close code of a live connection. 0 means that nothing was refused. */
type Outcome = Reply | number | 'disconnected'

/** Sends a request. `n` is the number of the request, counted from 1. For a limit of a size, `n` is the size. */
type SendRequest = (n: number) => Promise<Outcome>

const lines = tableRows('limits.csv').map(
  ([what = '', most, window = '', whose = '', answer = '']): Line => ({
    what,
    most: Number(most),
    window,
    whose,
    answer,
  }),
)
// These limits are also tested after a restart. A limit 'on one server' is in memory, so a restart resets its counts.
const overTime = lines.filter(({ window }) => window !== 'at once' && !window.endsWith('seconds'))

const [ana, ben] = app.users('Ana', 'Ben')
const subscription = newSubscription('http://127.0.0.1:9/test')
const hook = { ...personalHook, url: 'http://127.0.0.1:9/hook' }
let groupId: string

beforeAll(async () => {
  groupId = (await app.groupOf(ana)).id
  // After a day, the limits of an account's first day no longer apply.
  app.clock.advance(dayMs)
})

beforeEach(async () => {
  // Emails about questions of an earlier test would count.
  await mailUnmailed(app.services)
  await app.database.delete(attempts)
})

describe('the server enforces the limits of docs/limits.csv', () => {
  test.each(overTime)('$what: $most in $window for $whose', async line => {
    const ask = await (triggers[keyOf(line)] as () => Promise<SendRequest>)()
    for (let n = 1; n <= line.most; n++) expect([n, isRefusal(await ask(n), line)]).toEqual([n, false])
    const refused = await ask(line.most + 1)
    expect(isRefusal(refused, line)).toBe(true)
    if (line.answer.startsWith('429')) {
      const retryAfterMs = Number((refused as Reply).headers.get('retry-after')) * secondMs
      expect(retryAfterMs).toBeGreaterThan(0)
      expect(retryAfterMs).toBeLessThanOrEqual(milliseconds(line.window))
    }
    const isInMemory = line.whose.endsWith('on one server')
    await app.restart()
    expect(isRefusal(await ask(line.most + 2), line), 'after a restart').toBe(!isInMemory)
    app.clock.advance(milliseconds(line.window))
    for (const user of [ana, ben]) await user.signIn()
    expect(isRefusal(await ask(line.most + 3), line), 'when the time is over').toBe(false)
  })

  const others = lines.filter(line => !overTime.includes(line))
  test.each(others)('$what: $most ($window) for $whose', async line => {
    const { whose, most } = line
    const ask = await (triggers[keyOf(line)] as () => Promise<SendRequest>)()
    const isCounted = !['a request', 'a frame'].includes(whose)
    for (let n = isCounted ? 1 : most; n <= most; n++)
      expect([n, isRefusal(await ask(n), line)]).toEqual([n, false])
    const refused = await ask(most + 1)
    expect(isRefusal(refused, line), JSON.stringify(refused)).toBe(true)
    if (/^(429|503)/.test(line.answer))
      expect(Number((refused as Reply).headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('every limit in docs/limits.csv has a test, and every test has a limit', () => {
    expect(Object.keys(triggers).sort()).toEqual(lines.map(keyOf).sort())
  })
})

const triggers: Record<string, () => Promise<SendRequest>> = {
  'failed sign-ins, 15 minutes, an account from one network': async () => () => guess('203.0.113.2'),
  'failed sign-ins, 15 minutes, an account from everywhere': async () => () => guess(newIp()),
  'failed sign-ins, 15 minutes, a browser that has signed in before': async () => () =>
    guess(newIp(), ben.device),
  'failed sign-ins, 15 minutes, all such browsers of an account': async () => {
    const devices: string[] = []
    while (devices.length < 11) devices.push((await ben.onAnotherDevice()).device)
    // A known browser above its own limit is treated as an unknown one. The count 100 makes the server refuse unknown browsers.
    await guess(newIp())
    await app.database
      .update(attempts)
      .set({ count: 100 })
      .where(like(attempts.key, `sign-in:${ben.email}%`))
    return n => guess(newIp(), devices[Math.floor((n - 1) / 10)])
  },
  'failed sign-ins, 15 minutes, an address of the network': async () => () =>
    from('203.0.113.1', api.signIn, { email: newAddress(), password: 'wrong' }),
  'failed sign-ins by passkey, 15 minutes, an address of the network': async () => {
    const response = new Authenticator(app.url).use(wrongOptions)
    const headers = { 'x-forwarded-for': '203.0.113.1' }
    return () => app.guest().call(api.signInByPasskey, { body: { response }, headers })
  },
  'reset links, 1 hour, a mail address': async () => {
    const email = newAddress()
    return () => callFunction(newIp(), 'sendCustomPasswordReset', { data: { email } })
  },
  'reset links, 1 hour, an address of the network': async () => () =>
    callFunction('203.0.113.1', 'sendCustomPasswordReset', { data: { email: newAddress() } }),
  'sign-ups, 1 hour, an address of the network': async () => () => signUp('203.0.113.1', newAddress()),
  'verification links again, 1 minute, a mail address': async () => {
    const email = await unverified()
    return () => withEmailSent(email, () => callFunction(newIp(), 'sendVerificationEmail', { email }))
  },
  'verification links again, 1 day, a mail address': async () => {
    const email = await unverified()
    return () => {
      app.clock.advance(minuteMs)
      return withEmailSent(email, () => callFunction(newIp(), 'sendVerificationEmail', { email }))
    }
  },
  'verification links again, 1 hour, an address of the network': async () => () =>
    callFunction('203.0.113.1', 'sendVerificationEmail', { email: newAddress() }),
  'wrong links and tokens, 15 minutes, an address of the network': async () => () =>
    from('203.0.113.1', api.verifyEmail, { code: newId() }),
  'invitation emails, 1 day, a user': async () => {
    let currentGroupId = groupId
    return async n => {
      if (n % 40 === 1) currentGroupId = (await app.groupOf(ana)).id
      return invite(currentGroupId, newAddress())
    }
  },
  'invitation emails, 1 day, a new account': async () => {
    const eve = await app.signUp('Eve')
    const { id } = await app.groupOf(eve)
    return async n => {
      if (n > 21) await eve.signIn()
      return inviteAs(eve, id, newAddress())
    }
  },
  'invitation emails, 1 day, a mail address': async () => {
    const email = newAddress()
    return async () => {
      const { id } = await app.groupOf(ben)
      const reply = await inviteAs(ben, id, email)
      await ben.call(api.deleteGroup, { params: { groupId: id } })
      return reply
    }
  },
  'invitations after a decline, 30 days, a mail address in a group': async () => {
    const { id } = await app.groupOf(ana)
    const inviteInVain = async () => {
      const reply = await invite(id, ben.email)
      const { invitations } = await ben.ok(api.listReceivedInvitations)
      for (const { id } of invitations) await ben.ok(api.declineInvitation, { params: { invitationId: id } })
      return reply
    }
    await inviteInVain()
    return inviteInVain
  },
  'resending an invitation, 1 hour, an invitation': async () => {
    const { id: groupId } = await app.groupOf(ana)
    const { body } = await invite(groupId, newAddress())
    const { invited } = body as { invited: { id: string }[] }
    const invitationId = invited[0]?.id ?? ''
    app.clock.advance(hourMs)
    return () => ana.call(api.resendInvitation, { params: { groupId, invitationId } })
  },
  'downloads of one’s own data, 1 hour, a user': async () => () => ana.call(api.exportAccount),
  'changes of one’s name, 1 hour, a user': async () => n =>
    ana.call(api.updateAccount, { body: { displayName: `Ana ${n}` } }),
  'changes of one’s password, 1 hour, a user': async () => {
    const eve = await app.signUp('Eve')
    const { password } = eve
    return async () => {
      // The advanced clock may have ended the session.
      if ((await eve.ok(api.readSession)).account === null) await eve.signIn()
      return eve.call(api.changePassword, { body: { password, newPassword: password } })
    }
  },
  'emails about a new browser, 1 day, a user': async () => {
    const eve = await app.signUp('Eve')
    const body = { email: eve.email, password: eve.password }
    return () => withEmailSent(eve.email, () => app.guest().call(api.signIn, { body }))
  },
  'changes of a group’s settings, needed number or deputies, offers to hand it over, requests to take it over, boards made, consents to be shown outside, 1 hour, a user':
    async () => {
      const params = { groupId: (await app.groupOf(ana, ben)).id }
      const changes: SendRequest[] = [
        () =>
          ana
            .call(api.offerGroup, { params, body: { memberId: ben.userId } })
            .finally(() => ana.call(api.withdrawOffer, { params })),
        n => ana.call(api.updateGroup, { params, body: { name: `Rescue ${n}`, description: '' } }),
        n => ana.call(api.setNeeded, { params, body: { needed: n } }),
        async () => {
          await app.database.delete(boards)
          return ana.call(api.createBoard, { params, body: {} })
        },
        async () => {
          await ana.ok(api.setShownOutside, { params, body: { shown: false } })
          return ana.call(api.setShownOutside, { params, body: { shown: true } })
        },
      ]
      return n => (changes[n % 5] as SendRequest)(n)
    },
  'codes for screens, 1 hour, an address of the network': async () => () =>
    app.guest().call(api.createBoardCode, { headers: { 'x-forwarded-for': '203.0.113.1' } }),
  'wrong codes of screens, 15 minutes, a user': async () => {
    const { id } = await app.groupOf(ana)
    return () => wrongBoardCode(ana, id, newIp())
  },
  'wrong codes of screens, 15 minutes, an address of the network': async () => async () => {
    const eve = await app.signUp('Eve')
    const { id } = await app.groupOf(eve)
    return wrongBoardCode(eve, id, '203.0.113.1')
  },
  'questions, 1 hour, a user': async () => {
    const users = await newAskers(0)
    return () => askOnce(users)
  },
  'questions, 1 day, a user': async () => {
    const users = await newAskers(0)
    return () => {
      app.clock.advance(21 * minuteMs)
      return askOnce(users)
    }
  },
  'questions and their rings, 1 day, a group': async () => {
    const users = await newAskers(3)
    return n => {
      app.clock.advance(21 * minuteMs)
      return askOnce(users, n)
    }
  },
  'rings of a question, 5 minutes, a question': async () => {
    const { body } = await askOnce(await newAskers(0))
    app.clock.advance(5 * minuteMs)
    return () => ana.call(api.ringCall, { params: { callId: (body as { id: string }).id } })
  },
  'emails about questions, 1 day, a user': async () => {
    const users = await newAskers(0)
    return () => {
      app.clock.advance(21 * minuteMs)
      return withEmailSent(ben.email, () => askOnce(users))
    }
  },
  'open questions, at once, a user in a group': async () => {
    const users = await newAskers(0)
    return () => openCall(users)
  },
  'open questions, at once, a group': async () => {
    const users = await newAskers(5)
    return n => openCall(users, n)
  },
  'invite links made, 1 day, a user': async () => {
    const { id: groupId } = await app.groupOf(ana)
    return async () => {
      await app.database.delete(inviteLinks)
      return ana.call(api.createInviteLink, { params: { groupId }, body: {} })
    }
  },
  'requests to join, 1 day, a user in a group': async () => {
    const { id: groupId } = await app.groupOf(ana)
    const body = { code: await newLink(groupId) }
    return async () => {
      const reply = await ben.call(api.joinByLink, { body })
      await ana.call(api.declineJoinRequest, { params: { groupId, userId: ben.userId } })
      return reply
    }
  },
  'joining by invite links, 1 day, a user in a group': async () => {
    const { id: groupId } = await app.groupOf(ana)
    const body = { code: await newLink(groupId, { needsApproval: false }) }
    return async () => {
      const reply = await ben.call(api.joinByLink, { body })
      await ben.call(api.leaveGroup, { params: { groupId } })
      return reply
    }
  },
  'groups created, 1 hour, a user': async () => async () => {
    const reply = await ben.call(api.createGroup, { body: { name: 'Night Watch' } })
    if (reply.status === 200)
      await ben.ok(api.deleteGroup, { params: { groupId: (reply.body as { id: string }).id } })
    return reply
  },
  'passkeys added, 1 hour, a user': async () => {
    await ana.signIn()
    const response = new Authenticator(app.url).create(wrongOptions)
    return () => ana.call(api.addPasskey, { body: { name: 'Phone', response } })
  },
  'keys made, 1 hour, a user': async () => {
    await ana.signIn()
    return async () => {
      await app.database.delete(keys)
      return ana.call(api.createKey, { body: { name: 'Lamp', maySwitch: true } })
    }
  },
  'wrong keys, 15 minutes, an address of the network': async () => () => {
    const headers = { ...withKey(newKeyToken()).headers, 'x-forwarded-for': '203.0.113.1' }
    return app.guest().call(api.listGroups, { headers })
  },
  'requests with a key, 1 minute, a key, on one server': async () => {
    await ana.signIn()
    await app.database.delete(keys)
    const { token } = await newKey(ana)
    return () => ana.call(api.listGroups, withKey(token))
  },
  'devices added, 1 hour, a user': async () => n =>
    ana.call(api.addDevice, { body: newSubscription(`http://127.0.0.1:9/${n}`) }),
  'test pushes, 1 hour, a user': async () => async () => {
    const { id: deviceId } = await ana.ok(api.addDevice, { body: subscription })
    await app.database.update(devices).set({ confirmedAt: app.clock.now() }).where(eq(devices.id, deviceId))
    return ana.call(api.testDevice, { params: { deviceId } })
  },
  'hooks added, 1 hour, a user': async () => async () => {
    await ana.signIn()
    const reply = await ana.call(api.createPersonalHook, { body: hook })
    if (reply.status === 200) await app.database.delete(hooks)
    return reply
  },
  'tests of hooks, 1 hour, a user': async () => {
    await ana.signIn()
    const created = await ana.ok(api.createPersonalHook, { body: hook })
    return () => ana.call(api.testPersonalHook, { params: { hookId: created.hook.id } })
  },
  'sign-ups, at once, a mail address': async () => {
    const email = newAddress()
    return () => signUp(newIp(), email)
  },
  'pending invitations, at once, a group': async () => {
    const { id } = await app.groupOf(ana)
    return () => invite(id, newAddress())
  },
  'invite links, at once, a group': async () => {
    const { id: groupId } = await app.groupOf(ana)
    return n => ana.call(api.createInviteLink, { params: { groupId }, body: { maxUses: n + 1 } })
  },
  'requests to join, at once, an invite link': async () => {
    const { id: groupId } = await app.groupOf(ana)
    const body = { code: await newLink(groupId) }
    return async () => {
      // Otherwise the limit of sign-ups would be reached first.
      await app.database.delete(attempts)
      return (await app.signUp('Guest')).call(api.joinByLink, { body })
    }
  },
  'deputies, at once, a group': async () => {
    const members = await Promise.all(Array.from({ length: 6 }, (_, n) => app.signUp(`Deputy ${n}`)))
    const { id: groupId } = await app.groupOf(ana, ...members)
    return n => ana.call(api.makeDeputy, { params: { groupId, userId: members[n - 1]?.userId ?? '' } })
  },
  'operators, at once, a site': async () => {
    await app.database.update(users).set({ isOperator: false })
    const others = await Promise.all(Array.from({ length: 6 }, (_, n) => app.signUp(`Operator ${n}`)))
    const [first] = others
    await setOperator(app.services, { userId: first?.userId ?? '', isOperator: true })
    return n => changeUser(first, others[n - 1], { isOperator: true })
  },
  'changes on the operator’s page, 1 hour, an operator': async () => {
    await app.database.update(users).set({ isOperator: false })
    await setOperator(app.services, { userId: ana.userId, isOperator: true })
    await ana.ok(api.confirmByPassword, { body: { password: ana.password } })
    return () => changeUser(ana, ben, { isDisabled: false })
  },
  'boards, at once, a group': async () => {
    const { id: groupId } = await app.groupOf(ana)
    return () => ana.call(api.createBoard, { params: { groupId }, body: {} })
  },
  'origins that may frame a board, at once, a request': async () => {
    const { id: groupId } = await app.groupOf(ana)
    return n => {
      const frameOrigins = Array.from({ length: n }, (_, at) => `https://${at}.example`)
      return ana.call(api.createBoard, { params: { groupId }, body: { frameOrigins } })
    }
  },
  'open connections that are not live, at once, an address of the network': async () => {
    const { connect } = limitedConnections({})
    return async () => (connect('192.0.2.1').destroyed ? 'disconnected' : 0)
  },
  'open connections that are not live, at once, a server': async () => {
    const { connect } = limitedConnections({})
    return async n => (connect(`192.0.2.${n % 250}`).destroyed ? 'disconnected' : 0)
  },
  'requests of a connection without an answer, at once, a connection': async () => {
    let waiting = 0
    const server = createAnsweringServer({}, () => void waiting++)
    const port = await freePort()
    await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
    const client = connect(port, '127.0.0.1').on('error', () => {})
    client.once('close', () => server.close())
    return async n => {
      client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
      await vi.waitFor(() => expect(client.closed || waiting === n).toBe(true))
      return client.closed ? 'disconnected' : 0
    }
  },
  'requests with a board, 60 seconds, a board from one network': async () => {
    const { id: groupId } = await app.groupOf(ana)
    const { address } = await ana.ok(api.createBoard, { params: { groupId }, body: {} })
    const authorization = `Bearer ${(address.split('/board/')[1] ?? '').replace('#', '.')}`
    return () => app.guest().call(api.readBoard, { headers: { authorization } })
  },
  'requests with a wrong board, 60 seconds, an address of the network': async () => () =>
    app.guest().call(api.readBoard, { headers: { authorization: `Bearer ${newId()}.${'x'.repeat(22)}` } }),
  'invited addresses, at once, a request': async () => n =>
    invite(groupId, ...Array.from({ length: n }, newAddress)),
  'groups, at once, a user': async () => {
    const eve = await app.signUp('Eve')
    return () => eve.call(api.createGroup, { body: { name: 'Night Watch' } })
  },
  'members, at once, a group': async () => {
    const { id } = await app.groupOf(ana)
    await app.database.execute(sql`
      with crowd as (
        insert into users (uid, email, display_name, password_hash, created_at)
        select 'crowd' || n, 'crowd' || n || '@example.org', 'Crowd', '', now() from generate_series(1, 498) n
returning uid
      )
      insert into memberships (group_id, user_id, status, last_updated, joined_at)
      select ${id}, uid, true, now(), now() from crowd`)
    // The group now has 499 members, including Ana. One more user can join.
    return async n => {
      if (n < 500) return 0
      const guest = await app.signUp('Guest')
      await invite(id, guest.email)
      const { invitations } = await guest.ok(api.listReceivedInvitations)
      return guest.call(api.acceptInvitation, { params: { invitationId: invitations[0]?.id ?? '' } })
    }
  },
  'passkeys, at once, a user': async () => {
    const eve = await app.signUp('Eve')
    return async n => {
      if (n <= 20) await addPasskey(eve)
      return n <= 20 ? 0 : eve.call(api.startAddingPasskey)
    }
  },
  'keys, at once, a user': async () => {
    const eve = await app.signUp('Eve')
    return async n => {
      // Otherwise the limit of keys made in an hour would be reached first.
      await app.database.delete(attempts)
      return eve.call(api.createKey, { body: { name: `Lamp ${n}`, maySwitch: true } })
    }
  },
  'devices, at once, a user': async () => {
    const eve = await app.signUp('Eve')
    return async n =>
      (await eve.onAnotherDevice()).call(api.addDevice, {
        body: newSubscription(`http://127.0.0.1:9/device-${n}`),
      })
  },
  'status notices, 1 hour, a user, on one server': async () => {
    const groupIds: string[] = []
    await app.database.delete(attempts)
    while (groupIds.length < 40) {
      groupIds.push((await app.groupOf(ana, ben)).id)
      await app.database.delete(attempts)
    }
    return async n => {
      if (n % 1_000 === 0) app.clock.advance(61 * secondMs)
      const params = { groupId: groupIds[n % groupIds.length] ?? '', userId: ana.userId }
      expect((await ana.call(api.setAvailability, { params, body: { status: false } })).status).toBe(200)
      return ana.call(api.setAvailability, { params, body: { status: true } })
    }
  },
  'followed members, at once, a user': async () => {
    const { id: groupId } = await app.groupOf(ana, ben)
    const pages = await fillWithMembers(groupId, 1_001)
    return n => ana.call(api.followMember, { params: { groupId, memberId: pages[n - 1] ?? '' } })
  },
  'watches, at once, a user': async () => {
    const eve = await app.signUp('Eve')
    const params = { groupId: (await app.groupOf(eve)).id }
    return needed => eve.call(api.addWatch, { params, body: { needed, forMinutes: 60 } })
  },
  'hooks, at once, a user': async () => {
    await app.database.delete(hooks)
    await ana.signIn()
    return () => ana.call(api.createPersonalHook, { body: hook })
  },
  'hooks, at once, a group': async () => {
    const params = { groupId: (await app.groupOf(ana)).id }
    const { name, url } = hook
    return () => ana.call(api.createGroupHook, { params, body: { name, url, kind: 'chat' } })
  },
  'KiB of a body, at once, a request': async () => kib => {
    const rest = JSON.stringify({ filler: '' }).length
    return app.guest().request('POST', '/api/session', { filler: 'x'.repeat(kib * 1024 - rest) })
  },
  'KiB of a live message, at once, a frame': async () => async kib => {
    const screen = await ana.open()
    screen.socket.send('x'.repeat(kib * 1024))
    return screen.closed
  },
  'changes of one’s availability, 1 minute, a member of a group': async () => {
    const { id } = await app.groupOf(ana)
    return n =>
      ana.call(api.setAvailability, {
        params: { groupId: id, userId: ana.userId },
        // Refused requests leave the status true. Therefore each request after the limit asks for false, which is a change.
        body: { status: n <= 60 && n % 2 === 0 },
      })
  },
  'sessions, at once, a user': async () => {
    const eve = await app.signUp('Eve')
    const first = await eve.open()
    return async n => {
      app.clock.advance(1)
      if (n > 1) await eve.onAnotherDevice()
      return n <= 50 ? 0 : first.closed
    }
  },
  'live connections, at once, a user': async () => async n => {
    const headers = { cookie: ben.cookie, origin: app.url }
    if (n <= 20) return (await ben.open()) && 0
    return new LiveScreen(app.url.replace('http', 'ws') + livePath, headers).closed
  },
  'passwords waiting to be hashed, at once, a server': async () => async n => {
    if (n <= 200) return 0
    let isOver = false
    const flood = Array.from({ length: n + 60 }, async () => {
      while (!isOver) await passwordMatches(undefined, 'a guess').catch(() => wait(1))
    })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => from(newIp(), api.signIn, { email: newAddress(), password: 'x' })),
    )
    isOver = true
    await Promise.all(flood)
    return answers.find(({ status }) => status === 503) ?? 0
  },
  'requests and live messages, 10 seconds, a session, or all guests of an address of the network':
    async () => async n => {
      if (n <= 500) return 0
      for (let round = 0; round < 10; round++) {
        const asked = Array.from({ length: 200 }, () => guarded.guest().call(api.readSession))
        const refused = (await Promise.all(asked)).find(({ status }) => status === 429)
        if (refused) return refused
      }
      return 0
    },
}

function keyOf({ what, window, whose }: Line): string {
  return `${what}, ${window}, ${whose}`.replaceAll("'", '’')
}

function changeUser(
  who: TestUser | undefined,
  of: TestUser | undefined,
  body: { isOperator?: boolean; isDisabled?: boolean },
): Promise<Reply> {
  const params = { userId: of?.userId ?? '' }
  return (who as TestUser).call(api.changeUserByOperator, { params, body })
}

function isRefusal(outcome: Outcome, { answer }: Line): boolean {
  if (typeof outcome === 'string') return outcome === answer
  if (answer.startsWith('close')) return `close ${outcome}` === answer
  if (typeof outcome === 'number') return false
  const { code, error, mailed } = (outcome.body ?? {}) as {
    code?: string
    error?: { status: string }
    mailed?: boolean
  }
  if (answer === '200 without an email') return outcome.status === 200 && mailed === false
  return `${outcome.status} ${code ?? error?.status}` === answer
}

/** Sends a request. Adds `mailed` to the body of the response. `mailed` says whether the request caused an email to `to`. */
async function withEmailSent(to: string, ask: () => Promise<Reply>): Promise<Reply> {
  const before = (await app.emailsTo(to)).length
  const reply = await ask()
  const mailed = (await app.emailsTo(to)).length > before
  return { ...reply, body: { ...(reply.body as object), mailed } }
}

function from(
  ip: string,
  endpoint: typeof api.signIn | typeof api.verifyEmail,
  body: object,
): Promise<Reply> {
  return app.guest().request(endpoint.method, endpoint.path, body, { 'x-forwarded-for': ip })
}

function guess(ip: string, device = ''): Promise<Reply> {
  const headers = { 'x-forwarded-for': ip, cookie: device }
  return app.guest().call(api.signIn, { body: { email: ben.email, password: 'wrong' }, headers })
}

function signUp(ip: string, email: string): Promise<Reply> {
  const body = { displayName: 'Ana', email, password: 'correct horse' }
  return app.guest().call(api.signUp, { body, headers: { 'x-forwarded-for': ip } })
}

function callFunction(ip: string, name: string, body: object): Promise<Reply> {
  return app.guest().request('POST', `${functionsPath}/${name}`, body, { 'x-forwarded-for': ip })
}

function invite(groupId: string, ...emails: string[]): Promise<Reply> {
  return inviteAs(ana, groupId, ...emails)
}

async function newLink(groupId: string, body = { needsApproval: true }): Promise<string> {
  const { address } = await ana.ok(api.createInviteLink, { params: { groupId }, body })
  return address.split('#')[1] ?? ''
}

function wrongBoardCode(who: TestUser, groupId: string, ip: string): Promise<Reply> {
  const body = { code: '222222' }
  const headers = { 'x-forwarded-for': ip }
  return who.call(api.createBoardByCode, { params: { groupId }, body, headers })
}

type Askers = { groupId: string; users: TestUser[] }

/** A group in which Ana, as many others, and Ben may ask. */
async function newAskers(others: number): Promise<Askers> {
  const users = [ana, ...(await Promise.all(Array.from({ length: others }, () => app.signUp('Eve'))))]
  const { id: groupId } = await app.groupOf(ana, ...users.slice(1), ben)
  await ana.ok(api.setAskers, { params: { groupId }, body: { askers: 'members' } })
  app.clock.advance(hourMs)
  return { groupId, users }
}

function openCall({ groupId, users }: Askers, n = 0): Promise<Reply> {
  const who = users[n % users.length] as TestUser
  const body = { text: 'Coffee?', everybody: true, needed: 1, forMinutes: 60 }
  return who.call(api.openCall, { params: { groupId }, body })
}

/** The earlier questions of the group are over. */
async function askOnce(askers: Askers, n?: number): Promise<Reply> {
  await app.database.delete(calls).where(eq(calls.groupId, askers.groupId))
  return openCall(askers, n)
}

function inviteAs(who: TestUser, groupId: string, ...emails: string[]): Promise<Reply> {
  return who.call(api.inviteMembers, { params: { groupId }, body: { emails } })
}

async function unverified(): Promise<string> {
  const email = newAddress()
  await signUp(newIp(), email)
  return email
}

async function fillWithMembers(groupId: string, count: number): Promise<string[]> {
  const found = await rows<{ userId: string }>(app.database)`
    with added as (
      insert into users (uid, email, display_name, created_at)
      select 'member' || lpad(n::text, 6, '0'), n || '@members.example', 'Member', now() from generate_series(1, ${count}::int) n
      returning uid
    )
    insert into memberships (group_id, user_id, status, last_updated, joined_at)
    select ${groupId}, uid, false, now(), now() from added returning user_id as "userId"`
  return found.map(({ userId }) => userId)
}

function milliseconds(window: string): number {
  const [count, unit = ''] = window.split(' ')
  const units = { minute: minuteMs, hour: hourMs, day: dayMs }
  return Number(count) * units[unit.replace(/s$/, '') as keyof typeof units]
}

let ips = 0
function newIp(): string {
  return `198.51.100.${++ips % 250}`
}

function newAddress(): string {
  return `${newId().toLowerCase()}@example.org`
}

import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newId } from '#platform/tokens.ts'
import { useTestApp } from '#testing/test-app.ts'
import { rows } from './database.ts'
import { groups, invitations, memberships, users } from './schema.ts'

const app = useTestApp()

const [ana, ben] = app.users('Ana', 'Ben')

const refusedBy = (constraint: string) => ({ cause: { constraint } })

describe('the database itself', () => {
  test('allows only one membership of a user in a group', async () => {
    const { id: groupId } = await app.groupOf(ana, ben)
    const now = app.clock.now()
    const again = { groupId, userId: ben.userId, status: true, lastUpdated: now, joinedAt: now }
    await expect(app.database.insert(memberships).values(again)).rejects.toMatchObject(
      refusedBy('memberships_group_id_user_id_pk'),
    )
  })

  test('allows only one pending invitation of an address to a group', async () => {
    const { id: groupId } = await app.groupOf(ana)
    const { invited } = await ana.invite(groupId, ben.email)
    const [pending] = await app.database
      .select()
      .from(invitations)
      .where(eq(invitations.id, invited[0]?.id ?? ''))
    if (!pending) throw new Error('no invitation')
    await expect(app.database.insert(invitations).values({ ...pending, id: newId() })).rejects.toMatchObject(
      refusedBy('one_pending_invitation'),
    )
    for (const status of ['declined', 'accepted', 'cancelled', 'expired'] as const) {
      await app.database.insert(invitations).values({ ...pending, id: newId(), status })
    }
    await app.database
      .insert(invitations)
      .values({ ...pending, id: newId(), email: 'somebody.else@example.org' })
  })

  test('keeps the creator in the group until the group is deleted', async () => {
    const { id: groupId } = await app.groupOf(ana, ben)
    const anas = and(eq(memberships.groupId, groupId), eq(memberships.userId, ana.userId))
    const creatorIsMember = refusedBy('groups_creator_is_member')

    await expect(app.database.delete(memberships).where(anas)).rejects.toMatchObject(creatorIsMember)
    await expect(
      app.database.delete(memberships).where(eq(memberships.groupId, groupId)),
    ).rejects.toMatchObject(creatorIsMember)
    await expect(app.database.delete(users).where(eq(users.uid, ana.userId))).rejects.toMatchObject(
      creatorIsMember,
    )
    await expect(
      app.database
        .update(memberships)
        .set({ groupId: (await app.groupOf(ben)).id })
        .where(anas),
    ).rejects.toMatchObject(creatorIsMember)
    await expect(
      app.database.update(groups).set({ createdBy: newId() }).where(eq(groups.id, groupId)),
    ).rejects.toMatchObject(creatorIsMember)
    expect(await app.database.$count(memberships, anas)).toBe(1)

    await app.database.delete(groups).where(eq(groups.id, groupId))
    expect(await app.database.$count(memberships, eq(memberships.groupId, groupId))).toBe(0)
  })

  test('refuses a group without its creator among the members', async () => {
    const values = {
      id: newId(),
      name: 'x',
      description: '',
      createdBy: ana.userId,
      created: app.clock.now(),
    }
    // The constraint is checked at the commit. This insert is a transaction of its own, so the commit follows directly.
    await expect(app.database.insert(groups).values(values)).rejects.toMatchObject(
      refusedBy('groups_creator_is_member'),
    )
    expect(await app.database.$count(groups, eq(groups.id, values.id))).toBe(0)
  })

  test('allows only lower-case addresses, and each address once', async () => {
    const rename = (email: string) =>
      app.database.update(users).set({ email }).where(eq(users.uid, ben.userId))
    await expect(rename(ben.email.toUpperCase())).rejects.toMatchObject(refusedBy('users_email_lower_case'))
    await expect(rename(ana.email)).rejects.toMatchObject(refusedBy('users_email_unique'))
    expect(await app.database.$count(users, sql`email in (${ana.email}, ${ben.email})`)).toBe(2)
  })

  test('has an index for every foreign key, because a deletion searches for the rows that refer to the deleted row', async () => {
    const found = await rows(app.database)`
      select conname from pg_constraint key
      where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
        select from pg_index where indrelid = key.conrelid and indkey[0] = any(key.conkey)
      )`
    expect(found).toEqual([])
  })
})

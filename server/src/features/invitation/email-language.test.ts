import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { newAddress, type TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const choose = (who: TestUser, language: 'de' | 'ar') => who.ok(api.setLanguage, { body: { language } })

async function invite(inviter: TestUser, email: string) {
  const { id: groupId } = await inviter.ok(api.createGroup, { body: { name: 'Choir' } })
  const body = { emails: [email], message: 'Sing!' }
  await inviter.ok(api.inviteMembers, { params: { groupId }, body })
  const invitation = (await app.emailsTo(email)).at(-1)
  return { subject: '', text: '', html: '', ...invitation }
}

test('an invited user gets the email in the own language and time zone, whatever the language of the inviter', async () => {
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  await choose(ana, 'ar')
  await choose(ben, 'de')
  const quietHours = { from: '22:00', to: '06:00', days: [1], timeZone: 'Asia/Tokyo' }
  await ben.ok(api.updateRingingSettings, { body: { quietHours } })
  const { subject, text, html } = await invite(ana, ben.email)
  expect(subject).toBe('Ana lädt dich in die Gruppe Choir auf Grouplight ein')
  expect(html).toContain('<html lang="de" dir="ltr">')
  expect(text.startsWith('> Sing!\n— Ana\n')).toBe(true)
  const [invitation] = await ben.received()
  const inTokyo = new Date(Date.parse(invitation?.expiresAt ?? '') + 9 * 60 * 60 * 1000)
  expect(text).toContain(`Gültig bis ${inTokyo.getUTCDate()}. `)
  expect(text).not.toMatch(/[\u0600-\u06ff]|invited/)
  expect(text).toContain(`${app.url}/login`)
  expect(text).not.toContain('/signup')
})

test('a stranger gets the email in the language of the inviter, with one line in English', async () => {
  const ana = await app.signUp('Ana')
  const address = () => newAddress()
  const inEnglish = /^.* invited you to join .* right now\.$/gm
  expect((await invite(ana, address())).text.match(inEnglish)).toHaveLength(1)
  await choose(ana, 'de')
  const { subject, text, html } = await invite(ana, address())
  expect(subject).toBe('Ana lädt dich in die Gruppe Choir auf Grouplight ein')
  expect(text).toContain('Diese Adresse nicht mehr einladen')
  expect(text.match(inEnglish)).toEqual([
    'Ana invited you to join Choir on Grouplight, where you show each other who’s available right now.',
  ])
  expect(text.indexOf('invited you')).toBeGreaterThan(text.indexOf('\n-- \n'))
  expect(html).toContain('<span lang="en" dir="ltr"')
})

test('a stored language that the product no longer has is replaced by English', async () => {
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  await app.database
    .update(users)
    .set({ language: 'xx' as 'en' })
    .where(eq(users.uid, ben.userId))
  const { subject, html } = await invite(ana, ben.email)
  expect(subject).toBe('Ana invited you to join Choir on Grouplight App')
  expect(html).toContain('<html lang="en" dir="ltr">')
})

import { join } from 'node:path'
import { button } from '../fixtures/call.ts'
import { fillIn } from '../fixtures/forms.ts'
import { NewSite } from '../fixtures/new-site.ts'
import { sheetOfPerson } from '../fixtures/operator-screens.ts'
import { dialog, toast } from '../fixtures/screen.ts'
import { expect, test as testOnOneServer } from '../fixtures/test.ts'

// The server starts for the first time and stores real password hashes, and the journey is long.
const longMs = 240_000

const test = testOnOneServer.extend<{ site: NewSite }>({
  site: async ({ mail }, use) => {
    const site = await NewSite.start({ SMTP_URL: mail.url, MAIL_FROM: 'club@example.org' })
    await use(site)
    await site.close()
  },
  backend: async ({ site }, use) => use(site),
})

test.describe.configure({ timeout: longMs })

test('from the first start on, an operator runs a site without a shell', async ({
  site,
  stranger,
  member,
  mail,
}) => {
  const [ana, ben] = [await stranger('Ana'), await stranger('Ben')]
  const { page } = ana

  await test.step('the printed address leads a guest through the sign-up to the page', async () => {
    await expect.poll(() => site.claimAddress).toBeDefined()
    await page.goto(site.claimAddress ?? '')
    await expect(page).toHaveURL('/login')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await ana.fillSignUp()
    await ana.verify()
    await fillIn(page, { Email: ana.email, Password: ana.password })
    await button(page, 'Sign In').click()
    await expect(page.getByText(ana.email)).toBeVisible()
    await button(page, 'I run this site').click()
    await expect(toast(page, 'You run this site now.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'State' })).toBeVisible()
    expect(new URL(page.url()).hash).toBe('')
  })

  await test.step('a test email says what the mail server says, and arrives', async () => {
    await page.getByRole('link', { name: /^Mail and ringing/ }).click()
    await button(page, 'Send me a test email').click()
    await expect(page.getByText('The mail server has taken the email.')).toBeVisible()
    await expect(page.getByText(new URL(mail.url).host)).toBeVisible()
    await expect
      .poll(() => mail.emailsTo(ana.email).filter(({ subject }) => /test/i.test(subject)))
      .toHaveLength(1)
    await button(page, 'This site').click()
  })

  await test.step('somebody who was added sets a password by the link, and then runs the site, too', async () => {
    await page.getByRole('link', { name: /^People/ }).click()
    await button(page, 'Add somebody').click()
    const form = dialog(page, 'Add somebody')
    await fillIn(form, { 'Email address': ben.email, Name: ben.name })
    await button(form, 'Add').click()
    await ben.page.goto(await page.getByLabel(/^Link for/).inputValue())
    await fillIn(ben.page, { 'New Password': ben.password, 'Confirm Password': ben.password })
    await button(ben.page, 'Reset Password').click()
    await ben.page.getByText('Password changed successfully!').waitFor()
    await ben.signIn()
    await ben.page.waitForURL('/dashboard')
    await ben.page.goto('/profile')
    await ben.page.getByRole('heading', { name: 'Profile Settings' }).waitFor()
    await expect(ben.page.getByRole('link', { name: 'This site' })).toHaveCount(0)

    const sheet = await sheetOfPerson(page, ben)
    await button(sheet, 'Let them run this site').click()
    await expect(sheet.getByText('Runs this site now.')).toBeVisible()
    await page.keyboard.press('Escape')
    await ben.page.getByRole('link', { name: 'This site' }).click()
    await expect(ben.page.getByRole('heading', { name: 'State' })).toBeVisible()
  })

  await test.step('a disabled user is signed out at once', async () => {
    const cyd = await member('Cyd')
    await cyd.page.goto('/site')
    await expect(cyd.page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await cyd.gotoLive('/dashboard')
    await page.getByLabel('Search by name or address').fill(cyd.email)
    const sheet = await sheetOfPerson(page, cyd)
    await button(sheet, 'Disable').click()
    await expect(sheet.getByText('Disabled, and signed out everywhere.')).toBeVisible()
    await expect(cyd.page).toHaveURL('/login')
    await page.keyboard.press('Escape')
    await button(page, 'This site').click()
  })

  await test.step('a downloaded backup can be restored', async () => {
    await page.getByRole('link', { name: /^Backup/ }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download a backup').click(),
    ])
    const file = join(site.folder, download.suggestedFilename())
    await download.saveAs(file)
    await expect(page.getByText('The backup is downloaded.')).toBeVisible()
    await expect(page.getByText(/^Last made/)).toBeVisible()
    expect(await site.usersIn(file)).toEqual(expect.arrayContaining([ana.email, ben.email]))
    await button(page, 'This site').click()
  })

  await test.step('a legal link stands at the foot of the pages', async () => {
    await page.getByRole('link', { name: /^Legal links/ }).click()
    await button(page, 'Change Imprint').click()
    const form = dialog(page, 'Imprint')
    await form.getByRole('radio', { name: 'On another website' }).check()
    await fillIn(form, { Address: 'https://club.example/imprint' })
    await button(form, 'Save').click()
    await expect(page.getByText('Saved.')).toBeVisible()
    const guest = await stranger('Guest')
    await guest.page.goto('/login')
    const link = guest.page.getByRole('link', { name: 'Imprint' })
    await expect(link).toHaveAttribute('href', 'https://club.example/imprint')
  })
})

import { deleteAccount } from '#account/delete-account.ts'
import { disableAccount, enableAccount } from '#account/disable-account.ts'
import { type FoundAccount, findAccount } from '#account/find-account.ts'
import { verifyAccount } from '#account/verify-account.ts'
import type { Services } from '#services.ts'
import type { Verb } from './verb.ts'

export const disableUser = verbOnAccount(
  'disable',
  'ends every session of somebody at once and refuses to sign them in',
  async (services, { id: userId, email }) =>
    (await disableAccount(services, { userId }))
      ? `${email} is disabled and signed out everywhere.`
      : `${email} was disabled already.`,
)

export const enableUser = verbOnAccount(
  'enable',
  'lets them sign in again',
  async (services, { id: userId, email }) =>
    (await enableAccount(services, { userId }))
      ? `${email} may sign in again.`
      : `${email} was not disabled.`,
)

export const verifyUser = verbOnAccount(
  'verify',
  'takes an address as verified, without a letter',
  async (services, { id: userId, email }) =>
    (await verifyAccount(services, { userId })) ? `${email} is verified.` : `${email} was verified already.`,
)

export const deleteUser = verbOnAccount(
  'delete',
  'removes an account for good; its groups must be deleted or handed over first',
  async (services, { id: userId, email }) => {
    await deleteAccount(services, { userId })
    return `The account of ${email} is deleted.`
  },
)

function verbOnAccount(
  word: string,
  about: string,
  act: (services: Services, account: FoundAccount) => Promise<string>,
): Verb {
  return {
    name: `users ${word}`,
    takes: ['<email>'],
    about,
    async run(services, { words: [typed = ''] }, say) {
      const account = await findAccount(services.database, typed)
      services.log.info({ person: account.id }, `users ${word}`)
      say(await act(services, account))
    },
  }
}

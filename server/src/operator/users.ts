import type { GroupFate } from '@grouplight/contract/account.ts'
import { maxOperators, operatorFates } from '@grouplight/contract/operator.ts'
import { addAccount } from '#features/account/add-account.ts'
import { deleteAccount } from '#features/account/delete-account.ts'
import { disableAccount, enableAccount } from '#features/account/disable-account.ts'
import { type FoundAddress, findAccount, findAddress } from '#features/account/find-account.ts'
import { setOperator } from '#features/account/operators.ts'
import { signOutEverywhere } from '#features/account/sign-out.ts'
import { deleteSignUps, type FoundAccount } from '#features/account/sign-ups.ts'
import { verifyAccount } from '#features/account/verify-account.ts'
import { announce } from '#features/notification/announce.ts'
import { hourMs } from '#platform/clock.ts'
import { OperatorError } from '#platform/config/operator-error.ts'
import type { Database } from '#platform/database/database.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import type { Command, CommandInput } from './command.ts'
import { usageError } from './parse-command.ts'

export const addUser: Command = {
  name: 'users add',
  parameters: ['<email>'],
  options: { name: '--name <name>' },
  summary: 'creates a verified account and prints a link that sets its password; works with any REGISTRATION',
  async run(services, { positionals: [typed = ''], options: { name } }, print) {
    const { userId, email, link } = await addAccount(services, { email: typed, name })
    services.log.info({ userId }, 'users add')
    print(`${email} has an account.`)
    if (!link) return print(`Its user signs in with ${services.config.provider?.name}.`)
    print(link.url)
    print(
      `The link sets the password. It works once, within ${link.lifeMs / hourMs} h. “link reset ${email}” prints a new one.`,
    )
  },
}

export const disableUser = accountCommand(
  findAccount,
  'disable',
  'ends every session of a user at once and refuses further sign-ins',
  async (services, { uid: userId, email }) =>
    (await disableAccount(services, { userId }))
      ? `${email} is disabled and signed out everywhere.`
      : `${email} was disabled already.`,
)

export const enableUser = accountCommand(
  findAccount,
  'enable',
  'lets a disabled user sign in again',
  async (services, { uid: userId, email }) =>
    (await enableAccount(services, { userId }))
      ? `${email} may sign in again.`
      : `${email} was not disabled.`,
)

export const signOutUser = accountCommand(
  findAccount,
  'sign-out',
  'ends every session of a user, who may sign in again at once',
  async (services, { uid: userId, email }) => {
    const ended = await signOutEverywhere(services, { userId })
    return ended === 0
      ? `${email} was not signed in.`
      : `${email} is signed out everywhere: ${ended === 1 ? '1 session' : `${ended} sessions`} ended.`
  },
)

export const verifyUser = accountCommand(
  findAddress,
  'verify',
  'marks an address as verified, without an email',
  async (services, address) =>
    (await verifyAccount(services, address))
      ? `${address.email} is verified.`
      : `${address.email} was verified already.`,
)

export type FateOption = (typeof operatorFates)[number]
export const fatesByOption: Record<FateOption, GroupFate> = { offer: 'members', delete: 'delete' }

export const deleteUser: Command = {
  ...accountCommand(
    findAddress,
    'delete',
    'deletes an account permanently; --groups says what becomes of its groups: their members can take them over, or they are deleted',
    async (services, { email, account }, { groups }) => {
      if (!account) {
        await deleteSignUps(services.database, email)
        return `The sign-ups of ${email} are deleted.`
      }
      const option = operatorFates.find(option => option === groups)
      const fate = option && fatesByOption[option]
      if (groups !== undefined && !fate) throw usageError('--groups is “offer” or “delete”.')
      await deleteAccount(services, { userId: account.uid, fates: () => fate && { fate } }).catch(error => {
        if (!(error instanceof Problem) || error.code !== 'still-creator') throw error
        throw new OperatorError(`${error.message} With --groups offer, their members can take them over.`)
      })
      return `The account of ${email} is deleted.`
    },
  ),
  options: { groups: '--groups offer|delete' },
}

function accountCommand<Found extends FoundAddress | FoundAccount>(
  find: (on: Database, typed: string) => Promise<Found>,
  action: string,
  summary: string,
  apply: (services: Services, found: Found, options: CommandInput['options']) => Promise<string>,
): Command {
  return {
    name: `users ${action}`,
    parameters: ['<email>'],
    summary,
    async run(services, { positionals: [typed = ''], options }, print) {
      const found = await find(services.database, typed)
      services.log.info({ userId: 'uid' in found ? found.uid : found.account?.uid }, `users ${action}`)
      print(await apply(services, found, options))
    },
  }
}

export const changeOperator: Command = {
  name: 'users operator',
  parameters: ['<email>', 'on|off'],
  summary: `lets a user open the operator’s page, or no longer; at most ${maxOperators} users`,
  async run(services, { positionals: [typed = '', word = ''] }, print) {
    if (word !== 'on' && word !== 'off') throw usageError(`“${word}” must be on or off.`)
    const isOperator = word === 'on'
    const { uid: userId, email } = await findAccount(services.database, typed)
    const changed = await setOperator(services, { userId, isOperator })
    services.log.info({ userId, isOperator }, 'users operator')
    print(
      `${email} ${changed ? 'is' : 'was'} ${isOperator ? 'an' : 'no'} operator${changed ? '' : ' already'}.`,
    )
    if (isOperator) print(`The page is ${services.config.appUrl}/site`)
  },
}

export const announceToAll: Command = {
  name: 'announce',
  parameters: ['<text>'],
  summary: 'sends a notification of up to 500 characters to every verified user',
  async run(services, { positionals: [message = ''] }, print) {
    const notified = await announce(services, { message })
    print(notified === 1 ? '1 user was notified.' : `${notified} users were notified.`)
  },
}

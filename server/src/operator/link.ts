import { createLink, linkPurposes } from '#features/account/create-link.ts'
import { findAddress } from '#features/account/find-account.ts'
import { hourMs } from '#platform/clock.ts'
import { OperatorError } from '#platform/config/operator-error.ts'
import type { Command } from './command.ts'

export const link: Command = {
  name: 'link',
  parameters: ['verify|reset', '<email>'],
  summary: 'prints a new link that verifies an address or resets a password, for users who get no emails',
  async run(services, { positionals: [word = '', typed = ''] }, print) {
    const purpose = linkPurposes.find(purpose => purpose === word)
    if (!purpose) throw new OperatorError(`“${word}” is not a kind of link: use verify or reset.`)
    const address = await findAddress(services.database, typed)
    const { url, lifeMs } = await createLink(services, { purpose, address })
    services.log.info({ userId: address.account?.uid, purpose }, 'a link was made for the operator')
    print(url)
    print(
      `The link works once, within ${lifeMs / hourMs} h, for anybody who has it. Older links of this kind no longer work.`,
    )
  },
}

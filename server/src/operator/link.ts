import { createLink, linkPurposes } from '#account/create-link.ts'
import { findAddress } from '#account/find-account.ts'
import { hourMs } from '#clock.ts'
import { OperatorError } from '#operator-error.ts'
import type { Command } from './command.ts'

export const link: Command = {
  name: 'link',
  parameters: ['verify|reset', '<email>'],
  summary: 'prints a fresh link that verifies an address or sets a new password, for when no mail arrives',
  async run(services, { positionals: [word = '', typed = ''] }, print) {
    const purpose = linkPurposes.find(purpose => purpose === word)
    if (!purpose) throw new OperatorError(`There are links to verify and to reset; “${word}” is none.`)
    const address = await findAddress(services.database, typed)
    const { url, lifeMs } = await createLink(services, { purpose, address })
    services.log.info({ person: address.account?.uid, purpose }, 'a link was made for the operator')
    print(url)
    print(
      `Good once and for ${lifeMs / hourMs} h. Older links of this kind have ended. Whoever has it can use it.`,
    )
  },
}

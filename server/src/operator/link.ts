import { createLink, linkPurposes } from '#account/create-link.ts'
import { findAddress } from '#account/find-account.ts'
import { hourMs } from '#clock.ts'
import { OperatorError } from '#operator-error.ts'
import type { Verb } from './verb.ts'

export const link: Verb = {
  name: 'link',
  takes: ['verify|reset', '<email>'],
  about: 'prints a fresh link that verifies an address or sets a new password, for when no mail arrives',
  async run(services, { words: [word = '', typed = ''] }, say) {
    const purpose = linkPurposes.find(purpose => purpose === word)
    if (!purpose) throw new OperatorError(`There are links to verify and to reset; “${word}” is none.`)
    const address = await findAddress(services.database, typed)
    const { url, lifeMs } = await createLink(services, { purpose, address })
    services.log.info({ person: address.account?.uid, purpose }, 'a link was made for the operator')
    say(url)
    say(
      `Good once and for ${lifeMs / hourMs} h. Older links of this kind have ended. Whoever has it can use it.`,
    )
  },
}

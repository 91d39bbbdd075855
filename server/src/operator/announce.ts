import { announce } from '#features/notification/announce.ts'
import type { Command } from './command.ts'

export const announceToAll: Command = {
  name: 'announce',
  parameters: ['<text>'],
  summary: 'sends a notification of up to 500 characters to every verified user',
  async run(services, { positionals: [message = ''] }, print) {
    const notified = await announce(services, { message })
    print(notified === 1 ? '1 user was notified.' : `${notified} users were notified.`)
  },
}

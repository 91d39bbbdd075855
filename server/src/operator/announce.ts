import { announce } from '#notification/announce.ts'
import type { Command } from './command.ts'

export const announceToAll: Command = {
  name: 'announce',
  parameters: ['<text>'],
  summary: 'puts a message of up to 500 characters into the bell of everybody verified',
  async run(services, { positionals: [message = ''] }, print) {
    const told = await announce(services, { message })
    print(told === 1 ? '1 person was told.' : `${told} people were told.`)
  },
}

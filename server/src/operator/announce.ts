import { announce } from '#notification/announce.ts'
import type { Verb } from './verb.ts'

export const announceToAll: Verb = {
  name: 'announce',
  takes: ['<text>'],
  about: 'puts a message of up to 500 characters into the bell of everybody verified',
  async run(services, { words: [message = ''] }, say) {
    const told = await announce(services, { message })
    say(told === 1 ? '1 person was told.' : `${told} people were told.`)
  },
}

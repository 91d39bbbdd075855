import { setAvailability } from '@grouplight/contract/availability.ts'
import type { DemoUser } from './create-demo.ts'

const usualPauseMs = 1_500
const notes = ['coffee', 'until the match starts', 'at the station', 'on call']

/** About every two seconds, sets a member's availability over the HTTP API. Returns a function that stops the changes. */
export function simulateMembers(appUrl: string, members: DemoUser[]): () => void {
  let timer = setTimeout(next, usualPauseMs)
  return () => clearTimeout(timer)

  async function next() {
    const user = oneOf(members)
    await change(user, oneOf(user.groupIds)).catch(() => {})
    timer = setTimeout(next, usualPauseMs * (0.4 + Math.random() * 1.5))
  }

  async function change({ userId, token }: DemoUser, groupId: string): Promise<void> {
    const path = setAvailability.path.replace(':groupId', groupId).replace(':userId', userId)
    const status = Math.random() < 0.5
    const hasNote = status && Math.random() < 0.3
    const details = hasNote ? { note: oneOf(notes), forMinutes: 30 + 30 * Math.floor(Math.random() * 6) } : {}
    await fetch(`${appUrl}${path}`, {
      method: setAvailability.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status, ...details }),
    })
  }
}

function oneOf<Value>(values: Value[]): Value {
  return values[Math.floor(Math.random() * values.length)] as Value
}

import { setPriority } from 'node:os'
import type { SeededUser } from '../server/testing/seed.ts'
import { HttpLine } from './http-line.ts'
import { LiveClient } from './live-client.ts'

/** One client that does not behave, until it is stopped: toggles without a pause on many connections, opens sockets, chatters. */
export type FloodTask = { url: string; person: SeededUser; lines: number }

// It shares this machine with those it wants to harm: what its own work takes from them must not be counted.
setPriority(10)

process.on('message', ({ url, person, lines }: FloodTask) => {
  for (let line = 0; line < lines; line++) void toggleForEver(url, person)
  void openForEver(url, person)
})

async function toggleForEver(url: string, { userId, token, groupIds }: SeededUser): Promise<void> {
  const line = new HttpLine(url)
  const path = `/api/groups/${groupIds[0]}/members/${userId}/availability`
  for (let available = true; ; available = !available) {
    try {
      await line.ask('PUT', path, token, `{"status":${available}}`)
    } catch {
      return
    }
  }
}

async function openForEver(url: string, { token }: SeededUser): Promise<void> {
  for (;;) {
    const client = new LiveClient(`${url}/api/live`, token, () => {})
    await client.opened.catch(() => {})
    for (let said = 0; said < 2_000; said++) client.say('ping')
    await Promise.race([client.closed, new Promise(resolve => setTimeout(resolve, 100))])
    client.cut()
  }
}

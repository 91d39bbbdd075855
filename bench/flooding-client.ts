import { setPriority } from 'node:os'
import type { SeededUser } from '../server/testing/seed.ts'
import { HttpConnection } from './http-connection.ts'
import { LiveClient } from './live-client.ts'

/** An abusive client that toggles on many connections, opens sockets and sends messages without a pause until it is stopped. */
export type FloodTask = { url: string; person: SeededUser; connections: number }

// Its own CPU use must not slow down the others on this machine.
setPriority(10)

process.on('message', ({ url, person, connections }: FloodTask) => {
  for (let line = 0; line < connections; line++) void toggleForEver(url, person)
  void openForEver(url, person)
})

async function toggleForEver(url: string, { userId, token, groupIds }: SeededUser): Promise<void> {
  const line = new HttpConnection(url)
  const path = `/api/groups/${groupIds[0]}/members/${userId}/availability`
  for (let available = true; ; available = !available) {
    try {
      await line.request('PUT', path, token, `{"status":${available}}`)
    } catch {
      return
    }
  }
}

async function openForEver(url: string, { token }: SeededUser): Promise<void> {
  for (;;) {
    const client = new LiveClient(`${url}/api/live`, token, () => {})
    await client.opened.catch(() => {})
    for (let sent = 0; sent < 2_000; sent++) client.send('ping')
    await Promise.race([client.closed, new Promise(resolve => setTimeout(resolve, 100))])
    client.cut()
  }
}

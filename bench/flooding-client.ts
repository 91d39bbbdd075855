import { setPriority } from 'node:os'
import type { SeededUser } from '../server/testing/seed.ts'
import { HttpConnection } from './http-connection.ts'
import { LiveClient } from './live-client.ts'

/** The task of a process that floods the server until the process is stopped. */
export type FloodTask = { url: string; user: SeededUser; connections: number }

// This process should take no CPU time that the server and the load generator on the same machine need.
setPriority(10)

process.on('message', ({ url, user, connections }: FloodTask) => {
  for (let opened = 0; opened < connections; opened++) void toggleUntilStopped(url, user)
  void floodSockets(url, user)
})

async function toggleUntilStopped(url: string, { userId, token, groupIds }: SeededUser): Promise<void> {
  const connection = new HttpConnection(url)
  const path = `/api/groups/${groupIds[0]}/members/${userId}/availability`
  for (let available = true; ; available = !available) {
    try {
      await connection.request('PUT', path, token, `{"status":${available}}`)
    } catch {
      return
    }
  }
}

async function floodSockets(url: string, { token }: SeededUser): Promise<void> {
  for (;;) {
    const client = new LiveClient(`${url}/api/live`, token, () => {})
    await client.opened.catch(() => {})
    for (let sent = 0; sent < 2_000; sent++) client.send('ping')
    await Promise.race([client.closed, new Promise(resolve => setTimeout(resolve, 100))])
    client.cut()
  }
}

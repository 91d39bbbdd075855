import { Agent, request } from 'node:http'
import type { Wire } from './mutations.ts'

export type Answered = { status: number; type: string; body: string; ms: number }

/** Sends a request just as it is. Null: the server closed the connection without a word, as it may. */
export function send(
  url: string,
  agent: Agent,
  { method, path, headers, body }: Wire,
): Promise<Answered | null> {
  const startedAt = performance.now()
  return new Promise(resolve => {
    const length =
      body === undefined || headers['transfer-encoding']
        ? {}
        : { 'content-length': String(Buffer.byteLength(body)) }
    const { hostname, port } = new URL(url)
    const sent = request(
      { hostname, port, method, path, agent, headers: { ...headers, ...length } },
      answer => {
        const chunks: Buffer[] = []
        answer.on('data', chunk => chunks.push(chunk))
        answer.on('error', () => resolve(null))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            type: answer.headers['content-type'] ?? '',
            body: Buffer.concat(chunks).toString('utf8'),
            ms: performance.now() - startedAt,
          }),
        )
      },
    )
    sent.on('error', () => resolve(null))
    // Upgrades and promises of more to come are nothing this client understands.
    sent.setTimeout(60_000, () => sent.destroy())
    sent.end(body)
  })
}

export function openAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 8 })
}

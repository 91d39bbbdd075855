import { Agent, request } from 'node:http'
import type { RawRequest } from './mutations.ts'

export type Answer = { status: number; type: string; body: string; ms: number }

/** Sends a request. Returns null if no complete response arrives, for example because the server closes the connection. */
export function send(
  url: string,
  agent: Agent,
  { method, path, headers, body }: RawRequest,
): Promise<Answer | null> {
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
    // The timeout ends a request that gets no response, or only an interim response (1xx).
    sent.setTimeout(60_000, () => sent.destroy())
    sent.end(body)
  })
}

export function openAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 8 })
}

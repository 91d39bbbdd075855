import type { IncomingMessage } from 'node:http'
import { exchange, mostBytesRead, type Options } from './post.ts'

/** Returns the body of the response. Sends nothing but the request. Rejects if the response is not 200, or is longer than 4 KiB. */
export function get(address: string, options: Options): Promise<string> {
  return exchange(address, { method: 'GET' }, options, readBody)
}

async function readBody(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let count = 0
  for await (const chunk of response) {
    count += chunk.length
    // Leaving the loop closes the connection.
    if (response.statusCode !== 200 || count > mostBytesRead) throw unusable(response.statusCode)
    parts.push(chunk)
  }
  if (response.statusCode !== 200) throw unusable(response.statusCode)
  return Buffer.concat(parts).toString()
}

function unusable(status: number | undefined): Error {
  return Object.assign(new Error('the response cannot be used'), {
    code: status === 200 ? 'TOO_LONG' : `HTTP ${status}`,
  })
}

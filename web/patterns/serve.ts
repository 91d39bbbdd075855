import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

/** Serves the page of all patterns, which is no part of the built web app. Returns its address. */
export async function servePatterns(): Promise<{ address: string; close: () => Promise<void> }> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const server = await createServer({ root, logLevel: 'error', server: { port: 0, host: '127.0.0.1' } })
  await server.listen()
  const address = new URL('patterns/index.html', server.resolvedUrls?.local[0]).href
  return { address, close: () => server.close() }
}

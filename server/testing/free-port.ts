import { createServer } from 'node:net'

// Linux uses the ports from 32768 for outgoing connections and for listeners on port 0. Tests use lower ports, so that no such
// connection or listener takes the port of a server while the server restarts.
const lowest = 11_000
const highest = 32_000

export async function freePort(): Promise<number> {
  const port = lowest + Math.floor(Math.random() * (highest - lowest))
  const server = createServer()
  const isFree = await new Promise<boolean>(resolve => {
    server.once('error', () => resolve(false))
    server.listen(port, () => resolve(true))
  })
  if (!isFree) return freePort()
  await new Promise(resolve => server.close(resolve))
  return port
}

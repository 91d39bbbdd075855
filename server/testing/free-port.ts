import { createServer } from 'node:net'

// Below the ports that the kernel gives to outgoing connections and to listeners on port 0 (32768 and up on Linux). So nobody
// takes a port of ours while its server is being restarted.
const lowest = 11_000
const highest = 32_000

/** Returns a random port on which nobody listens. */
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

import { createSocket } from 'node:dgram'
import dns from 'node:dns'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'

/** Answers on loopback that every name has the address 127.0.0.1, except the names for which it is silent. */
export class NameServer {
  isSilentFor: (name: string) => boolean = () => false
  /** The names for which there was no answer. */
  readonly unanswered = new Set<string>()
  readonly #socket = createSocket('udp4').on('message', (question, { port, address }) => {
    const name = nameIn(question)
    if (this.isSilentFor(name)) this.unanswered.add(name)
    else this.#socket.send(answerTo(question), port, address)
  })

  /** Until `close`, all lookups of this process ask this server. */
  static async open(): Promise<NameServer> {
    const server = new NameServer()
    await new Promise<void>(resolve => server.#socket.bind(0, '127.0.0.1', resolve))
    const { port } = server.#socket.address() as AddressInfo
    const { Resolver } = dns.promises
    const { resolve4 } = Resolver.prototype
    // The address of the server must be set before the first question of a resolver, which is always for IPv4 addresses.
    vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation(function (
      this: typeof Resolver.prototype,
      name: string,
    ) {
      this.setServers([`127.0.0.1:${port}`])
      return (resolve4 as (name: string) => Promise<string[]>).call(this, name)
    } as never)
    // A lookup by the system cannot be cancelled: it waits until the server answers.
    vi.spyOn(dns, 'lookup').mockImplementation(((
      name: string,
      _: object,
      callback: (...args: unknown[]) => void,
    ) => {
      if (server.isSilentFor(name)) server.unanswered.add(name)
      else callback(null, [{ address: '127.0.0.1', family: 4 }])
    }) as never)
    return server
  }

  async close(): Promise<void> {
    vi.restoreAllMocks()
    await new Promise<void>(resolve => this.#socket.close(() => resolve()))
  }
}

const headerBytes = 12

function nameIn(question: Buffer): string {
  const labels: string[] = []
  for (let at = headerBytes; question[at]; at += (question[at] ?? 0) + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)))
  return labels.join('.').toLowerCase()
}

/** To a question for other records than IPv4 addresses, the answer contains no record. */
function answerTo(question: Buffer): Buffer {
  const end = question.indexOf(0, headerBytes) + 5
  const asked = question.subarray(headerBytes, end)
  const isForIpv4 = asked.readUInt16BE(asked.length - 4) === 1
  const header = Buffer.from(question.subarray(0, headerBytes))
  // A response without an error, from a server that asks other servers if it must. It has one question and at most one answer.
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(isForIpv4 ? 1 : 0, 6)
  header.writeUInt32BE(0, 8)
  // The name of the question, type A, class IN, a minute, four bytes.
  const record = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1])
  return Buffer.concat(isForIpv4 ? [header, asked, record] : [header, asked])
}

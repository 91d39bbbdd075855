import { connect, type Socket } from 'node:net'

export type Reply = { status: number; body: string; etag: string | undefined }

const idle = new Map<string, HttpLine[]>()

/** Asks on a connection that is kept and free, or on a new one. */
export async function askAt(origin: string, ...question: Parameters<HttpLine['ask']>): Promise<Reply> {
  const lines = idle.get(origin) ?? []
  idle.set(origin, lines)
  let line = lines.pop()
  while (line && !line.isOpen) line = lines.pop()
  line ??= new HttpLine(origin)
  const reply = await line.ask(...question)
  lines.push(line)
  return reply
}

/** What is kept too long the server would close, perhaps just when something is asked. */
export function closeIdleLines(): void {
  for (const line of [...idle.values()].flat()) line.close()
  idle.clear()
}

/** One kept-alive HTTP connection with one request at a time: the cheapest way to ask from the process that also watches. */
export class HttpLine {
  readonly #socket: Socket
  readonly #host: string
  #text = ''
  #resolve: ((reply: Reply) => void) | undefined
  #reject: ((error: Error) => void) | undefined

  constructor(origin: string) {
    const { hostname, port, host } = new URL(origin)
    this.#host = host
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.setEncoding('utf8')
    this.#socket.on('data', (text: string) => this.#hear(text))
    this.#socket.on('error', error => this.#reject?.(error))
    this.#socket.on('close', () => this.#reject?.(new Error('The server closed the connection')))
  }

  ask(method: string, path: string, token: string, body = '', headers = ''): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
      const type = body
        ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
        : ''
      this.#socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: ${this.#host}\r\nAuthorization: Bearer ${token}\r\n${headers}${type}\r\n${body}`,
      )
    })
  }

  get isOpen(): boolean {
    return this.#socket.readyState === 'open'
  }

  close(): void {
    this.#reject = undefined
    this.#socket.destroy()
  }

  #hear(text: string): void {
    this.#text += text
    const end = this.#text.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#text.slice(0, end)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    const rest = this.#text.slice(end + 4)
    if (Buffer.byteLength(rest) < length) return
    this.#text = ''
    this.#resolve?.({
      status: Number(head.slice(9, 12)),
      body: rest,
      etag: /\r\netag: (.+)/i.exec(head)?.[1],
    })
  }
}

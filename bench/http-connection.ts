import { connect, type Socket } from 'node:net'

export type Reply = { status: number; body: string; etag: string | undefined }

const idle = new Map<string, HttpConnection[]>()

export async function send(
  origin: string,
  ...request: Parameters<HttpConnection['request']>
): Promise<Reply> {
  const connections = idle.get(origin) ?? []
  idle.set(origin, connections)
  let connection = connections.pop()
  while (connection && !connection.isOpen) connection = connections.pop()
  connection ??= new HttpConnection(origin)
  const reply = await connection.request(...request)
  connections.push(connection)
  return reply
}

/** Must be called after each measurement. Otherwise, the server may close an idle connection while the next request is being sent. */
export function closeIdleConnections(): void {
  for (const connection of [...idle.values()].flat()) connection.close()
  idle.clear()
}

/** A keep-alive HTTP connection with one request at a time. A complete HTTP client would need more CPU time. */
export class HttpConnection {
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
    this.#socket.on('data', (text: string) => this.#receive(text))
    this.#socket.on('error', error => this.#reject?.(error))
    this.#socket.on('close', () => this.#reject?.(new Error('The server closed the connection')))
  }

  request(method: string, path: string, token: string, body = '', headers = ''): Promise<Reply> {
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

  #receive(text: string): void {
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

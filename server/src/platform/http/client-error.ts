import type { Socket } from 'node:net'
import type { ProblemBody } from '@grouplight/contract/problem.ts'

type Refusal = { status: string } & ProblemBody

const writingMs = 5_000

export function answerClientError(headers: Record<string, string>) {
  return ({ code }: NodeJS.ErrnoException, socket: Socket): void => {
    // An answer behind others that the client does not read would never be sent.
    if (!socket.writable || socket.writableLength > 0) return void socket.destroy()
    const { status, ...body } = refusals[code ?? ''] ?? unreadable
    const text = JSON.stringify(body satisfies ProblemBody)
    const lines = Object.entries({
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    // The server no longer reads from this connection, but the client may still be sending.
    socket.once('finish', () => socket.destroy())
    setTimeout(() => socket.destroy(), writingMs).unref()
    socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${text}`)
  }
}

const unreadable: Refusal = {
  status: '400 Bad Request',
  code: 'invalid-input',
  message: 'The request cannot be read.',
}

const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'payload-too-large',
    message: 'The headers of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'invalid-input',
    message: 'The request took too long.',
  },
}

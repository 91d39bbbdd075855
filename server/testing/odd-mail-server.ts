import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

type Step = 'greeting' | 'EHLO' | 'HELO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'message'

/** How the server answers: with these lines, never, by closing the connection, or with lines that never end. */
type Answer = string | 'silent' | 'close' | 'trickle'

/** The answers that differ from those of a usual server. A function gets the line of the client. */
export type Oddity = Partial<Record<Step, Answer | ((line: string) => Answer)>>

const usual: Record<Step, Answer> = {
  greeting: '220 mail.example ESMTP',
  EHLO: '250-mail.example\r\n250 8BITMIME',
  HELO: '250 mail.example',
  STARTTLS: '502 5.5.1 Not here',
  AUTH: '235 2.7.0 Welcome',
  MAIL: '250 2.1.0 Ok',
  RCPT: '250 2.1.5 Ok',
  DATA: '354 Go on',
  message: '250 2.0.0 Ok: queued as 4711',
}

/** A mail server without TLS that answers as the test wants, even against the protocol. */
export class OddMailServer {
  oddity: Oddity = {}
  /** The recipients whose emails were accepted. */
  readonly accepted: string[] = []
  /** What clients have sent, without the emails. */
  readonly lines: string[] = []
  readonly #sockets = new Set<Socket>()
  readonly #server: Server

  private constructor() {
    this.#server = createServer(socket => this.#serve(socket))
  }

  static async open(oddity: Oddity = {}): Promise<OddMailServer> {
    const server = new OddMailServer()
    server.oddity = oddity
    await new Promise<void>(resolve => server.#server.listen(0, '127.0.0.1', resolve))
    return server
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise(resolve => this.#server.close(resolve))
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => {})
    let buffered = ''
    let recipient = ''
    let isInMessage = false
    const answer = (step: Step, line: string): void => {
      const odd = this.oddity[step] ?? usual[step]
      const text = typeof odd === 'function' ? odd(line) : odd
      if (text === 'silent') return
      if (text === 'close') {
        socket.destroy()
        return
      }
      if (text === 'trickle') {
        const timer = setInterval(() => socket.write('250-Please wait\r\n'), 50)
        socket.on('close', () => clearInterval(timer))
        return
      }
      if (step === 'message' && text.startsWith('2')) this.accepted.push(recipient)
      isInMessage = step === 'DATA' && text.startsWith('3')
      socket.write(`${text}\r\n`)
    }
    const take = (line: string): void => {
      this.lines.push(line)
      const [verb = ''] = line.toUpperCase().split(' ')
      if (verb === 'RCPT') recipient = /<(.*)>/.exec(line)?.[1] ?? ''
      if (verb === 'QUIT') socket.end('221 Bye\r\n')
      else if (verb === 'RSET') socket.write('250 Ok\r\n')
      else if (verb in usual) answer(verb as Step, line)
      else socket.write('500 What?\r\n')
    }
    socket.on('data', chunk => {
      buffered += chunk.toString('utf8')
      for (;;) {
        const end = isInMessage ? '\r\n.\r\n' : '\r\n'
        const at = buffered.indexOf(end)
        if (at < 0) return
        const text = buffered.slice(0, at)
        buffered = buffered.slice(at + end.length)
        if (!isInMessage) take(text)
        else {
          isInMessage = false
          answer('message', recipient)
        }
      }
    })
    socket.on('close', () => this.#sockets.delete(socket))
    answer('greeting', '')
  }
}

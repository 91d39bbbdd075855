import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, vi } from 'vitest'
import { freePort } from './free-port.ts'

/** A received email with its SMTP envelope. */
export type Mail = Omit<Email, 'sender'> & { sender: string; recipients: string[]; raw: string }

/** An SMTP refusal, or a connection that is cut after the email was taken but before that is answered. */
export type MailFailure = { code: number; message: string; at: 'recipient' | 'content' } | 'connection cut'

/** A real SMTP server on its own port. It keeps every email in order. */
export class TestMailServer {
  readonly port: number
  readonly inbox: Mail[] = []
  /** The recipient of every delivery attempt, taken or refused. */
  readonly tries: string[] = []
  /** How delivery to a recipient fails, if it does. */
  failureFor: (recipient: string) => MailFailure | undefined = () => undefined
  login: { user: string; password: string } | undefined
  /** If set, every sender is refused. */
  senderFailure: { code: number; message: string } | undefined
  #server: SMTPServer | undefined

  private constructor(port: number) {
    this.port = port
  }

  static async open(): Promise<TestMailServer> {
    const server = new TestMailServer(await freePort())
    await server.reopen()
    return server
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`
  }

  /** From now on connections are refused. */
  async close(): Promise<void> {
    await new Promise<void>(resolve => (this.#server ? this.#server.close(resolve) : resolve()))
    this.#server = undefined
  }

  /** Listens again on the same port. */
  async reopen(): Promise<void> {
    const server = new SMTPServer({
      authOptional: this.login === undefined,
      allowInsecureAuth: true,
      hideSTARTTLS: true,
      closeTimeout: 100,
      logger: false,
      onAuth: ({ username, password }, _session, done) => {
        const known = username === this.login?.user && password === this.login?.password
        done(known ? null : refusal(535, 'Wrong user or password'), { user: username })
      },
      onMailFrom: (_address, _session, done) => {
        const failure = this.senderFailure
        done(failure ? refusal(failure.code, failure.message) : null)
      },
      onRcptTo: ({ address }, _session, done) => {
        this.tries.push(address)
        const failure = this.failureFor(address)
        done(
          failure && failure !== 'connection cut' && failure.at === 'recipient'
            ? refusal(failure.code, failure.message)
            : null,
        )
      },
      onData: async (stream, session, done) => {
        const raw = Buffer.concat(await stream.toArray()).toString('utf8')
        const { mailFrom, rcptTo } = session.envelope
        const recipients = rcptTo.map(({ address }) => address)
        const failure = this.failureFor(recipients[0] ?? '')
        if (failure && failure !== 'connection cut') return done(refusal(failure.code, failure.message))
        const mail = await PostalMime.parse(raw)
        this.inbox.push({ ...mail, raw, recipients, sender: mailFrom ? mailFrom.address : '' })
        if (failure !== 'connection cut') return done()
        for (const connection of server.connections)
          if (connection.id === session.id) connection._socket.destroy()
      },
    })
    // Tests break connections on purpose.
    server.on('error', () => {})
    this.#server = server
    await new Promise<void>(resolve => server.listen(this.port, '127.0.0.1', () => resolve()))
  }

  /** Waits until an address has so many emails. */
  async mailsTo(address: string, count = 1): Promise<Mail[]> {
    return vi.waitFor(() => {
      const found = this.inbox.filter(({ recipients }) => recipients.includes(address))
      expect(found, `mails to ${address}`).toHaveLength(count)
      return found
    }, 10_000)
  }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, vi } from 'vitest'
import { freePort } from './free-port.ts'

/** A received email with its SMTP envelope. */
export type Mail = Omit<Email, 'sender'> & { sender: string; recipients: string[]; raw: string }

/** With 'connection cut', the mail server stores the email, but closes the connection instead of confirming the receipt. */
export type MailFailure = { code: number; message: string; at: 'recipient' | 'content' } | 'connection cut'

export class TestMailServer {
  readonly port: number
  readonly inbox: Mail[] = []
  /** The recipients that clients have named, including refused ones. */
  readonly triedRecipients: string[] = []
  failureFor: (recipient: string) => MailFailure | undefined = () => undefined
  login: { user: string; password: string } | undefined
  /** With 'starttls' and 'from the start', the server has a self-signed certificate. */
  tls: 'none' | 'starttls' | 'from the start' = 'none'
  /** Whether TLS protected each connection that sent an email. */
  readonly wasSecure: boolean[] = []
  /** If set, the mail server refuses every sender. */
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

  async close(): Promise<void> {
    await new Promise<void>(resolve => (this.#server ? this.#server.close(resolve) : resolve()))
    this.#server = undefined
  }

  async reopen(): Promise<void> {
    const server = new SMTPServer({
      authOptional: this.login === undefined,
      allowInsecureAuth: true,
      disabledCommands: this.tls === 'starttls' ? [] : ['STARTTLS'],
      secure: this.tls === 'from the start',
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
        this.triedRecipients.push(address)
        const failure = this.failureFor(address)
        done(
          failure && failure !== 'connection cut' && failure.at === 'recipient'
            ? refusal(failure.code, failure.message)
            : null,
        )
      },
      onData: async (stream, session, done) => {
        this.wasSecure.push(session.secure)
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
    // Errors are ignored, because tests break connections on purpose.
    server.on('error', () => {})
    this.#server = server
    await new Promise<void>(resolve => server.listen(this.port, '127.0.0.1', () => resolve()))
  }

  /** Waits until an address has received exactly `count` emails, and returns them. Throws after 10 seconds. */
  async mailsTo(address: string, count = 1): Promise<Mail[]> {
    return vi.waitFor(() => {
      const found = this.inbox.filter(({ recipients }) => recipients.includes(address))
      expect(found, `emails to ${address}`).toHaveLength(count)
      return found
    })
  }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, vi } from 'vitest'
import { freePort } from './free-port.ts'

/** A mail as it came over the line: its content, and the envelope that decided where it went. */
export type Mail = Omit<Email, 'sender'> & { sender: string; recipients: string[]; raw: string }

/** What happens to a mail instead of being taken: an SMTP refusal, or taken and the line cut before that is said. */
export type Mishap = { code: number; says: string; at: 'recipient' | 'content' } | 'line cut'

/** A real mail server with a port of its own. Everything it takes lies in the inbox, in order. */
export class PostOffice {
  readonly port: number
  readonly inbox: Mail[] = []
  /** How often somebody tried to deliver to an address, taken or not. */
  readonly tries: string[] = []
  /** Decides about each mail, by its recipient. */
  mishap: (recipient: string) => Mishap | undefined = () => undefined
  login: { user: string; password: string } | undefined
  /** Refuses whatever sender there is, if set. */
  senderMishap: { code: number; says: string } | undefined
  #server: SMTPServer | undefined

  private constructor(port: number) {
    this.port = port
  }

  static async open(): Promise<PostOffice> {
    const office = new PostOffice(await freePort())
    await office.reopen()
    return office
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`
  }

  /** Stops answering: connections are refused. */
  async close(): Promise<void> {
    await new Promise<void>(resolve => (this.#server ? this.#server.close(resolve) : resolve()))
    this.#server = undefined
  }

  /** Answers (again), on the same port. */
  async reopen(): Promise<void> {
    const server = new SMTPServer({
      authOptional: this.login === undefined,
      allowInsecureAuth: true,
      hideSTARTTLS: true,
      closeTimeout: 100,
      logger: false,
      onAuth: ({ username, password }, _session, done) => {
        const known = username === this.login?.user && password === this.login?.password
        done(known ? null : refusal(535, 'Who are you?'), { user: username })
      },
      onMailFrom: (_address, _session, done) => {
        const mishap = this.senderMishap
        done(mishap ? refusal(mishap.code, mishap.says) : null)
      },
      onRcptTo: ({ address }, _session, done) => {
        this.tries.push(address)
        const mishap = this.mishap(address)
        done(
          mishap && mishap !== 'line cut' && mishap.at === 'recipient'
            ? refusal(mishap.code, mishap.says)
            : null,
        )
      },
      onData: async (stream, session, done) => {
        const raw = Buffer.concat(await stream.toArray()).toString('utf8')
        const { mailFrom, rcptTo } = session.envelope
        const recipients = rcptTo.map(({ address }) => address)
        const mishap = this.mishap(recipients[0] ?? '')
        if (mishap && mishap !== 'line cut') return done(refusal(mishap.code, mishap.says))
        const mail = await PostalMime.parse(raw)
        this.inbox.push({ ...mail, raw, recipients, sender: mailFrom ? mailFrom.address : '' })
        if (mishap !== 'line cut') return done()
        for (const connection of server.connections)
          if (connection.id === session.id) connection._socket.destroy()
      },
    })
    // A line that breaks is part of the play.
    server.on('error', () => {})
    this.#server = server
    await new Promise<void>(resolve => server.listen(this.port, '127.0.0.1', () => resolve()))
  }

  /** All mails to an address, once there are so many. */
  async mailsTo(address: string, count = 1): Promise<Mail[]> {
    return vi.waitFor(() => {
      const found = this.inbox.filter(({ recipients }) => recipients.includes(address))
      expect(found, `mails to ${address}`).toHaveLength(count)
      return found
    }, 10_000)
  }
}

function refusal(responseCode: number, says: string): Error {
  return Object.assign(new Error(says), { responseCode })
}

import { emailOf, password, type SeededUser } from '../server/testing/seed.ts'
import { HttpConnection } from './http-connection.ts'

/** Signs users in, `inFlight` at the same time, until the process is stopped. */
export type SignInTask = { url: string; users: SeededUser[]; inFlight: number }

let done = 0

// For the message 'count', this process sends back how many sign-in requests were answered.
process.on('message', (task: SignInTask | 'count') => {
  if (task === 'count') process.send?.(done)
  else for (let started = 0; started < task.inFlight; started++) void signInWithoutPause(task)
})

async function signInWithoutPause({ url, users }: SignInTask): Promise<void> {
  const connection = new HttpConnection(url)
  for (;;) {
    const { userId } = users[Math.floor(Math.random() * users.length)] as SeededUser
    await connection.request('POST', '/api/session', '', JSON.stringify({ email: emailOf(userId), password }))
    done++
  }
}

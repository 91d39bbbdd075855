export const timeLimitMs = 10_000

export function timeLimitError(): Error {
  return Object.assign(new Error('the receiver does not respond'), { code: 'ETIMEDOUT' })
}

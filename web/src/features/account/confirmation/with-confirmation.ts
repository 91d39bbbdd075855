import { problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { createStore } from '#ui/store.ts'

type ConfirmationRequest = { onConfirmed: () => void; onCancelled: () => void }

/** Null while no request waits for a confirmation. */
export const confirmationRequest = createStore<ConfirmationRequest | null>(null)

/** Thrown if the user gives no confirmation, for example by cancelling. Callers show no message about this error. */
export class NotConfirmed extends Error {}

/**
 * If the server requires a confirmation, asks the user for it and then calls `send` again. Throws `NotConfirmed` if the user
 * gives none. The page must show `ConfirmationDialog`.
 */
export async function withConfirmation<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    if (problemCode(error) !== 'confirm-first') throw error
  }
  closeConfirmationRequest('onCancelled')
  await new Promise<void>((resolve, reject) =>
    confirmationRequest.set({ onConfirmed: resolve, onCancelled: () => reject(new NotConfirmed()) }),
  )
  return send()
}

export function closeConfirmationRequest(end: keyof ConfirmationRequest): void {
  const request = confirmationRequest.get()
  confirmationRequest.set(null)
  request?.[end]()
}

/** Returns null if there is no error, or if the error is a `NotConfirmed`. */
export function errorText(error: unknown): string | null {
  return error && !(error instanceof NotConfirmed) ? problemText(error) : null
}

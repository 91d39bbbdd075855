import { expect, test, vi } from 'vitest'
import { ProblemError } from '#api/client.ts'
import {
  closeConfirmationRequest,
  confirmationRequest,
  NotConfirmed,
  withConfirmation,
} from './with-confirmation.ts'

const refusal = (code: ProblemError['code']) => new ProblemError({ code, status: 403, message: '' })

test('a request that needs a confirmation is sent again after the confirmation', async () => {
  const send = vi.fn().mockRejectedValueOnce(refusal('confirm-first')).mockResolvedValueOnce('done')
  const answer = withConfirmation(send)
  await vi.waitFor(() => expect(confirmationRequest.get()).not.toBeNull())
  expect(send).toHaveBeenCalledOnce()
  closeConfirmationRequest('onConfirmed')
  expect(await answer).toBe('done')
  expect(confirmationRequest.get()).toBeNull()
})

test('a request that needs a confirmation is not sent again if the user cancels', async () => {
  const send = vi.fn().mockRejectedValue(refusal('confirm-first'))
  const answer = withConfirmation(send)
  await vi.waitFor(() => expect(confirmationRequest.get()).not.toBeNull())
  closeConfirmationRequest('onCancelled')
  await expect(answer).rejects.toThrow(NotConfirmed)
  expect(send).toHaveBeenCalledOnce()
})

test('a request that needs a confirmation cancels an earlier request that waits for one', async () => {
  const first = withConfirmation(() => Promise.reject(refusal('confirm-first')))
  const refused = expect(first).rejects.toThrow(NotConfirmed)
  await vi.waitFor(() => expect(confirmationRequest.get()).not.toBeNull())
  const send = vi.fn().mockRejectedValueOnce(refusal('confirm-first')).mockResolvedValueOnce('done')
  const second = withConfirmation(send)
  await refused
  closeConfirmationRequest('onConfirmed')
  expect(await second).toBe('done')
})

test('no confirmation is requested if a request fails for a reason other than a missing confirmation', async () => {
  await expect(withConfirmation(() => Promise.reject(refusal('unreachable')))).rejects.toThrow(ProblemError)
  expect(confirmationRequest.get()).toBeNull()
})

import { vi } from 'vitest'
import { waitMs } from './time-limits.ts'

// Vitest has a setting for the limit of `expect.poll`, but none for `vi.waitFor` and `vi.waitUntil`, which wait for one second. This file
// runs before each test file. If the worker does not isolate its test files, `vi` is already changed.
if (vi.waitFor.name !== 'waitPatiently') {
  const { waitFor, waitUntil } = vi
  vi.waitFor = function waitPatiently(callback, options) {
    return waitFor(callback, patient(options))
  }
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))
}

type Options = Parameters<typeof vi.waitFor>[1]

function patient(options: Options = {}): Options {
  return { timeout: waitMs, ...(typeof options === 'number' ? { timeout: options } : options) }
}

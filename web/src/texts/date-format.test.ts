import { expect, test, vi } from 'vitest'
import { sinceText } from '#features/members/since-text.ts'
import { connectionText } from '#live/connection-text.ts'
import { exactMoment } from './date-format.ts'

vi.mock('./language.ts', async importOriginal => ({ ...(await importOriginal<object>()), locale: 'en-US' }))

test('a user with a 12-hour clock sees 12-hour times in rows, in the connection banner and in tooltips', () => {
  const at = new Date(2026, 2, 12, 14, 5)
  expect(sinceText(at, new Date(2026, 2, 12, 18, 0))).toMatch(/^since 2:05\sPM$/)
  expect(connectionText({ status: 'offline', asOf: at.getTime() })).toMatch(/^Offline, as of 2:05\sPM$/)
  expect(exactMoment(at)).toMatch(/2:05\sPM$/)
})

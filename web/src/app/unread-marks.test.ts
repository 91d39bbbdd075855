import { expect, test } from 'vitest'
import { appName } from '#ui/site.ts'
import { tabTitle } from './unread-marks.ts'

test.each([
  [0, appName],
  [1, `(1) ${appName}`],
  [999, `(999) ${appName}`],
  [1_000, `(999+) ${appName}`],
])('with %i unread notifications, the title of a hidden tab is %s', (unread, title) => {
  expect(tabTitle(unread, true)).toBe(title)
  expect(tabTitle(unread, false)).toBe(appName)
})

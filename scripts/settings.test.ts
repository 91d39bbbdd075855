import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { settingsPage } from './settings.ts'

test('the table of docs/settings.md shows the settings as they are in the code (otherwise: npm run settings)', () => {
  expect(readFileSync(resolve(import.meta.dirname, '../docs/settings.md'), 'utf8')).toBe(settingsPage())
})

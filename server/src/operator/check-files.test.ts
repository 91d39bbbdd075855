import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '@grouplight/contract/operator.ts'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { lockDirectory } from '#platform/database/embedded/data-dir/directory-lock.ts'
import { checkFiles } from './check-files.ts'

async function lockOf(dataDir: string): Promise<Finding | undefined> {
  for await (const finding of checkFiles(readConfig({ DATA_DIR: dataDir })))
    if (finding.area === 'lock') return finding
}

function newFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'grouplight-files-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

test('a data folder that cannot be written is not said to be in use by a process', async () => {
  const dataDir = newFolder()
  // SQLite can open this file as little as a file on a read-only disk.
  mkdirSync(join(dataDir, 'lock.sqlite'))
  expect(await lockOf(dataDir)).toMatchObject({
    state: 'wrong',
    text: expect.stringMatching(/^DATA_DIR \S+ cannot be written: (?!.*process)/),
  })
})

test('a data folder that a process without commands uses is wrong', async () => {
  const dataDir = newFolder()
  const lock = lockDirectory(dataDir)
  onTestFinished(() => lock.release())
  expect(await lockOf(dataDir)).toMatchObject({
    state: 'wrong',
    text: expect.stringMatching(/is in use by process \d+ .*, and that process accepts no commands$/),
  })
})

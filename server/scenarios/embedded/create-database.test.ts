import fs from 'node:fs'
import { dirname } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createDatabaseIfMissing } from '#platform/database/embedded/data-dir/create-database.ts'
import { emptyDataDir } from './data-dir.fixture.ts'

const ignore = () => {}

test.for([
  ['creation', []],
  ["copy of the build's database", ['PG_VERSION', 'base/1']],
] as const)(
  'an interrupted %s is repeated, and all files are on disk before the database gets its final name',
  { timeout: 120_000 },
  async ([, filesOfBuild]) => {
    const ready = `${emptyDataDir()}/database`
    for (const file of filesOfBuild) {
      fs.mkdirSync(dirname(`${ready}/${file}`), { recursive: true })
      fs.writeFileSync(`${ready}/${file}`, '')
    }
    const dataDir = emptyDataDir()
    fs.mkdirSync(`${dataDir}/pgdata.new`)
    fs.writeFileSync(`${dataDir}/pgdata.new/left-over`, '')
    const steps: string[] = []
    const sync = vi.spyOn(fs, 'fsyncSync').mockImplementation(file => {
      steps.push(fs.readlinkSync(`/proc/self/fd/${file}`))
    })
    await createDatabaseIfMissing(`${dataDir}/pgdata`, ignore, ready)
    sync.mockRestore()

    expect(fs.readdirSync(dataDir)).toEqual(['pgdata'])
    expect(fs.statSync(`${dataDir}/pgdata`).mode & 0o777).toBe(0o700)
    const files = fs.readdirSync(`${dataDir}/pgdata`, { recursive: true })
    expect(files).not.toContain('left-over')
    expect(steps.slice(0, -3).toSorted()).toEqual(
      files.map(file => `${dataDir}/pgdata.new/${file}`).toSorted(),
    )
    expect(steps.slice(-3)).toEqual([`${dataDir}/pgdata.new`, dataDir, dirname(dataDir)])
  },
)

test.for([
  ['an empty directory', (pgdata: string) => fs.mkdirSync(pgdata)],
  ['a link to a volume that is not mounted', (pgdata: string) => fs.symlinkSync('/not/mounted', pgdata)],
] as const)('%s is not replaced by a new database', async ([, make]) => {
  const pgdata = `${emptyDataDir()}/pgdata`
  make(pgdata)
  const before = fs.lstatSync(pgdata)
  await createDatabaseIfMissing(pgdata, ignore)
  expect(fs.lstatSync(pgdata)).toEqual(before)
})

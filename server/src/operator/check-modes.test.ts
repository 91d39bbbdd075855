import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { checkFiles } from './check-files.ts'
import { formatFinding, isWrongLine } from './finding.ts'

const withPostgres = {
  DATABASE_URL: 'postgres://db.example/grouplight',
  AUTH_SECRET: 'a secret of a good length, really',
}

async function check(mode: number, env: Record<string, string>, file?: [name: string, mode: number]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'grouplight-modes-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  chmodSync(dataDir, mode)
  if (file) {
    writeFileSync(join(dataDir, file[0]), 'x')
    chmodSync(join(dataDir, file[0]), file[1])
  }
  const lines: string[] = []
  for await (const finding of checkFiles(readConfig({ ...env, DATA_DIR: dataDir })))
    lines.push(formatFinding(finding).replaceAll(dataDir, '/data'))
  return lines.filter(line => isWrongLine(line) && !line.includes('disk space'))
}

test.each([
  ['the folder of compose.yaml, which all users share', 0o1777, withPostgres, undefined, []],
  ['a private folder', 0o700, withPostgres, undefined, []],
  [
    'a folder in which others may replace the socket',
    0o777,
    withPostgres,
    undefined,
    ['WRONG  data folder   /data has the mode 777: other users may read it (chmod go= fixes this)'],
  ],
  [
    'a readable secret in a shared folder',
    0o1777,
    withPostgres,
    ['secret', 0o644] as [string, number],
    ['WRONG  secret        /data/secret has the mode 644: other users may read it (chmod go= fixes this)'],
  ],
  [
    'a shared folder with an embedded database',
    0o1777,
    { AUTH_SECRET: withPostgres.AUTH_SECRET },
    undefined,
    ['WRONG  data folder   /data has the mode 1777: other users may read it (chmod go= fixes this)'],
  ],
])(
  'the command `doctor` reports only what other users may read or replace: %s',
  async (_, mode, env, file, found) => {
    expect(await check(mode, env as Record<string, string>, file)).toEqual(found)
  },
)

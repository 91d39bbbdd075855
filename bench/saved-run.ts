import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { type Row, tableOf } from './result.ts'

export type Run = { date: string; commit: string; machine: string; rows: Row[] }

const folder = new URL('results/', import.meta.url)

export function writeRun(name: string, rows: Row[]): Run {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim()
  const run = {
    date: new Date().toISOString().slice(0, 10),
    commit:
      git('rev-parse', '--short', 'HEAD') +
      (git('status', '--porcelain', '--', 'server', 'contract') ? ', with changes' : ''),
    machine: `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
    rows,
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(run, null, 2)}\n`)
  writeFileSync(
    new URL(`${name}.txt`, folder),
    `${run.date}, ${run.commit}, ${run.machine}\n\n${tableOf(rows)}\n`,
  )
  return run
}

export function readRun(name: string): Run {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Run
}

export function writeChart(svg: string): void {
  writeFileSync(new URL('chart.svg', folder), svg)
}

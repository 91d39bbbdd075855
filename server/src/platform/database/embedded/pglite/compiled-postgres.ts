import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PGliteOptions } from '@electric-sql/pglite'

export type CompiledPostgres = NonNullable<PGliteOptions['pgliteWasmModule']>

let compiled: Promise<CompiledPostgres> | undefined

/** Only the first call in a thread compiles PostgreSQL, because compiling is the slowest part of opening a database. */
export async function compiledPostgres(): Promise<CompiledPostgres> {
  compiled ??= readFile(program).then(compile)
  return compiled
}

const { resolve } = createRequire(import.meta.url)
const program = join(dirname(resolve('@electric-sql/pglite')), 'pglite.wasm')

// Node's types lack WebAssembly.compile.
const { compile } = (globalThis as unknown as { WebAssembly: Compiler }).WebAssembly
type Compiler = { compile(bytes: Uint8Array): Promise<CompiledPostgres> }

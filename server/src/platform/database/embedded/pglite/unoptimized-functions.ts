import { setFlagsFromString } from 'node:v8'
import type { Extension } from '@electric-sql/pglite'

/**
 * Prevents V8 from optimizing two very large functions of PostgreSQL: `raw_parser` parses SQL, and `nodeRead` parses stored
 * expressions. At each start, this would take 600 MB of memory and 0.8 s for `raw_parser`, and 70 MB and 0.2 s for `nodeRead`.
 */
export const unoptimizedFunctions: Extension = {
  name: 'unoptimized functions',
  setup: async (_, options) => ({
    emscriptenOpts: {
      ...options,
      instantiateWasm: (imports: object, receive: Receive) =>
        options.instantiateWasm(imports, (instance: Instance, module: object) => {
          compileWithoutCounters(instance.exports)
          receive(instance, module)
        }),
    },
  }),
}

type Instance = { exports: PostgresExports }
type Receive = (instance: Instance, module: object) => void
type PostgresExports = {
  raw_parser(text: number, mode: number): number
  nodeRead(token: number, length: number): number
  strlen(text: number): number
  __stack_pointer: { value: number }
}

/**
 * Makes V8 compile both functions while V8's optimization filter names another function. Code that is compiled in this state does
 * not count its calls, so V8 never optimizes it. V8 compiles a function at its first call. The calls below have an argument outside
 * of the memory, so they fail before they change anything except the stack pointer.
 */
function compileWithoutCounters({ raw_parser, nodeRead, strlen, __stack_pointer }: PostgresExports): void {
  setFlagsFromString('--no-flush-liftoff-code') // otherwise V8 could compile both functions again after a garbage collection
  const top = __stack_pointer.value
  strlen(top) // `raw_parser` calls `strlen`. V8 can still optimize `strlen`, which is compiled before the filter is set.
  setFlagsFromString('--wasm-tier-up-filter=0')
  for (const call of [() => raw_parser(outside, 0), () => nodeRead(outside, 1)]) {
    try {
      call()
    } catch {}
  }
  setFlagsFromString('--wasm-tier-up-filter=-1')
  __stack_pointer.value = top
}

const outside = -1

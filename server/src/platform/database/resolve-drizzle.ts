import { type ResolveFnOutput, registerHooks } from 'node:module'

const fileOfDrizzle = /\/node_modules\/drizzle-orm\//
const found = new Map<string, ResolveFnOutput>()

// Without this hook, Node would parse the package.json of drizzle-orm (137 KB) hundreds of times: see
// docs/decisions/memory-and-start.md.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('.') && fileOfDrizzle.test(context.parentURL ?? ''))
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
    if (!specifier.startsWith('drizzle-orm')) return next(specifier, context)
    const resolved = found.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
    found.set(specifier, resolved)
    return resolved
  },
})

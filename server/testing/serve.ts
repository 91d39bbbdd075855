// A server that hashes passwords at a low cost, because the tests in `e2e/` sign up many users.
import { registerHooks } from 'node:module'
import '#platform/database/resolve-drizzle.ts'

const cheap = new URL('cheap-argon2.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === '@node-rs/argon2' && context.parentURL !== cheap ? cheap : specifier, context),
})

// A static import would be resolved before the call of `registerHooks`.
await import('./test-server.ts')

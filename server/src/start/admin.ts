import '#platform/database/resolve-drizzle.ts'

// This import is dynamic, because static imports would be resolved before `resolve-drizzle.ts` has run.
await import('./command-line.ts')

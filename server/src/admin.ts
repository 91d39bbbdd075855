// Carries out a command of the operator.
import './resolve-drizzle.ts'

// A static import would be resolved before the line above has run.
await import('./command-line.ts')

// Starts the server.
import './resolve-drizzle.ts'

// A static import would be resolved before the line above has run.
await import('./serve.ts')

import { config } from 'zod/mini'

// The content security policy forbids eval, and zod would try it.
config({ jitless: true })

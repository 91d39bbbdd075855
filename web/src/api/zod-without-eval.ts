import { config } from 'zod/mini'

// Without this setting zod tries eval, which the content security policy forbids.
config({ jitless: true })

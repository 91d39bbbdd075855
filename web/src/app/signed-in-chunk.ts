import { DashboardPage } from '#pages/dashboard-page.tsx'
import { Shell } from './shell.tsx'

/** What everybody begins with who is signed in: one piece of code. */
export const signedInChunk = { Shell, DashboardPage }

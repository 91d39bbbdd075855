// Shared by the pages that come after it: small files of their own would cost a phone a round trip each.
import '#group/back-to-dashboard.tsx'
import '#group/split-emails.ts'
import '#ui/select-field.tsx'
import { DashboardPage } from '#pages/dashboard-page.tsx'
import { Shell } from './shell.tsx'

/** The code that everybody needs first who is signed in. */
export const signedInChunk = { Shell, DashboardPage }

// Pages that are loaded later need these modules. Without these imports the build would put each module into its own file.
import '#group/back-to-dashboard.tsx'
import '#group/split-emails.ts'
import '#ui/select-field.tsx'
import { DashboardPage } from '#pages/dashboard-page.tsx'
import { Shell } from './shell.tsx'

export const signedInChunk = { Shell, DashboardPage }

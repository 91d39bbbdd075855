// Used by the pages that are loaded later. In this chunk they need no small files of their own.
import '#group/back-to-dashboard.tsx'
import '#group/split-emails.ts'
import '#ui/select-field.tsx'
import { DashboardPage } from '#pages/dashboard-page.tsx'
import { Shell } from './shell.tsx'

/** The code that every signed-in user needs first. */
export const signedInChunk = { Shell, DashboardPage }

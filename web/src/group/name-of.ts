import { t } from '#texts/texts.ts'

/** The name that screens show of a member. */
export function nameOf({ displayName }: { displayName: string }): string {
  return displayName || t.ui.user
}

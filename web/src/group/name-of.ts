import { t } from '#texts/texts.ts'

/** Returns the name that the screens show for a member. */
export function nameOf({ displayName }: { displayName: string }): string {
  return displayName || t.ui.user
}

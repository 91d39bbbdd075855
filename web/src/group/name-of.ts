import { t } from '#texts/texts.ts'
/** What a member is called on every screen. */
export function nameOf({ displayName }: { displayName: string }): string {
  return displayName || t.ui.user
}

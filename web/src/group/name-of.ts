import { t } from '#texts/texts.ts'

export function nameOf({ displayName }: { displayName: string }): string {
  return displayName || t.ui.user
}

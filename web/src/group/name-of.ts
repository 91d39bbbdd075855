/** What a member is called on every screen. */
export function nameOf({ displayName }: { displayName: string }): string {
  return displayName || 'User'
}

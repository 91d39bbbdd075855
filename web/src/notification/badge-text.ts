/** Returns '1' to '9', and '9+' for more, because a badge has little space. */
export function badgeText(count: number): string {
  return count > 9 ? '9+' : String(count)
}

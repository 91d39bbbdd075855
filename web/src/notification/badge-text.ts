/** What a badge has room for: 1 to 9, then '9+'. */
export function badgeText(count: number): string {
  return count > 9 ? '9+' : String(count)
}

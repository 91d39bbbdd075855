/** Returns how this page was opened: by an address, by a reload or by going back. */
export function navigationTiming(): PerformanceNavigationTiming | undefined {
  const [timing] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return timing
}

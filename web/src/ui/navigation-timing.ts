/** How this page was opened: by an address, by a reload, by going back. */
export function navigationTiming(): PerformanceNavigationTiming | undefined {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit
}

/** Returns an entry whose `type` says how the browser loaded the page: by a navigation, a reload, or going back or forward. */
export function navigationTiming(): PerformanceNavigationTiming | undefined {
  const [timing] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return timing
}

/** Returns how the browser loaded this page: by a navigation, by a reload, or by going back or forward. */
export function navigationTiming(): PerformanceNavigationTiming | undefined {
  const [timing] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return timing
}

import { createHash } from 'node:crypto'

const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
]

/** Blocks browser features that the app's pages do not use, so that injected code cannot use them either. */
export const permissionsPolicy = unusedFeatures.map(feature => `${feature}=()`).join(', ')

/** Like `permissionsPolicy`, but allows the screen wake lock, because a board keeps its screen on. */
export const permissionsPolicyOfBoards = permissionsPolicy.replace(
  'screen-wake-lock=()',
  'screen-wake-lock=(self)',
)

/** Returns the policy without frame-ancestors. It allows only the inline scripts and styles that are in `page`, the page's HTML. */
export function contentPolicyOf(page: string): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashesOf(page, 'script')].join(' '),
    ["style-src 'self'", ...hashesOf(page, 'style')].join(' '),
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** Returns the directive that lets only pages of these origins show a page in a frame. With no origins, no page may. */
export function frameAncestors(origins: string[]): string {
  return ['frame-ancestors', ...(origins.length > 0 ? origins : ["'none'"])].join(' ')
}

function hashesOf(page: string, tag: 'script' | 'style'): string[] {
  const own = [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))]
  return own.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

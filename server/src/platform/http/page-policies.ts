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

/** Allows the screen wake lock, because a board keeps its screen on. */
export const permissionsPolicyOfBoards = permissionsPolicy.replace(
  'screen-wake-lock=()',
  'screen-wake-lock=(self)',
)

/** `page` is HTML. Of its inline code, the policy allows only scripts and styles whose tags have no attributes. */
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

/** `origins` are the only origins whose pages may show the page in a frame. */
export function frameAncestors(origins: string[]): string {
  return ['frame-ancestors', ...(origins.length > 0 ? origins : ["'none'"])].join(' ')
}

function hashesOf(page: string, tag: 'script' | 'style'): string[] {
  const own = [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))]
  return own.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

const pages = ['join', 'signup', 'email-verified', 'reset-password', 'do-not-invite', 'board/[\\w-]+']
const encodedLink = new RegExp(`^(/(?:${pages.join('|')}))%(23|3f)(.*)$`, 'is')

/**
 * Some programs encode the `#` or the `?` of a link, so that the secret after it becomes a part of the path. Returns the path of the link
 * as it was meant, or null if nothing was encoded.
 */
export function decodedLink(url: string): string | null {
  const [, path, sign, rest = ''] = encodedLink.exec(url) ?? []
  if (!path) return null
  if (sign === '23') return `${path}#${rest}`
  return `${path}?${rest.replace(/%3d/gi, '=').replace(/%26/g, '&')}`
}

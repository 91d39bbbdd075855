import { directionOf, isolated, withoutIsolates } from '@grouplight/locales/src/direction.ts'
import type { Language } from '@grouplight/locales/src/languages.ts'
import type { Site } from '#platform/site/site.ts'
import { presentLanguage } from '#platform/texts/text.ts'
import type { Email } from './queue-email.ts'

type Link = { label: string; url: string }

/** All fields are plain text, which the layout escapes for HTML. Texts may contain results of `isolated`. */
export type EmailContent = {
  kind: string
  to: string
  language: Language
  subject: string
  /** What somebody has written to the reader. It comes first. */
  quote?: { words: string; author: string } | undefined
  heading: string
  paragraphs: string[]
  /** The first is a button. */
  actions: Link[]
  smallPrint: string
  smallLink?: Link
  /** Tells in English what the email is about, if its reader may not speak its language. */
  inEnglish?: string | undefined
}

/** The site that sends the email. */
export type Product = Pick<Site, 'appName' | 'appUrl' | 'linksIn'>

export function renderEmail(content: EmailContent, product: Product): Email {
  return {
    kind: content.kind,
    to: content.to,
    subject: withoutIsolates(content.subject),
    text: withoutIsolates(plainText(content, product)),
    html: html(content, product),
  }
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

function plainText(content: EmailContent, product: Product): string {
  const { quote, smallLink, inEnglish } = content
  const quoted = quote ? [`> ${quote.words.split('\n').join('\n> ')}\n${signature(quote.author)}`] : []
  const small = [
    content.smallPrint,
    ...(smallLink ? [`${smallLink.label}: ${smallLink.url}`] : []),
    ...(inEnglish ? [inEnglish] : []),
    `${product.appName} · ${product.appUrl}`,
    ...product.linksIn(content.language).map(({ label, url }) => `${label}: ${url}`),
  ]
  return [
    ...quoted,
    content.heading,
    ...content.paragraphs,
    ...content.actions.map(({ label, url }) => `${label}\n${url}`),
    `-- \n${small.join('\n')}`,
  ].join('\n\n')
}

function signature(author: string): string {
  return `— ${isolated(author)}`
}

// Many mail clients support little more than tables and inline styles. Those that support a style sheet get the colours of dark mode
// from it; the others keep the light colours, or adapt them themselves.
const dark = {
  page: 'background:#0e1412;color:#eef3f0',
  card: 'background:#161e1b',
  quote: 'background:#26312c',
  button: 'background:#eef3f0;color:#0e1412',
  link: 'color:#eef3f0',
  lamp: 'color:#34d399',
  small: 'border-color:#26312c;color:#9db0a7',
  quiet: 'color:#9db0a7',
}
const darkStyle = Object.entries(dark)
  .map(([name, style]) => `.${name}{${style.replace(/(;|$)/g, '!important$1')}}`)
  .join('')
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
const body = 'font-size:16px;line-height:1.5'
const button =
  'display:inline-block;padding:13px 22px;border-radius:14px;font-weight:600;text-decoration:none;background:#17211d;color:#ffffff'

function html(content: EmailContent, product: Product): string {
  const { appName, appUrl } = product
  const language = presentLanguage(content.language)
  const direction = directionOf(language)
  const { quote, smallLink, inEnglish } = content
  const quoted = quote
    ? `<blockquote class="quote" style="margin:0 0 24px;padding:12px 16px;background:#f6f4ef;border-radius:12px;${body}"><span dir="auto" style="display:block;white-space:pre-line">${inHtml(quote.words)}</span><span style="display:block;margin-top:8px;font-weight:600">${inHtml(signature(quote.author))}</span></blockquote>`
    : ''
  const paragraphs = content.paragraphs.map(text => `<p style="margin:0 0 16px;${body}">${inHtml(text)}</p>`)
  const actions = content.actions.map(({ label, url }, at) => {
    const look = at === 0 ? `class="button" style="${button}"` : 'class="link" style="color:#17211d"'
    return `<p style="margin:${at === 0 ? '8px 0 16px' : '0 0 16px'};${body}"><a href="${escapeHtml(url)}" ${look}>${inHtml(label)}</a></p>`
  })
  const small = [
    inHtml(content.smallPrint),
    ...(smallLink ? [quietLink(smallLink)] : []),
    ...(inEnglish
      ? [
          `<span lang="en" dir="ltr" style="display:inline-block;margin:8px 0;text-align:left">${inHtml(inEnglish)}</span>`,
        ]
      : []),
    `${inHtml(appName)} · <a href="${escapeHtml(appUrl)}" dir="ltr" ${quiet}>${escapeHtml(appUrl)}</a>`,
    ...product.linksIn(language).map(quietLink),
  ]
  return `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(withoutIsolates(content.subject))}</title><style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkStyle}}</style></head>
<body class="page" style="margin:0;background:#f6f4ef;color:#17211d;${font}">
<table role="presentation" lang="${language}" dir="${direction}" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="max-width:520px;background:#fffdfa;border-radius:22px"><tr><td align="${direction === 'rtl' ? 'right' : 'left'}" style="padding:32px 28px">
<p style="margin:0 0 20px;font-size:16px;font-weight:700"><span class="lamp" style="color:#00795a">&#9679;</span> ${inHtml(appName)}</p>
${quoted}<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${inHtml(content.heading)}</h1>
${[...paragraphs, ...actions].join('\n')}
<p class="small" style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e3dfd6;font-size:13px;line-height:1.6;color:#5c6a63">${small.join('<br>')}</p>
</td></tr></table>
</td></tr></table>
</body></html>
`
}

const quiet = 'class="quiet" style="color:#5c6a63"'

function quietLink({ label, url }: Link): string {
  return `<a href="${escapeHtml(url)}" ${quiet}>${inHtml(label)}</a>`
}

function inHtml(text: string): string {
  return escapeHtml(text).replaceAll('\u2068', '<bdi>').replaceAll('\u2069', '</bdi>')
}

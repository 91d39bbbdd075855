import type { Email } from './queue-email.ts'

/** All fields are plain text, which the layout escapes for HTML. */
export type EmailContent = {
  kind: string
  to: string
  subject: string
  heading: string
  paragraphs: string[]
  quote?: string
  actions: { label: string; url: string }[]
  footnote: string
  stop?: { label: string; url: string }
}

export function renderEmail(content: EmailContent, product: { appName: string; appUrl: string }): Email {
  return {
    kind: content.kind,
    to: content.to,
    subject: content.subject,
    text: plainText(content, product),
    html: html(content, product),
  }
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

function plainText(content: EmailContent, { appName, appUrl }: { appName: string; appUrl: string }): string {
  const quote = content.quote
    ? [
        content.quote
          .split('\n')
          .map(line => `> ${line}`)
          .join('\n'),
      ]
    : []
  const actions = content.actions.map(({ label, url }) => `${label}:\n${url}`)
  const stop = content.stop ? [`${content.stop.label}: ${content.stop.url}`] : []
  return [
    content.heading,
    ...content.paragraphs,
    ...quote,
    ...actions,
    `-- \n${[content.footnote, ...stop, `${appName}, ${appUrl}`].join('\n')}`,
  ].join('\n\n')
}

// Many mail clients support little more than tables and inline styles. In dark mode, they adapt these colours themselves.
function html(content: EmailContent, { appName, appUrl }: { appName: string; appUrl: string }): string {
  const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
  const paragraphs = content.paragraphs.map(
    text => `<p style="margin:0 0 16px;font-size:16px;line-height:1.5">${escapeHtml(text)}</p>`,
  )
  const quote = content.quote
    ? `<blockquote style="margin:0 0 20px;padding:12px 16px;background:#f6f4ef;border-radius:12px;font-size:16px;line-height:1.5;white-space:pre-line">${escapeHtml(content.quote)}</blockquote>`
    : ''
  const actions = content.actions.map(({ label, url }, index) => {
    const style =
      index === 0
        ? 'background:#00795a;color:#ffffff'
        : 'background:#ffffff;color:#00795a;border:1px solid #00795a'
    return `<p style="margin:0 0 12px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:13px 22px;border-radius:14px;font-weight:600;font-size:16px;text-decoration:none;${style}">${escapeHtml(label)}</a></p>`
  })
  const stop = content.stop
    ? `<a href="${escapeHtml(content.stop.url)}" style="color:#5c6a63">${escapeHtml(content.stop.label)}</a><br>`
    : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(content.subject)}</title></head>
<body style="margin:0;background:#f6f4ef;color:#17211d;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#fffdfa;border-radius:22px"><tr><td style="padding:32px 28px">
<p style="margin:0 0 20px;font-size:16px;font-weight:700"><span style="color:#00795a">&#9679;</span> ${escapeHtml(appName)}</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escapeHtml(content.heading)}</h1>
${[...paragraphs, quote, ...actions].join('\n')}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e3dfd6;font-size:13px;line-height:1.5;color:#5c6a63">${escapeHtml(content.footnote)}<br>${stop}<a href="${escapeHtml(appUrl)}" style="color:#5c6a63">${escapeHtml(appUrl)}</a></p>
</td></tr></table>
</td></tr></table>
</body></html>
`
}
